import * as z from 'zod/mini';
import { UNDECIDED_CLAIM_STATES } from '../rules/conversations/claim-states.ts';
import { MONEY_STATES, STATUSES } from '../rules/conversations/conversations.ts';
import { dollars, moment } from '../wire.ts';

/* The lists of conversations in responses of the API. */

const text = z.string();
const maybeText = z.nullable(z.string());
const status = z.enum(STATUSES);

const moneyState = z.enum(MONEY_STATES);

/** The fields of a conversation for both sides; an inbox and its order have the same. */
export const conversation = {
  id: text,
  subject: text,
  status,
  senderId: text,
  senderName: text,
  senderUsername: text,
  senderAvatarUrl: maybeText,
  recipientId: text,
  recipientName: text,
  recipientUsername: text,
  recipientAvatarUrl: maybeText,
  price: dollars(),
  netEarnings: dollars(),
  timeReceived: moment,
  expiringSoon: z.boolean(),
  /** Whether the caller may write now: the paid response, or a free reply. */
  allowResponse: z.boolean(),
  reasonCode: maybeText,
  /** A help ticket has no deadline: the end of the year 9999. */
  deadlineAt: moment,
  modifiedAt: moment,
  moneyState,
};

const row = {
  lastMessageUserId: text,
  /** Whether the newest message was opened: by the caller, or by the other side if the caller wrote it. */
  messageRead: z.boolean(),
  /** Whether it was shown in the caller's list before but not opened. */
  messageSeen: z.boolean(),
  /** Whether the caller's list shows it for the first time. */
  messageNew: z.boolean(),
  /** The state of a claim that is not decided; null if there is none. OPEN waits for the recipient, IMPROVED for the sender. */
  claimState: z.nullable(z.enum(UNDECIDED_CLAIM_STATES)),
  /** The number of its pictures and PDFs; absent without any. */
  fileCount: z.optional(z.int()),
  /** The length of its recording in seconds, of the other side's if both have one; absent without one. */
  voiceSeconds: z.optional(z.number()),
};

export const inboxListItem = z.object({
  ...conversation,
  ...row,
  prettyDateSent: text,
  /** The part of the recipient's earning that is frozen or lost in a dispute. */
  netDisputed: dollars(),
  /** The part of the earning that is gone: by a lost dispute, a claim, or a refund that support let the recipient bear. */
  netLost: dollars(),
  /** The state of a dispute of the payment; null if there is none, or if it was won. */
  dispute: z.nullable(z.enum(['OPEN', 'LOST'])),
});

export const orderListItem = z.object({
  ...conversation,
  ...row,
  rawModificationTime: moment,
  prettyModificationDate: text,
});
