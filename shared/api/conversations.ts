import * as z from 'zod/mini';
import { id } from '../ids.ts';
import { CANCEL_REASONS } from '../rules/conversations/conversations.ts';
import { additionalInformation, declineNote } from '../rules/conversations/messages.ts';
import { conversationSeen } from './conversation-seen.ts';
import { MOVES_MONEY } from './moves-money.ts';
import { MINUTE, nothing, one, operation } from './operation.ts';

/* Operations on conversations: the recipient's inbox and the sender's orders. docs/product/conversations.md */

/** A conversation ends once, so a limit need only stop programs. */
const ending = [{ per: 'caller', max: 60, within: 5 * MINUTE, inMemory: true }] as const;

export const viewInbox = operation({
  name: 'viewInbox',
  method: 'GET',
  who: 'verified',
  uses: ['accounts.read', 'conversations.read'],
  impact: 'Recipients cannot open a message while the deadline runs.',
  input: z.object({ id: id() }),
  output: one(conversationSeen),
});

export const viewOrder = operation({
  name: 'viewOrder',
  method: 'GET',
  who: 'verified',
  uses: ['accounts.read', 'conversations.read', 'devices.read', 'emailReceipts.read'],
  impact: 'Senders cannot open their orders.',
  input: z.object({ id: id() }),
  output: one(conversationSeen),
});

export const markInboxAsReceived = operation({
  name: 'markInboxAsReceived',
  method: 'POST',
  who: 'verified',
  uses: ['conversations.write'],
  impact: 'Messages keep looking new in the list.',
  input: z.object({ inboxId: id() }),
  output: nothing,
});

export const markInboxAsRead = operation({
  name: 'markInboxAsRead',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write', 'conversations.write'],
  impact: 'Senders do not see that their message was read.',
  input: z.object({ inboxId: id() }),
  output: nothing,
});

export const markInboxMessageAsRead = operation({
  name: 'markInboxMessageAsRead',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write', 'conversations.write'],
  impact: 'Senders do not see that their message was read.',
  input: z.object({ inboxMessageId: id() }),
  output: nothing,
});

export const markOrderMessageAsRead = operation({
  name: 'markOrderMessageAsRead',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write', 'conversations.write'],
  impact: 'Answers keep counting as unread on the dashboard.',
  input: z.object({ orderMessageId: id() }),
  output: nothing,
});

export const cancelOrder = operation({
  name: 'cancelOrder',
  method: 'POST',
  who: 'verified',
  uses: MOVES_MONEY,
  idempotent: 'byKey',
  limits: ending,
  impact: 'Senders cannot cancel a message; their money stays safe until the deadline.',
  input: z.object({
    inboxId: id(),
    reasonCode: z.enum(CANCEL_REASONS, 'Please choose a reason'),
    additionalInformation,
  }),
  output: nothing,
});

export const declineInbox = operation({
  name: 'declineInbox',
  method: 'POST',
  who: 'verified',
  uses: MOVES_MONEY,
  idempotent: 'byKey',
  limits: ending,
  impact: 'Recipients cannot decline a message; the sender’s money stays safe until the deadline.',
  /** `note` is shown to the sender. */
  input: z.object({ inboxId: id(), note: z.optional(declineNote) }),
  output: nothing,
});

export const closeInbox = operation({
  name: 'closeInbox',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write', 'conversations.write', 'events.append'],
  idempotent: 'byKey',
  limits: ending,
  impact: 'Recipients can close an open conversation only with a last reply.',
  input: z.object({ inboxId: id() }),
  output: nothing,
});
