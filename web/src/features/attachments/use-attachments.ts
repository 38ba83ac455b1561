import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { viewAttachments } from '#shared/api/attachments.ts';
import { query, queryClient } from '#web/api/queries.ts';
import { announce } from '#web/ui/announce.ts';
import { type AttachmentRow, roomIn, rowsOf, sourcesOf, stateWords } from './attachment-rows.ts';
import { recordingKey } from './page-uploads.ts';
import type { UploadPlace } from './upload-queue.ts';
import { uploads, useUploads } from './uploads.ts';

/** How often (ms) files are asked for that another page sends. */
const ASK_AGAIN = 4_000;
/** The links to thumbnails are valid for five minutes. */
const LINKS_FRESH = 4 * 60_000;

export type AttachmentsInWriting = {
  readonly place: UploadPlace;
  /** The ids that are kept with the text. */
  readonly ids: readonly string[];
  /** Whether a recording is a row as well, not only pictures and PDFs. */
  readonly withRecording?: boolean;
  /** Keeps other ids. */
  readonly onIds: (ids: readonly string[]) => void;
};

export type Attachments = {
  readonly rows: readonly AttachmentRow[];
  /** How many more files fit. */
  readonly room: number;
  /** Adds files. Those for which there is no room are left out, and said so. */
  readonly add: (files: readonly File[]) => void;
  readonly remove: (row: AttachmentRow) => void;
  readonly replace: (row: AttachmentRow, file: File) => void;
  readonly retry: (row: AttachmentRow) => void;
};

/** The pictures and PDFs of something that is being written. */
export function useAttachments({
  place,
  ids,
  onIds,
  withRecording = false,
}: AttachmentsInWriting): Attachments {
  const { rows, loading } = useRows(place.key, ids, withRecording);
  const room = Math.max(0, roomIn(rows) - loading);
  useSpokenStates(rows);
  const add = (files: readonly File[]) => {
    uploads.add(place, files.slice(0, room));
    const left = files.length - room;
    if (left > 0)
      announce(
        left === 1 ? 'One file was left out: four fit.' : `${left} files were left out: four fit.`,
      );
  };
  const remove = ({ kind, attachmentId, localId }: AttachmentRow) => {
    if (kind === 'voice') void forgetOnDevice(place.key);
    if (attachmentId !== undefined) onIds(ids.filter((id) => id !== attachmentId));
    if (localId !== undefined) uploads.cancel(localId);
    else if (attachmentId !== undefined) uploads.removeUnsent(attachmentId);
  };
  return {
    rows,
    room,
    add,
    remove: (row) => {
      remove(row);
      announce(`${row.title} is removed`);
    },
    replace: (row, file) => {
      remove(row);
      uploads.add(place, [file]);
    },
    retry: ({ localId }) => uploads.retry(localId ?? ''),
  };
}

/** The rows of a place, as this page and the server know them, and how many files the server has not told of yet. */
function useRows(
  place: string,
  ids: readonly string[],
  withRecording: boolean,
): { readonly rows: readonly AttachmentRow[]; readonly loading: number } {
  const places = withRecording ? [place, recordingKey(place)] : [place];
  const [own, here, others] = sourcesOf(places, ids, useUploads());
  const { data } = useQuery({
    ...query(viewAttachments, { attachmentIds: [...others] }),
    enabled: others.length > 0,
    staleTime: LINKS_FRESH,
    placeholderData: (before) => before,
    refetchInterval: ({ state }) =>
      state.data?.data.some((one) => one.state === 'uploading' || one.state === 'checking')
        ? ASK_AGAIN
        : LINKS_FRESH,
  });
  const known = others.length > 0 ? data?.data : [];
  return { rows: rowsOf(here, own, known, withRecording), loading: known ? 0 : others.length };
}

/** Deletes the recording of a place from this device, or it would be sent again. */
async function forgetOnDevice(place: string): Promise<void> {
  const { forgetRecording } = await import('#web/features/voice/use-recorder.ts');
  await forgetRecording(place);
}

/** Loads the links to thumbnails again, because one did not load. */
export const renewThumbnails = (): void =>
  void queryClient.invalidateQueries({ queryKey: [viewAttachments.name] });

/** Says what became of a file, for people who do not see its row. */
function useSpokenStates(rows: readonly AttachmentRow[]): void {
  const said = useRef(new Map(rows.map(({ key, state }) => [key, state.is])));
  useEffect(() => {
    for (const row of rows) {
      const { is } = row.state;
      const before = said.current.get(row.key);
      said.current.set(row.key, is);
      if (before === is || before === undefined) continue;
      if (is === 'ready' || is === 'stopped' || is === 'refused')
        announce(`${row.title}: ${stateWords(row, rows)}`);
    }
  }, [rows]);
}
