import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import * as z from 'zod/mini';
import { HINTS_PER_CALL } from '#shared/live.ts';
import { type Answer, type AwsWorld, json } from './service.ts';

/** The largest request in bytes. https://docs.aws.amazon.com/general/latest/gr/appsync.html */
const BODY_MAX = 240 * 1024;

const publication = z.object({
  channel: z.string().check(z.regex(/^(\/[A-Za-z0-9-]{1,50}){1,5}$/)),
  events: z.array(z.string()).check(z.minLength(1), z.maxLength(HINTS_PER_CALL)),
});

/** Whether a request is one to publish events. */
export const isPublication = ({ method, url }: IncomingMessage): boolean =>
  method === 'POST' && url === '/event';

/**
 * Emulates publishing to a channel of an AppSync Event API, signed for IAM.
 * https://docs.aws.amazon.com/appsync/latest/eventapi/publish-http.html
 */
export function answerAppSync(world: AwsWorld, request: IncomingMessage, sent: Buffer): Answer {
  if (!isSigned(request))
    return error(401, 'UnauthorizedException', 'You are not authorized to make this call.');
  if (sent.length > BODY_MAX)
    return error(413, 'RequestTooLargeException', 'The request is larger than 240 KB.');
  const read = publication.safeParse(parsed(sent));
  if (!read.success || !read.data.events.every((event) => parsed(event) !== undefined))
    return error(400, 'BadRequestException', 'The channel or the events are not valid.');
  const { channel, events } = read.data;
  world.onLiveEvents?.(channel, events);
  return json(200, {
    failed: [],
    successful: events.map((_, index) => ({ identifier: randomUUID(), index })),
  });
}

/** Whether the request has a signature for this service; like in the other services, it is not verified. */
const isSigned = ({ headers }: IncomingMessage): boolean =>
  /^AWS4-HMAC-SHA256 Credential=[^,]+\/appsync\/aws4_request,/.test(headers.authorization ?? '');

function parsed(text: Buffer | string): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}

const error = (status: number, errorType: string, message: string): Answer =>
  json(status, { errors: [{ errorType, message }] });
