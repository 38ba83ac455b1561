import { join } from 'node:path';
import { readJson, writeAtomically } from './data-files.ts';

/** The path of the sites on the origin of the local system. */
export const SITES_PATH = '/_local/sites';

/**
 * The web sites of this machine, in the file `sites.json`: HTML by host and path. Links that people verify are looked up here, because
 * nothing leaves the machine. `{origin}` in a page stands for the address of the local system.
 */
export class Sites {
  readonly #file: string;
  readonly #origin: string;

  constructor(folder: string, origin: string) {
    this.#file = join(folder, 'sites.json');
    this.#origin = origin;
  }

  /** The address below which the functions find the sites. */
  get url(): string {
    return `${this.#origin}${SITES_PATH}`;
  }

  /** The HTML of a page: `example.com/about`. */
  page(address: string): string | undefined {
    return this.#pages()[address]?.replaceAll('{origin}', this.#origin);
  }

  /** Puts a page on a site, in place of the one that is there. */
  put(address: string, html: string): void {
    writeAtomically(this.#file, JSON.stringify({ ...this.#pages(), [address]: html }, null, 2));
  }

  #pages(): Readonly<Record<string, string>> {
    return readJson<Readonly<Record<string, string>>>(this.#file, {});
  }
}
