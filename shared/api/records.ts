import * as z from 'zod/mini';
import { id } from '../ids.ts';
import { MONEY_STATES } from '../rules/conversations/conversations.ts';
import { MESSAGE_KINDS } from '../rules/conversations/message-kinds.ts';
import { RECORD_FORMAT } from '../rules/conversations/record-chain.ts';
import { DECLARATIONS, RECORDING_TEXTS } from '../rules/conversations/written-by.ts';
import { boughtTier } from './offer-entities.ts';
import { MINUTE, one, operation } from './operation.ts';

/* The record of a paid conversation, which both of its sides can download. docs/product/conversations.md#record */

const text = z.string();
const amount = z.optional(z.int());
const person = z.optional(z.object({ fullName: text, username: text }));

/** An entry. Amounts are in cents, and times texts in ISO 8601, so that the hash covers exactly what is sent. */
const recordEntry = z.object({
  number: z.int(),
  at: text,
  /** CONVERSATION for the first entry, an event of the timeline, MESSAGE or BOOKED. */
  what: text,
  by: z.optional(z.enum(['SENDER', 'RECIPIENT', 'PLATFORM', 'BANK'])),
  // Only in the first entry.
  conversationId: z.optional(text),
  recordFor: z.optional(z.enum(['sender', 'recipient'])),
  subject: z.optional(text),
  sender: person,
  recipient: person,
  priceCents: amount,
  currency: z.optional(text),
  tier: z.optional(boughtTier),
  // Only in an event.
  moneyState: z.optional(z.enum(MONEY_STATES)),
  reasonCode: z.optional(text),
  note: z.optional(text),
  // Only in a message.
  messageId: z.optional(text),
  messageKind: z.optional(z.enum(MESSAGE_KINDS)),
  text: z.optional(text),
  textHash: z.optional(text),
  /** The files of a message, with their SHA-256 in base64url. */
  files: z.optional(
    z.array(z.object({ kind: text, name: text, type: text, bytes: z.int(), sha256: text })),
  ),
  // Only in an answer, if its author declared who wrote it.
  writtenBy: z.optional(z.enum(DECLARATIONS)),
  textOfRecording: z.optional(z.enum(RECORDING_TEXTS)),
  typedCharacters: z.optional(z.int()),
  pastedCharacters: z.optional(z.int()),
  writingMinutes: z.optional(z.int()),
  // In a booking, and in an event that moves money. The recipient's record also has the fee and the earning.
  booking: z.optional(text),
  amountCents: amount,
  feeCents: amount,
  earningCents: amount,
  /** SHA-256 of the previous hash and the canonical JSON of the entry without its hash. */
  hash: text,
});

/** Each call reads all messages, so the limit is lower than that of a screen. */
export const viewConversationRecord = operation({
  name: 'viewConversationRecord',
  method: 'GET',
  who: 'verified',
  uses: ['accounts.read', 'conversations.read', 'ledger.read'],
  limits: [{ per: 'caller', max: 30, within: 5 * MINUTE, inMemory: true }],
  impact: 'People cannot download the record of a conversation; the conversation stays readable.',
  input: z.object({ conversationId: id() }),
  output: one(
    z.object({
      format: z.literal(RECORD_FORMAT),
      conversationId: text,
      side: z.enum(['sender', 'recipient']),
      entries: z.array(recordEntry),
    }),
  ),
});
