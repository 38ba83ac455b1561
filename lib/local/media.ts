import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from './kept-file.ts';

/** A stored file and what it says it is. */
export type MediaFile = {
  readonly type: string;
  /** How long others may keep it; absent, for good. */
  readonly cacheControl?: string | undefined;
  readonly body: Uint8Array;
};

/** The files of the media bucket: one file each on disk, what is said about it on the first line. */
export class MediaStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = join(folder, 'media');
    mkdirSync(this.#folder, { recursive: true });
  }

  put(key: string, { body, ...about }: MediaFile): void {
    writeWhole(this.#fileOf(key), Buffer.concat([Buffer.from(`${JSON.stringify(about)}\n`), body]));
  }

  get(key: string): MediaFile | undefined {
    try {
      const whole = readFileSync(this.#fileOf(key));
      const end = whole.indexOf(0x0a);
      const about = JSON.parse(whole.subarray(0, end).toString('utf8')) as Omit<MediaFile, 'body'>;
      return { ...about, body: whole.subarray(end + 1) };
    } catch {
      return undefined;
    }
  }

  delete(key: string): void {
    rmSync(this.#fileOf(key), { force: true });
  }

  /** The keys that begin like this, in order. */
  keysWith(prefix: string): string[] {
    const keys = readdirSync(this.#folder).map((name) => decodeURIComponent(name));
    return keys.filter((key) => key.startsWith(prefix)).sort();
  }

  /** No key reaches outside the folder: every character with a meaning to the file system is escaped. */
  #fileOf(key: string): string {
    return join(this.#folder, encodeURIComponent(key).replace(/^\./, '%2E'));
  }
}
