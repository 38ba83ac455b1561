import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from './data-files.ts';

/** A stored file with its content type and cache lifetime. */
type MediaFile = {
  readonly type: string;
  /** How long browsers and edge caches may keep it; absent for no limit. */
  readonly cacheControl?: string | undefined;
  readonly body: Uint8Array;
};

/** The files of the media bucket. Each is a file on disk, with its metadata on the first line. */
export class MediaStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = join(folder, 'media');
    mkdirSync(this.#folder, { recursive: true });
  }

  put(key: string, { body, ...about }: MediaFile): void {
    writeAtomically(
      this.#fileOf(key),
      Buffer.concat([Buffer.from(`${JSON.stringify(about)}\n`), body]),
    );
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

  /** The keys with this prefix, in order. */
  keysWith(prefix: string): string[] {
    const keys = readdirSync(this.#folder).map((name) => decodeURIComponent(name));
    return keys.filter((key) => key.startsWith(prefix)).sort();
  }

  /** Escapes every character that has a meaning in the file system, so that no key leads outside the folder. */
  #fileOf(key: string): string {
    return join(this.#folder, encodeURIComponent(key).replace(/^\./, '%2E'));
  }
}
