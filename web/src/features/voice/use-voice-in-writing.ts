import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { viewAttachments } from '#shared/api/attachments.ts';
import { REFUSED_FILES } from '#shared/rules/attachments/attachments.ts';
import { query } from '#web/api/queries.ts';
import { recordingKey } from '#web/features/attachments/page-uploads.ts';
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
  const upload = useUploads().find((one) => one.place === recordingKey(place));
  const known = useQuery({
    ...query(viewAttachments, { attachmentIds: [...ids] }),
    enabled: ids.length > 0,
    staleTime: LINK_FRESH,
    placeholderData: (before) => before,
    refetchInterval: ({ state: now }) =>
      now.data?.data.some(
        (one) => one.kind === 'voice' && (one.state === 'uploading' || one.state === 'checking'),
      )
        ? ASK_AGAIN
        : LINK_FRESH,
  });
  const stored = known.data?.data.find(({ kind, id }) => kind === 'voice' && ids.includes(id));
  const finished = state.phase === 'done' ? state.finished : undefined;
  const isUnknown = ids.length > 0 && known.data === undefined;
  const isKnown = !isUnknown || known.isError;
  const isStored = stored !== undefined && stored.state !== 'uploading';
  const storedId = stored?.id;
  const isReady = stored?.state === 'ready';
  /** The file of this page that the server has by now: it is played on, not loaded again. */
  const [sent, setSent] = useState<{ id: string; file: Blob }>();
  const forPlace = JSON.stringify(props.for);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the place is compared by its value, and the newest ids are asked for when they are needed
  useEffect(() => {
    if (!finished || upload || !isKnown || isStored) return;
    uploads.add(
      {
        key: recordingKey(place),
        for: JSON.parse(forPlace),
        keep: (id) => onIds([...newestIds().filter((one) => one !== storedId), id]),
      },
      [recordingFile(finished.file, fileName, finished.peaks)],
    );
  }, [finished, upload, isKnown, isStored, storedId, place, forPlace, fileName]);

  const uploadedId = upload?.attachmentId;
  useEffect(() => {
    if (!isReady || !finished || storedId === undefined) return;
    if (uploadedId === storedId) setSent({ id: storedId, file: finished.file });
    uploads.end(recordingKey(place));
    void recorder.discard();
  }, [isReady, finished, uploadedId, storedId, place, recorder]);

  const ownFile = finished?.file ?? (sent && sent.id === storedId ? sent.file : undefined);
  const local = useObjectUrl(ownFile);
  const loaded = useLoadedFile(storedId ?? '', !ownFile && isReady ? stored.url : undefined);
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
    /** Whether a recording was begun and not finished. */
    isUnfinished: unfinished(state.phase) !== undefined,
    /** Why it cannot be sent yet; undefined if it can, or if there is none. */
    waits: kept
      ? waitsFor(upload, stored)
      : (unfinished(state.phase) ?? (isUnknown ? NOT_KNOWN : undefined)),
  };
}

/** Forgets the recording of a place: it was sent. */
export function endVoice(place: string): void {
  uploads.end(recordingKey(place));
  void forgetRecording(place);
}

type Stored = {
  readonly state: string;
  readonly reason?: keyof typeof REFUSED_FILES | undefined;
  readonly seconds?: number | undefined;
  readonly peaks?: readonly number[] | undefined;
};

function keptOf(finished: FinishedRecording | undefined, stored: Stored | undefined) {
  // Rounded as the server does it.
  if (finished) return { seconds: Math.ceil(finished.seconds), peaks: finished.peaks };
  if (!stored) return undefined;
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
      return '';
    case undefined:
      if (stored?.state === 'uploading') return 'Another page or device uploads it';
      if (stored?.state === 'checking') return 'Being checked';
      return stored?.state === 'refused' ? refusalOf(stored) : '';
  }
}

const refusalOf = ({ reason = 'NOT_CHECKED' }: Stored): string => REFUSED_FILES[reason];

const NOT_KNOWN = 'Your files are being looked at. Please send again in a moment.';
const STILL_COMING =
  'Your recording isn’t uploaded yet. It goes on by itself; please send again in a moment.';

function waitsFor(upload: Upload | undefined, stored: Stored | undefined): string | undefined {
  if (upload?.state.is === 'refused') return upload.state.sentence;
  if (upload?.state.is === 'ready' || stored?.state === 'ready') return undefined;
  if (stored?.state === 'refused') return refusalOf(stored);
  return STILL_COMING;
}

/** A recording that was begun is not sent by mistake without its end, and not left out by mistake. */
const unfinished = (phase: string): string | undefined =>
  ['recording', 'paused', 'preparing', 'listening'].includes(phase)
    ? 'You began a recording. Finish it with “Done”, or discard it.'
    : undefined;
