import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from './kept-file.ts';

/** A stored file and what it says it is. */
export type MediaFile = { readonly type: string; readonly body: Uint8Array };

/** The files of the media bucket: one file each on disk, its content type on the first line. */
export class MediaStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = join(folder, 'media');
    mkdirSync(this.#folder, { recursive: true });
  }

  put(key: string, { type, body }: MediaFile): void {
    writeWhole(
      this.#fileOf(key),
      Buffer.concat([Buffer.from(`${JSON.stringify({ type })}\n`), body]),
    );
  }

  get(key: string): MediaFile | undefined {
    try {
      const whole = readFileSync(this.#fileOf(key));
      const end = whole.indexOf(0x0a);
      const { type } = JSON.parse(whole.subarray(0, end).toString('utf8')) as { type: string };
      return { type, body: whole.subarray(end + 1) };
    } catch {
      return undefined;
    }
  }

  delete(key: string): void {
    rmSync(this.#fileOf(key), { force: true });
  }

  /** No key reaches outside the folder: every character with a meaning to the file system is escaped. */
  #fileOf(key: string): string {
    return join(this.#folder, encodeURIComponent(key).replace(/^\./, '%2E'));
  }
}
