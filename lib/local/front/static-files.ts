import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import sirv, { type RequestHandler } from 'sirv';
import { APPLE_DOMAIN_PATH } from '../../apple-domain-file.ts';
import { cacheControlOf } from '../../cache-headers.ts';

/** Serves the files of a folder that does not change; calls `next` for every other path. */
export const filesOf = (folder: string): RequestHandler =>
  sirv(folder, {
    etag: true,
    brotli: true,
    gzip: true,
    extensions: [],
    // Files with a hash in their names never change; browsers revalidate all others.
    setHeaders: (response, path) => {
      response.setHeader('cache-control', cacheControlOf(path));
      if (path.endsWith('.js'))
        response.setHeader('content-type', 'text/javascript; charset=utf-8');
      if (path === APPLE_DOMAIN_PATH)
        response.setHeader('content-type', 'text/plain; charset=utf-8');
    },
  });

const COMPRESSIBLE = /\.(html|m?js|css|json|webmanifest|svg|txt)$/;
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

/**
 * Writes a compressed copy beside each text file of a folder, because CloudFront compresses responses. Source maps have none:
 * only developer tools ask for them, and they are most of the bytes.
 */
export function compressFiles(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!COMPRESSIBLE.test(name)) continue;
    const bytes = readFileSync(join(folder, name));
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes, QUALITY));
    writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes));
  }
}
