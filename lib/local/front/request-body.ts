import type { IncomingMessage } from 'node:http';

/** The error for a body that exceeds the limit. */
export class TooLarge extends Error {}

/**
 * Reads the whole body. Throws TooLarge once it exceeds the limit in bytes; the rest is read and dropped, so that the response
 * arrives.
 */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= limit) chunks.push(chunk);
      else chunks.length = 0;
    });
    request.once('end', () =>
      length > limit ? reject(new TooLarge()) : resolve(Buffer.concat(chunks)),
    );
    request.once('error', reject);
  });
}
