import type { RawData } from 'ws';
import * as z from 'zod/mini';

/* What a client sends over the WebSocket of an AppSync Event API. */

const toServer = z.object({
  type: z.string(),
  id: z.optional(z.string().check(z.maxLength(128))),
  channel: z.optional(z.string()),
  authorization: z.optional(z.record(z.string(), z.unknown())),
});

export type ToServer = z.output<typeof toServer>;

/** Reads a message; undefined if it is not valid. */
export function readMessage(data: RawData): ToServer | undefined {
  const read = toServer.safeParse(parsed(String(data)));
  return read.success ? read.data : undefined;
}

/** The subprotocol that every client names. */
export const LIVE_PROTOCOL = 'aws-appsync-event-ws';
const HEADER_PREFIX = 'header-';

/** Reads the headers of the handshake, which a client sends as a second subprotocol, in base64url. */
export function headersOf(protocols: string | undefined): Record<string, unknown> | undefined {
  const names = (protocols ?? '').split(',').map((name) => name.trim());
  const encoded = names.find((name) => name.startsWith(HEADER_PREFIX));
  if (!names.includes(LIVE_PROTOCOL) || encoded === undefined) return undefined;
  const text = Buffer.from(encoded.slice(HEADER_PREFIX.length), 'base64url').toString();
  const read = z.record(z.string(), z.unknown()).safeParse(parsed(text));
  return read.success ? read.data : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
