import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { cacheControlOf } from '../../cache-headers.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};
const COMPRESSIBLE = /^(text\/|application\/(json|manifest)|image\/svg)/;

type Encoding = 'br' | 'gzip' | 'identity';
type Kept = {
  readonly type: string;
  readonly etag: string;
  readonly bodies: Partial<Record<Encoding, Promise<Buffer>>>;
};

/** By path: what becomes of the text of a file. */
type Changed = Readonly<Record<string, (text: string) => string>>;

const compressors: Record<Exclude<Encoding, 'identity'>, (body: Buffer) => Promise<Buffer>> = {
  br: (body) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (body) => promisify(gzip)(body),
};

/** A folder of files that do not change, compressed once each at the first request. */
export class StaticFiles {
  readonly #folder: string;
  readonly #changed: Changed;
  readonly #kept = new Map<string, Kept>();

  /** `changed`: files whose text is another one where they are served. */
  constructor(folder: string, changed: Changed = {}) {
    this.#folder = folder;
    this.#changed = changed;
  }

  /** Whether there is such a file; no path leads out of the folder. */
  has(path: string): boolean {
    return this.#find(path) !== undefined;
  }

  /** The text of a file that is there. */
  text(path: string): string {
    return this.#bytesOf(path).toString('utf8');
  }

  /** Answers with a file that is there. Names with a hash in them never change; all else is checked each time. */
  async send(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const file = this.#find(path);
    if (!file) {
      response.writeHead(404).end();
      return;
    }
    response.setHeader('content-type', file.type);
    response.setHeader('cache-control', cacheControlOf(path));
    response.setHeader('etag', file.etag);
    response.setHeader('vary', 'accept-encoding');
    if (String(request.headers['if-none-match'] ?? '').includes(file.etag)) {
      response.writeHead(304).end();
      return;
    }
    const encoding = COMPRESSIBLE.test(file.type)
      ? encodingFor(String(request.headers['accept-encoding'] ?? ''))
      : 'identity';
    const body = await this.#bodyOf(file, path, encoding);
    if (encoding !== 'identity') response.setHeader('content-encoding', encoding);
    response.setHeader('content-length', body.length);
    response.writeHead(200).end(request.method === 'HEAD' ? undefined : body);
  }

  #bodyOf(file: Kept, path: string, encoding: Encoding): Promise<Buffer> {
    const body = Promise.resolve(this.#bytesOf(path));
    file.bodies[encoding] ??= encoding === 'identity' ? body : body.then(compressors[encoding]);
    return file.bodies[encoding];
  }

  #bytesOf(path: string): Buffer {
    const bytes = readFileSync(this.#pathOf(path));
    const change = this.#changed[path];
    return change ? Buffer.from(change(bytes.toString('utf8'))) : bytes;
  }

  #find(path: string): Kept | undefined {
    const known = this.#kept.get(path);
    if (known) return known;
    const file = this.#pathOf(path);
    if (!file.startsWith(this.#folder + sep) || !existsSync(file) || !statSync(file).isFile())
      return undefined;
    const hash = createHash('sha256').update(this.#bytesOf(path)).digest('base64url').slice(0, 16);
    const kept: Kept = {
      type: TYPES[extname(file)] ?? 'application/octet-stream',
      etag: `W/"${hash}"`,
      bodies: {},
    };
    this.#kept.set(path, kept);
    return kept;
  }

  #pathOf(path: string): string {
    return normalize(join(this.#folder, path));
  }
}

function encodingFor(accepted: string): Encoding {
  if (/\bbr\b/.test(accepted)) return 'br';
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity';
}
