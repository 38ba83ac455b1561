import * as z from 'zod/mini';
import { chatMessage } from './api/chat-entities.ts';
import { type Instant, instant, MINUTE } from './time.ts';

/*
 * Live hints: small messages over a WebSocket about what has changed, so that open screens need not poll
 * (docs/product/live.md). A hint may be lost or repeated, and hints may arrive in any order. Whoever gets one asks for what it
 * missed, or shows what it holds if that follows directly on what is known.
 */

/** The largest hint in bytes of JSON. A chat message that makes it larger is left out, and is asked for. */
export const HINT_MAX_BYTES = 2_048;
/** The largest number of hints in one call to publish. https://docs.aws.amazon.com/appsync/latest/eventapi/publish-http.html */
export const HINTS_PER_CALL = 5;

const id = z.string();

export const hint = z.discriminatedUnion('kind', [
  /** A message in a chat of the person; `message` is absent if it is too large. */
  z.object({
    kind: z.literal('chatMessage'),
    chatId: id,
    number: z.int(),
    message: z.optional(chatMessage),
  }),
  /** A message was edited, deleted or reacted to. */
  z.object({
    kind: z.literal('chatMessageChanged'),
    chatId: id,
    revision: z.int(),
    message: z.optional(chatMessage),
  }),
  /** Somebody is typing until a time (epoch milliseconds); null: they have stopped. */
  z.object({
    kind: z.literal('chatTyping'),
    chatId: id,
    userId: id,
    avatarUrl: z.nullable(z.string()),
    until: z.nullable(z.number()),
  }),
  /** A member has read up to the message of this number. */
  z.object({ kind: z.literal('chatRead'), chatId: id, userId: id, upTo: z.int() }),
  /** A chat was created, renamed or left, or its members changed. */
  z.object({ kind: z.literal('chat'), chatId: id }),
  /** A conversation is new or has changed: `inbox` for its recipient, `order` for its sender. */
  z.object({
    kind: z.literal('conversation'),
    conversationId: id,
    side: z.enum(['inbox', 'order']),
  }),
  /** Contacts or invitations have changed. */
  z.object({ kind: z.literal('contacts') }),
  /** The account, its plan or its payouts have changed. */
  z.object({ kind: z.literal('account') }),
  /** A session of the person ended, or with null every one. */
  z.object({ kind: z.literal('sessionEnded'), sessionId: z.nullable(id) }),
]);

/** A hint as it is sent and received. Times are text in it, as in responses. */
export type Hint = z.input<typeof hint>;
/** A hint as the client has read it. */
export type ReadHint = z.output<typeof hint>;

/** The same hint, without its chat message if it would be larger than `bytes`. */
export function hintWithin(bytes: number, whole: Hint): Hint {
  if (!('message' in whole)) return whole;
  if (new TextEncoder().encode(JSON.stringify(whole)).length <= bytes) return whole;
  const { message: _, ...rest } = whole;
  return rest;
}

/*
 * Channels. A person has one channel for each period of ten minutes: `/people/{userId}/{period}`. AppSync checks a token only
 * when a subscription begins and keeps it for up to a day. With periods, a subscription ends with the period, and the next one
 * needs a token that is valid to its end: so nobody reads for longer than their token is valid. The periods of different people
 * begin at different times, so that not everybody subscribes at once.
 */

export const CHANNEL_NAMESPACE = 'people';
const PERIOD = 10 * MINUTE;

/** The channel of a person in the period of this moment. */
export const channelAt = (userId: string, moment: Instant): string =>
  `/${CHANNEL_NAMESPACE}/${userId}/${Math.floor((moment + offsetOf(userId)) / PERIOD)}`;

/** The end of the period of this moment, which is when the next one begins. */
export const periodEndOf = (userId: string, moment: Instant): Instant =>
  instant((Math.floor((moment + offsetOf(userId)) / PERIOD) + 1) * PERIOD - offsetOf(userId));

/** The person and the end of the period of a channel; undefined for any other text. */
export function readChannel(
  channel: string,
): { readonly userId: string; readonly ends: Instant } | undefined {
  const [, userId, period] = CHANNEL.exec(channel) ?? [];
  if (!userId) return undefined;
  return { userId, ends: instant((Number(period) + 1) * PERIOD - offsetOf(userId)) };
}

const CHANNEL = new RegExp(`^/${CHANNEL_NAMESPACE}/([0-9A-HJKMNP-TV-Z]{26})/([1-9]\\d{0,8})$`);

/** Milliseconds by which the periods of a person are shifted: from the random part of the id. */
const offsetOf = (userId: string): number => Number.parseInt(userId.slice(-4), 36) % PERIOD;
