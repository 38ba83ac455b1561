import type { IncomingMessage } from 'node:http';

/** A body that is longer than it may be. */
export class TooLarge extends Error {}

/** The whole body. Throws TooLarge once it passes the limit in bytes; the rest is read and dropped, so that the answer arrives. */
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
