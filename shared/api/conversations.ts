import * as z from 'zod/mini';
import { id } from '../ids.ts';
import { CANCEL_REASONS, listFiltersOf, type Side } from '../rules/conversations/conversations.ts';
import { draftSubject, draftText } from '../rules/conversations/drafts.ts';
import {
  additionalInformation,
  declineNote,
  firstMessage,
  subject,
} from '../rules/conversations/messages.ts';
import { tierId } from '../rules/conversations/tier-id.ts';
import { dollars } from '../wire.ts';
import { conversationSeen } from './conversation-seen.ts';
import {
  conversationView,
  draftListItem,
  draftVersion,
  draftView,
  inboxListItem,
  orderListItem,
} from './entities.ts';
import { MOVES_MONEY } from './moves-money.ts';
import { DAY, HOUR, LETTER_BODY, MINUTE, nothing, one, operation, page } from './operation.ts';
import { paging } from './paging.ts';

/* Operations on conversations: the recipient's inbox and the sender's orders. docs/product/conversations.md */

/** A conversation ends once, so a limit need only stop programs. */
const ending = [{ per: 'caller', max: 60, within: 5 * MINUTE, inMemory: true }] as const;
/** Limits that suffice for a busy sender with a failing card, and are too low for testing stolen cards. */
const paying = [
  { per: 'caller', max: 60, within: HOUR },
  { per: 'caller', max: 200, within: DAY },
] as const;

/** The filter of a side's list; without one the list shows all. */
const filterOf = (side: Side) =>
  z.optional(z.enum(['', 'ALL', ...listFiltersOf(side)], 'Please choose one of the filters'));

const order = z.object({
  recipientId: id(),
  messageSubject: subject,
  messageText: firstMessage,
  /** The price that the sender saw. The card is held for this amount, or the call is refused with PRICE_CHANGED. */
  price: dollars('Please confirm the price that you were shown'),
  /** The tier that the sender chose, from the profile. It names what was shown: a changed tier has another id. */
  tierId: z.optional(tierId),
  /** The draft that is sent: it must still have this version, and is deleted once it is paid. Both fields or neither. */
  draftId: z.optional(draftVersion.draftId),
  draftVersion: z.optional(draftVersion.draftVersion),
});

const cannotPay = 'People cannot pay for a message; no card is charged.';

/** One operation under two names: the recipient's term and the sender's. */
const payWithCardOnFile = {
  method: 'POST',
  who: 'verified',
  uses: MOVES_MONEY,
  idempotent: 'byKey',
  limits: paying,
  maxBodyBytes: LETTER_BODY,
  impact: cannotPay,
  input: order,
  output: one(conversationView),
} as const;

export const createInbox = operation({ name: 'createInbox', ...payWithCardOnFile });

export const createOrder = operation({
  name: 'createOrder',
  aliasOf: 'createInbox',
  ...payWithCardOnFile,
});

export const createInboxWithPayment = operation({
  name: 'createInboxWithPayment',
  method: 'POST',
  who: 'verified',
  uses: MOVES_MONEY,
  idempotent: 'byKey',
  limits: paying,
  maxBodyBytes: LETTER_BODY,
  impact: 'People cannot pay with a new card; no card is charged.',
  input: z.extend(order, {
    creditCardName: z
      .string('Please enter the name on card')
      .check(
        z.trim(),
        z.minLength(5, 'Please enter the name on card'),
        z.maxLength(120, 'Please enter the name on card'),
      ),
    paymentMethodId: z
      .string('Please enter a credit card number')
      .check(z.regex(/^pm_\w{1,120}$/, 'Please enter a credit card number')),
  }),
  output: one(conversationView),
});

export const confirmInboxPayment = operation({
  name: 'confirmInboxPayment',
  method: 'POST',
  who: 'verified',
  uses: MOVES_MONEY,
  idempotent: 'byNature',
  limits: ending,
  impact: 'Payments that senders confirmed with their bank are completed up to ten minutes late.',
  input: z.object({ inboxId: id() }),
  output: one(conversationView),
});

export const checkPendingInbox = operation({
  name: 'checkPendingInbox',
  method: 'POST',
  who: 'verified',
  uses: ['conversations.read', 'usernames.read'],
  impact:
    'Senders see only on paying that they have a pending message already; they are not charged.',
  /** Without `userId` the call is about the support account. */
  input: z.object({ userId: z.optional(id()) }),
  output: z.object({
    hasPendingInbox: z.boolean(),
    /** The id of the pending message. */
    inboxId: z.optional(z.string()),
  }),
});

export const viewInboxList = operation({
  name: 'viewInboxList',
  method: 'GET',
  who: 'verified',
  uses: ['accounts.read', 'conversations.read'],
  impact: 'Recipients cannot see their messages while the deadline runs.',
  input: z.object({ filter: filterOf('recipient'), ...paging }),
  output: page(inboxListItem),
});

export const viewOrderList = operation({
  name: 'viewOrderList',
  method: 'GET',
  who: 'verified',
  uses: ['accounts.read', 'conversations.read'],
  impact: 'Senders cannot see their orders.',
  input: z.object({ filter: filterOf('sender'), ...paging }),
  output: page(orderListItem),
});

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
  uses: ['accounts.read', 'conversations.read'],
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

/*
 * Drafts: messages that are not paid for. There is one per sender and recipient. Each save increments the version and names the
 * version it is based on, so that two devices never overwrite each other.
 */

export const saveDraft = operation({
  name: 'saveDraft',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write'],
  /** The browser saves at most every 1.5 seconds while a person types. */
  limits: [{ per: 'caller', max: 240, within: 5 * MINUTE, inMemory: true }],
  idempotent: 'byNature',
  maxBodyBytes: LETTER_BODY,
  impact: 'Drafts are saved on the device only, and cannot be paid for.',
  input: z.object({
    recipientId: id(),
    messageSubject: draftSubject,
    messageText: draftText,
    /** The version that this save is based on; both absent for the first one. */
    draftId: z.optional(draftVersion.draftId),
    draftVersion: z.optional(draftVersion.draftVersion),
  }),
  output: one(draftView),
});

export const viewDraft = operation({
  name: 'viewDraft',
  method: 'GET',
  who: 'verified',
  uses: ['accounts.read'],
  impact: 'People cannot pay for a draft, and see only the version saved on their device.',
  input: z.object({ recipientId: id() }),
  output: z.object({ data: z.array(draftView).check(z.maxLength(1)) }),
});

export const viewDrafts = operation({
  name: 'viewDrafts',
  method: 'GET',
  who: 'verified',
  uses: ['accounts.read'],
  impact: 'People cannot see the list of their drafts.',
  input: z.object({ ...paging }),
  output: page(draftListItem),
});

export const deleteDraft = operation({
  name: 'deleteDraft',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write'],
  idempotent: 'byNature',
  limits: [{ per: 'caller', max: 120, within: 5 * MINUTE, inMemory: true }],
  impact: 'People cannot delete a draft; it expires after 30 days.',
  input: z.object({ recipientId: id(), ...draftVersion }),
  output: nothing,
});
