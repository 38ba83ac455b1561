import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { viewAttachments } from '#shared/api/attachments.ts';
import { REFUSED_FILES } from '#shared/rules/attachments/attachments.ts';
import { query } from '#web/api/queries.ts';
import { recordingFile } from '#web/features/attachments/prepared-file.ts';
import type { Upload, UploadPlace } from '#web/features/attachments/upload-queue.ts';
import { uploads, useUploads } from '#web/features/attachments/uploads.ts';
import type { FinishedRecording } from './recorder.ts';
import { forgetRecording, useRecorder } from './use-recorder.ts';
import { useLoadedFile, useObjectUrl } from './use-recording-file.ts';

/*
 * The recording of something that is being written: on this device until the server has it, then among the ids that are kept with the
 * text. docs/product/attachments.md#voice
 */

export type VoiceInWritingProps = {
  /** Where it is recorded, `answer <id>`, and what its file is called. */
  place: string;
  fileName: string;
  /** The longest recording, in seconds. */
  limit: number;
  for: UploadPlace['for'];
  /** The ids that are kept with the text, of which at most one is the recording. */
  ids: readonly string[];
  /** The newest of them: an upload goes on while another screen is shown. */
  newestIds: () => readonly string[];
  onIds: (ids: readonly string[]) => void;
};

/** How often (ms) the server is asked about a recording that another page sends. */
const ASK_AGAIN = 4_000;
/** Its link is valid for five minutes. */
const LINK_FRESH = 4 * 60_000;

export type VoiceInWriting = ReturnType<typeof useVoiceInWriting>;

export function useVoiceInWriting(props: VoiceInWritingProps) {
  const { place, fileName, limit, ids, newestIds, onIds } = props;
  const [recorder, state] = useRecorder(place, limit);
  const [isOpen, setOpen] = useState(false);
  const upload = useUploads().find((one) => one.place === uploadKey(place));
  const known = useQuery({
    ...query(viewAttachments, { attachmentIds: [...ids] }),
    enabled: ids.length > 0,
    staleTime: LINK_FRESH,
    refetchInterval: ({ state: now }) =>
      now.data?.data.some(
        (one) => one.kind === 'voice' && (one.state === 'uploading' || one.state === 'checking'),
      )
        ? ASK_AGAIN
        : LINK_FRESH,
  });
  const stored = known.data?.data.find(({ kind }) => kind === 'voice');
  const finished = state.phase === 'done' ? state.finished : undefined;
  const isKnown = ids.length === 0 || known.data !== undefined || known.isError;
  const isStored = stored?.state === 'ready' || stored?.state === 'checking';
  const storedId = stored?.id;
  const forPlace = JSON.stringify(props.for);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the place is compared by its value, and the newest ids are asked for when they are needed
  useEffect(() => {
    if (!finished || upload || !isKnown || isStored) return;
    uploads.add(
      {
        key: uploadKey(place),
        for: JSON.parse(forPlace),
        keep: (id) => onIds([...newestIds().filter((one) => one !== storedId), id]),
      },
      [recordingFile(finished.file, fileName, finished.peaks)],
    );
  }, [finished, upload, isKnown, isStored, storedId, place, forPlace, fileName]);

  const local = useObjectUrl(finished?.file);
  const loaded = useLoadedFile(
    storedId ?? '',
    finished ? undefined : stored?.state === 'ready' ? stored.url : undefined,
  );
  const remove = async () => {
    const id = upload?.attachmentId ?? storedId;
    if (id !== undefined) onIds(newestIds().filter((one) => one !== id));
    if (upload) uploads.cancel(upload.localId);
    else if (id !== undefined) uploads.removeUnsent(id);
    await recorder.discard();
  };
  const kept = keptOf(finished, stored);
  return {
    recorder,
    state,
    isOpen,
    open: () => setOpen(true),
    close: () => {
      recorder.close();
      setOpen(false);
    },
    /** Deletes the recording. */
    remove,
    /** Deletes the recording, and opens the recorder for another one. */
    again: () => void remove().then(() => setOpen(true)),
    retry: () => upload && uploads.retry(upload.localId),
    /** The recording that is sent with the text; undefined without one. */
    kept: kept && { ...kept, address: local ?? loaded.address },
    /** How far it is: a sentence. */
    progress: kept && progressOf(upload, stored),
    /** Why it cannot be sent yet; undefined if it can, or if there is none. */
    waits: kept ? waitsFor(upload, stored) : unfinished(state.phase),
  };
}

const uploadKey = (place: string) => `voice ${place}`;

/** Forgets the recording of a place: it was sent. */
export function endVoice(place: string): void {
  uploads.end(uploadKey(place));
  void forgetRecording(place);
}

type Stored = {
  readonly state: string;
  readonly reason?: keyof typeof REFUSED_FILES | undefined;
  readonly seconds?: number | undefined;
  readonly peaks?: readonly number[] | undefined;
};

function keptOf(finished: FinishedRecording | undefined, stored: Stored | undefined) {
  if (finished) return { seconds: finished.seconds, peaks: finished.peaks };
  if (!stored || stored.state === 'refused') return undefined;
  return { seconds: stored.seconds ?? 0, peaks: stored.peaks ?? [] };
}

function progressOf(upload: Upload | undefined, stored: Stored | undefined): string {
  const state = upload?.state;
  switch (state?.is) {
    case 'sending':
      return `Uploading, ${Math.round((100 * state.sent) / Math.max(1, upload?.bytes ?? 1))}%`;
    case 'stopped':
      return 'The line broke. It is kept on this device, and tried again by itself.';
    case 'refused':
      return state.sentence;
    case 'checking':
      return 'Being checked';
    case 'preparing':
    case 'waiting':
      return 'Waits to be uploaded';
    case 'ready':
    case undefined:
      return stored?.state === 'uploading' ? 'Another page uploads it' : '';
  }
}

const STILL_COMING =
  'Your recording isn’t uploaded yet. It goes on by itself; please send again in a moment.';

function waitsFor(upload: Upload | undefined, stored: Stored | undefined): string | undefined {
  if (upload?.state.is === 'refused') return upload.state.sentence;
  if (upload?.state.is === 'ready' || stored?.state === 'ready') return undefined;
  if (stored?.state === 'refused' && stored.reason) return REFUSED_FILES[stored.reason];
  return STILL_COMING;
}

/** A recording that was begun is not sent by mistake without its end, and not left out by mistake. */
const unfinished = (phase: string): string | undefined =>
  ['recording', 'paused', 'preparing', 'listening'].includes(phase)
    ? 'You began a recording. Finish it with “Done”, or discard it.'
    : undefined;
