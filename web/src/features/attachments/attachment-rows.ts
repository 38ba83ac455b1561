import type * as z from 'zod/mini';
import type { unsentAttachment } from '#shared/api/attachment-entities.ts';
import {
  type AttachmentKind,
  FILES_MAX,
  REFUSED_FILES,
} from '#shared/rules/attachments/attachments.ts';
import { fileTitles, sizeWords, timeLeftWords } from './file-words.ts';
import type { Upload, UploadState } from './upload-queue.ts';

/* The pictures and PDFs of something that is being written, with what is said of each. */

export type UnsentAttachment = z.output<typeof unsentAttachment>;

/** `away`: another page or device was to send it, and it has not arrived. `gone`: the server has deleted it. */
type RowState = UploadState | { readonly is: 'away' } | { readonly is: 'gone' };

export type AttachmentRow = {
  /** The same from the choice of the file on. */
  readonly key: string;
  readonly kind: AttachmentKind;
  readonly title: string;
  readonly bytes: number | undefined;
  readonly note?: string | undefined;
  /** The address of a small picture. */
  readonly preview?: string | undefined;
  readonly attachmentId?: string | undefined;
  /** Of this page’s queue. */
  readonly localId?: string | undefined;
  readonly state: RowState;
};

/**
 * Where the rows of places come from: the uploads of this page, the ids, and those of them that the server is asked about. A recording
 * of this page is among the ids and has a place of its own.
 */
export function sourcesOf(
  places: readonly string[],
  ids: readonly string[],
  uploads: readonly Upload[],
): [own: readonly Upload[], ids: readonly string[], asked: readonly string[]] {
  const uploadOf = (id: string) => uploads.find(({ attachmentId }) => attachmentId === id);
  const own = uploads.filter(({ place }) => places.includes(place));
  const here = ids.filter((id) => {
    const upload = uploadOf(id);
    return !upload || places.includes(upload.place);
  });
  return [own, here, here.filter((id) => uploadOf(id) === undefined)];
}

/**
 * The rows of a place: what is kept in the text, in its order, then what has no id yet. `known`: what the server says of those that this
 * page does not send; undefined until it has answered. `withRecording`: a recording is a row as well.
 */
export function rowsOf(
  ids: readonly string[],
  uploads: readonly Upload[],
  known: readonly UnsentAttachment[] | undefined,
  withRecording = false,
): readonly AttachmentRow[] {
  const kept = ids.flatMap((id): readonly Source[] => {
    const upload = uploads.find(({ attachmentId }) => attachmentId === id);
    if (upload) return [upload];
    const found = known?.find((one) => one.id === id);
    // A recording has its own place.
    if (found?.kind === 'voice' && !withRecording) return [];
    if (found) return [found];
    return known ? [{ id, gone: true }] : [];
  });
  const unkept = uploads.filter(
    ({ attachmentId }) => attachmentId === undefined || !ids.includes(attachmentId),
  );
  const all: readonly Source[] = [...kept, ...unkept];
  const titles = fileTitles(
    all.map((one) =>
      'gone' in one
        ? { kind: 'pdf', name: 'A file' }
        : { kind: one.kind === 'picture' ? 'picture' : 'pdf', name: one.name },
    ),
  );
  return all.map((one, place) => rowOf(one, titles[place] ?? ''));
}

type Source = Upload | UnsentAttachment | { readonly id: string; readonly gone: true };

function rowOf(source: Source, title: string): AttachmentRow {
  if ('gone' in source) {
    const { id } = source;
    return {
      key: id,
      kind: 'pdf',
      title,
      bytes: undefined,
      attachmentId: id,
      state: { is: 'gone' },
    };
  }
  if ('localId' in source) {
    const { localId, kind, bytes, note, preview, attachmentId, state } = source;
    return { key: localId, kind, title, bytes, note, preview, attachmentId, localId, state };
  }
  const { id, kind, bytes, thumbnailUrl } = source;
  return {
    key: id,
    kind,
    title,
    bytes,
    preview: thumbnailUrl,
    attachmentId: id,
    state: stateOf(source),
  };
}

function stateOf({ state, reason }: UnsentAttachment): RowState {
  if (state === 'refused')
    return { is: 'refused', sentence: REFUSED_FILES[reason ?? 'NOT_CHECKED'] };
  return { is: state === 'uploading' ? 'away' : state };
}

/** How much of a file has gone, from 0 to 100; undefined if there is nothing to measure. */
export function percentOf({ state, bytes }: AttachmentRow): number | undefined {
  if (state.is === 'checking') return 100;
  if ((state.is !== 'sending' && state.is !== 'stopped') || !bytes) return undefined;
  return Math.min(100, Math.floor((100 * state.sent) / bytes));
}

/** What is said of a row, in one line. `rows`: all of them, because one waits for another. */
export function stateWords(row: AttachmentRow, rows: readonly AttachmentRow[]): string {
  const { state, bytes, note } = row;
  const size = bytes === undefined ? '' : ` · ${sizeWords(bytes)}`;
  switch (state.is) {
    case 'preparing':
      return 'Preparing…';
    case 'waiting': {
      const ahead = rows.find((one) => one.state.is === 'sending');
      return ahead ? `Waits for ${ahead.title}${size}` : `Waits for its turn${size}`;
    }
    case 'sending': {
      const left = timeLeftWords(state.secondsLeft);
      return left ? `${percentOf(row)}%, ${left}` : `${percentOf(row)}%`;
    }
    case 'stopped':
      return `Stopped at ${percentOf(row) ?? 0}%, the line broke`;
    case 'checking':
      return 'Being checked…';
    case 'ready':
      return `${note ?? 'Ready'}${size}`;
    case 'refused':
      return state.sentence;
    case 'away':
      return `Not here yet. If no other page is sending it, ${again(row)}.`;
    case 'gone':
      return 'This file was deleted. Choose it again.';
  }
}

const again = ({ kind }: AttachmentRow) =>
  kind === 'voice' ? 'edit your letter to send it again' : 'choose it again';

/** Whether a row needs its person: it will not become ready by itself. */
export const needsPerson = ({ state: { is } }: AttachmentRow): boolean =>
  is === 'refused' || is === 'away' || is === 'gone';

/** Whether a row is on its way. */
const isOnItsWay = (row: AttachmentRow): boolean => row.state.is !== 'ready' && !needsPerson(row);

/** How many more files fit. Those that were refused before they had an id take no room. */
export const roomIn = (rows: readonly AttachmentRow[]): number =>
  FILES_MAX - rows.filter((row) => row.attachmentId !== undefined || !needsPerson(row)).length;

/** Why something with these files cannot be sent yet; undefined if it can. `held`: what would be held or sent. */
export function waitingWords(
  rows: readonly AttachmentRow[],
  consequence: string,
): string | undefined {
  const onTheWay = rows.filter(isOnItsWay);
  const [first] = onTheWay;
  if (first) {
    const which =
      onTheWay.length === 1
        ? `${first.title} isn’t there yet`
        : `${onTheWay.length} files aren’t there yet`;
    return `${which}. ${consequence}`;
  }
  const faulty = rows.filter(needsPerson);
  if (faulty.length === 0) return undefined;
  return faulty.length === 1
    ? `${faulty[0]?.title} isn’t added. Replace or remove it.`
    : `${faulty.length} files aren’t added. Replace or remove them.`;
}
