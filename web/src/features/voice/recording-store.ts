import * as z from 'zod/mini';
import { readFiles, removeFiles, storeFile } from '#web/api/device-files.ts';
import { readSession } from '#web/api/session.ts';

/*
 * A recording on this device until it is uploaded, in pieces of a second, so that a reload or a crash loses nothing. Each person has their
 * own. docs/product/attachments.md#voice
 */

/** What was recorded so far. Each part is a file, in its pieces. */
export type StoredRecording = {
  readonly parts: readonly (readonly Uint8Array<ArrayBuffer>[])[];
  readonly levels: readonly number[];
  readonly seconds: number;
  /** Whether its author is done with it: it only has to be uploaded. */
  readonly isDone?: boolean | undefined;
};

export type RecordingStore = {
  read(): Promise<StoredRecording | undefined>;
  /** Adds a piece of a part, and what is known of the whole recording with it. */
  add(part: number, piece: Uint8Array<ArrayBuffer>, length: RecordedLength): Promise<void>;
  markDone(): Promise<void>;
  clear(): Promise<void>;
};

type RecordedLength = Pick<StoredRecording, 'levels' | 'seconds'>;

/** A key's numbers, in the order of their digits. */
const inOrder = (number: number) => String(number).padStart(5, '0');

const lengthSchema = z.object({
  levels: z.array(z.number()),
  seconds: z.number(),
  isDone: z.optional(z.boolean()),
});

/** The recording of the signed-in person for one place: `answer <inbox id>`, `letter <recipient id>`. */
export function recordingStoreOf(place: string): RecordingStore {
  const prefix = `recording ${readSession()?.userId} ${place} `;
  let pieces = 0;
  return {
    async read() {
      const files = await readFiles(prefix);
      const stored = files.filter(([key]) => key.startsWith(`${prefix}part`));
      const length = lengthSchema.safeParse(new Map(files).get(`${prefix}length`));
      pieces = stored.length;
      if (!length.success || stored.length === 0) return undefined;
      const parts = new Map<string, Uint8Array<ArrayBuffer>[]>();
      for (const [key, piece] of stored) {
        const [, part = ''] = key.slice(prefix.length).split(' ');
        if (piece instanceof Uint8Array)
          parts.set(part, [...(parts.get(part) ?? []), new Uint8Array(piece)]);
      }
      return { ...length.data, parts: [...parts.values()] };
    },
    async add(part, piece, length) {
      pieces += 1;
      await storeFile(`${prefix}part ${inOrder(part)} ${inOrder(pieces)}`, piece);
      const { levels, seconds } = length;
      await storeFile(`${prefix}length`, { levels, seconds });
    },
    async markDone() {
      const [stored] = await readFiles(`${prefix}length`);
      const length = lengthSchema.safeParse(stored?.[1]);
      if (length.success) await storeFile(`${prefix}length`, { ...length.data, isDone: true });
    },
    clear: () => removeFiles(prefix),
  };
}
