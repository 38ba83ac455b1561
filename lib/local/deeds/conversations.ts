import type { PlacedPicture } from '#shared/rules/attachments/attachments.ts';
import {
  type Caller,
  type CallOptions,
  type Deed,
  type Entity,
  type Fields,
  returning,
} from './calls.ts';
import { draftFields } from './drafts.ts';
import { listField } from './list-fields.ts';
import { ANSWER, CLARIFYING_QUESTION, INFORMATION, QUESTION, SUBJECT } from './texts.ts';
import type { DraftRef, Order, Ref } from './things.ts';

/* What people do in paid conversations: pay, answer, ask for information, decline, close, cancel. */

/** How a letter is paid. */
export type PayOptions = CallOptions & {
  /** The payment method of Stripe, such as `pm_card_visa`; absent: the card on file. */
  readonly card?: string | undefined;
  /** Whether `card` was chosen in the sheet of a wallet, which tells no name. */
  readonly byWallet?: boolean;
  readonly nameOnCard?: string;
  readonly subject?: string;
  readonly text?: string;
  /** In dollars, as the sender was shown it. */
  readonly price?: string;
  /** The id of the tier that is paid for; absent: none. */
  readonly tier?: string;
  /** The ids of its attachments. */
  readonly attachments?: readonly string[];
  /** The draft that is sent. */
  readonly draft?: DraftRef;
};

/** The fields of a letter to somebody, as the operations that pay for it take them. */
export const letterTo = (
  recipient: Ref,
  {
    subject = SUBJECT,
    text = QUESTION,
    price = '25.00',
    tier,
    attachments,
    draft,
  }: PayOptions = {},
) => ({
  recipientId: recipient.id,
  messageSubject: subject,
  messageText: text,
  price,
  ...(tier !== undefined && { tierId: tier }),
  ...listField('attachments', attachments),
  ...(draft && draftFields(draft)),
});

export const conversationDeeds = (me: Caller) => ({
  /** Writes a letter and pays for it. It is refused as BANK_AUTHENTICATION if the bank wants to ask the sender. */
  pays(recipient: Ref, options: PayOptions = {}): Deed<Entity<'createInboxWithPayment'> & Order> {
    const { card, nameOnCard = 'Person Number', byWallet } = options;
    const holder = byWallet ? { byWallet } : { creditCardName: nameOnCard };
    const letter = letterTo(recipient, options);
    const paid = card
      ? me.makes('createInboxWithPayment', { ...letter, ...holder, paymentMethodId: card }, options)
      : me.makes('createInbox', letter, options);
    return returning(paid, (one) => ({ ...one, sender: { id: me.id }, recipient }));
  },
  /** Answers a paid message; afterwards the conversation is open unless `closes`. */
  answers(
    order: Ref,
    { text = ANSWER, closes = false, ...options }: AnswerOptions = {},
  ): Deed<Entity<'createInboxMessage'>> {
    const conversationStatus = closes ? 'COMPLETED' : 'OPEN';
    const { written, kind, attachments, placedPictures, ...rest } = options;
    return me.makes(
      'createInboxMessage',
      {
        inboxId: order.id,
        conversationStatus,
        messageBody: text,
        ...(kind && { messageKind: kind }),
        ...listField('attachments', attachments),
        ...listField('placedPictures', placedPictures),
        ...written,
      },
      rest,
    );
  },
  /** Writes a free reply in an open conversation, from the side that the caller is on. */
  writes(
    order: Order,
    { text = '<p>Thank you.</p>', closes = false, attachments, ...options }: AnswerOptions = {},
  ): Deed<Entity<'createOrderMessage'>> {
    const fields = {
      conversationStatus: closes ? 'COMPLETED' : 'OPEN',
      messageBody: text,
      ...listField('attachments', attachments),
    };
    return isRecipient(me, order)
      ? me.makes('createInboxMessage', { inboxId: order.id, ...fields }, options)
      : me.makes('createOrderMessage', { orderId: order.id, ...fields }, options);
  },
  /** Closes an open conversation. */
  closes: (order: Ref, options?: CallOptions) =>
    me.does('closeInbox', { inboxId: order.id }, options),
  /** Declines a paid message, which refunds it. */
  declines: (order: Ref, { note, ...options }: CallOptions & { readonly note?: string } = {}) =>
    me.does('declineInbox', { inboxId: order.id, note }, options),
  /** Reports a paid message, which refunds it. */
  reportsLetter: (
    order: Ref,
    { reason = 'SPAM_PHISHING', text, ...options }: TextOptions & { readonly reason?: string } = {},
  ) =>
    me.does(
      'reportInbox',
      { inboxId: order.id, reasonCode: reason, ...(text && { additionalInformation: text }) },
      options,
    ),
  /** Takes an unanswered letter back, which refunds it. */
  cancels: (
    order: Ref,
    { reason = 'MISTAKE', ...options }: CallOptions & { readonly reason?: string } = {},
  ) => me.does('cancelOrder', { inboxId: order.id, reasonCode: reason }, options),
  /** Asks the sender for information, which pauses the deadline. */
  asks: (order: Ref, { text = CLARIFYING_QUESTION, ...options }: TextOptions = {}) =>
    me.makes('askForInformation', { inboxId: order.id, messageBody: text }, options),
  /** Gives the information that the recipient asked for. */
  tells: (order: Ref, { text = INFORMATION, ...options }: TextOptions = {}) =>
    me.makes('giveInformation', { orderId: order.id, messageBody: text }, options),
  /** Ends the pause of the deadline. */
  endsPause: (order: Ref, options?: CallOptions) =>
    me.does('endClarification', { conversationId: order.id }, options),
  /** Marks a letter as read by its recipient. */
  readsLetter: (order: Ref, options?: CallOptions) =>
    me.does('markInboxAsRead', { inboxId: order.id }, options),
  /** Says that a letter has arrived on a device of its recipient. */
  receivesLetter: (order: Ref, options?: CallOptions) =>
    me.does('markInboxAsReceived', { inboxId: order.id }, options),
  /** Reminds the recipient of a letter without an answer, once. */
  nudges: (order: Ref, options?: CallOptions) =>
    me.does('nudgeRecipient', { orderId: order.id }, options),
  /** The conversation, as the caller's side sees it. */
  sees: (order: Order, options?: CallOptions) => seenBy(me, order, options),
  /** The conversation as its sender sees it, whoever the caller is. */
  seesAsSender: (order: Ref, options?: CallOptions) =>
    me.makes('viewOrder', { id: order.id }, options),
  /** The conversation as its recipient sees it, whoever the caller is. */
  seesAsRecipient: (order: Ref, options?: CallOptions) =>
    me.makes('viewInbox', { id: order.id }, options),
  /** Completes a payment about which the bank has asked the sender. */
  confirmsPayment: (order: Ref, options?: CallOptions) =>
    me.makes('confirmInboxPayment', { inboxId: order.id }, options),
  /** Whether the caller has an unanswered letter to somebody; without them, to the support account. */
  looksForPendingLetter: (recipient?: Ref, options?: CallOptions) =>
    me.does('checkPendingInbox', { userId: recipient?.id }, options),
  /** A page of the letters to the caller. */
  inbox: (input?: Fields, options?: CallOptions) => me.does('viewInboxList', input, options),
  /** A page of the letters from the caller. */
  outbox: (input?: Fields, options?: CallOptions) => me.does('viewOrderList', input, options),
});

const isRecipient = (me: Caller, order: Order) => me.id === order.recipient.id;

function seenBy(me: Caller, order: Order, options?: CallOptions): Deed<Entity<'viewOrder'>> {
  return isRecipient(me, order)
    ? me.makes('viewInbox', { id: order.id }, options)
    : me.makes('viewOrder', { id: order.id }, options);
}

/** A text in place of the usual one. */
export type TextOptions = CallOptions & { readonly text?: string };

export type AnswerOptions = TextOptions & {
  /** Whether the conversation is closed with it. */
  readonly closes?: boolean;
  /** What the author says about how it was written; absent: nothing. */
  readonly written?: Readonly<Record<string, unknown>>;
  /** What the author means it to be, so that a second answer does not become a free reply; absent: what the status says. */
  readonly kind?: 'PAID_RESPONSE' | 'REPLY';
  /** The ids of its attachments. */
  readonly attachments?: readonly string[];
  /** The picture between two of its paragraphs. */
  readonly placedPictures?: readonly PlacedPicture[];
};
