import { SUPPORT_USERNAME } from '#shared/brand.ts';
import { newId } from '#shared/ids.ts';
import type { Cents } from '#shared/money.ts';
import { toDollars } from '#shared/money.ts';
import { invalidInput, Refusal } from '#shared/refusals.ts';
import { sourceOf } from '#shared/rules/analytics/sources.ts';
import { hasRecording } from '#shared/rules/attachments/attachments.ts';
import { isFreeInChat } from '#shared/rules/contacts/contact-terms.ts';
import { YOU_BLOCKED_THEM } from '#shared/rules/contacts/contacts.ts';
import { isFull, isPaused } from '#shared/rules/conversations/availability.ts';
import {
  type Conversation,
  isPending,
  type Order,
} from '#shared/rules/conversations/conversations.ts';
import { feeTermsOf } from '#shared/rules/conversations/fees.ts';
import { messageBeside } from '#shared/rules/conversations/prompt-answers.ts';
import type { PromptAnswer } from '#shared/rules/conversations/prompts.ts';
import { withFilesOf } from '#shared/rules/conversations/sent-files.ts';
import {
  begin,
  IDEMPOTENCY_KEY_LIFETIME,
  PAYING_TIME,
  undo,
} from '#shared/rules/conversations/state-machine.ts';
import { badgeOf } from '#shared/rules/profiles/badge.ts';
import type { Settings } from '#shared/settings.ts';
import { later } from '#shared/time.ts';
import { commitmentOf, refuseBlockedAccount } from '../accounts/blocked-accounts.ts';
import { attachmentsOfMessage } from '../attachments/attachments-of-message.ts';
import { refuseUnwanted } from '../attachments/unwanted-attachments.ts';
import { customerOf } from '../billing/stripe-customer.ts';
import type { StripePaymentStatus } from '../gateways/payments.ts';
import { cleanMessage } from '../html.ts';
import { isPublic, publicUserOf, type User } from '../storage/accounts/users.ts';
import { termsOf } from '../storage/contacts/contact-prices.ts';
import { isBlock, pairOf } from '../storage/contacts/contacts.ts';
import {
  changeConversation,
  conversationById,
  lockedConversationOf,
  saveOrder,
} from '../storage/conversations/conversations.ts';
import type { KeyedCall } from '../storage/idempotency.ts';
import { withCurrentProfiles } from './conversation-views.ts';
import { draftVersionIn } from './draft-version.ts';
import { earlierConversation, questionOf } from './new-conversation.ts';
import { lowestPrice, type Offer, offerOf, type PricesForSender } from './offers.ts';
import { answersIn, withAnswers } from './prompt-answers.ts';
import {
  type PaymentContext,
  savePaymentStatus,
  settleMoney,
  settleMoneyOrDefer,
} from './settle-payment.ts';

/*
 * The saga of paying for a message:
 * 1. Save the order as PAYING, with the lock of the pair.
 * 2. Request a hold at Stripe, with an idempotency key derived from the conversation's id.
 * 3. Settle the order as PENDING, or undo it.
 * Every write before the hold can be undone. Every write after it only records the result at Stripe.
 */

/** The input of an order. `paymentMethodId`: a new card; without it the card on file pays. */
export type OrderInput = {
  readonly recipientId: string;
  readonly messageSubject: string;
  readonly messageText: string;
  /** An answer to each question that the sender was shown. */
  readonly answers?: readonly PromptAnswer[] | undefined;
  /** The recipient's price as the sender saw it, in cents; refused with PRICE_CHANGED when it has changed since. */
  readonly price: Cents;
  /** The tier that the sender chose; without it, the cheapest one. */
  readonly tierId?: string | undefined;
  readonly paymentMethodId?: string | undefined;
  /** The name on the new card, as the sender typed it; absent for a wallet, which tells none. */
  readonly creditCardName?: string | undefined;
  /** The draft that the message was sent from; both or neither. */
  readonly draftId?: string | undefined;
  readonly draftVersion?: number | undefined;
  /** The ids of the attachments of the letter. */
  readonly attachments?: readonly string[] | undefined;
  /** How the sender came to the recipient's profile. */
  readonly via?: string | undefined;
};

/** The dependencies of an order. `settings` holds the fees. */
export type OrderContext = PaymentContext & { readonly settings: Settings };

const TRIES = 4;
const DRAFT_CHANGED =
  'This draft was changed on another device or in another tab. Nothing was sent or charged. Review it, then pay.';
const TIER_CHANGED =
  'What you chose was changed in the meantime. Nothing was charged; please choose again.';
const PAUSED = 'This person isn’t accepting letters right now. Nothing was charged.';
const FULL = 'This person has reached their limit of waiting letters. Nothing was charged.';
const FREE_IN_CHAT =
  'This person answers you for free: write to them in the chat. Nothing was charged.';
const SHEET_NEEDED =
  'Your saved wallet has to be opened for each payment. Your letter wasn’t sent and you weren’t charged.';
const NOT_CONFIRMED =
  'This payment wasn’t confirmed. Your letter wasn’t sent and you weren’t charged.';

/**
 * Pays for a message and returns the pending conversation. Refuses with INVALID_INPUT, NOT_FOUND, NOT_ACCEPTING,
 * PRICE_CHANGED, DRAFT_CHANGED, ATTACHMENTS_NOT_READY, PENDING_INBOX_EXISTS, PAYMENT_METHOD_REQUIRED, CARD_DECLINED, CARD_ACTION_REQUIRED or
 * UNAVAILABLE; after all of them except CARD_ACTION_REQUIRED nothing is sent, pending or charged. `keyed`: the call with its
 * Idempotency-Key. If a draft is named, the transaction that begins the order checks that it has exactly the text that is
 * sent. The transaction that settles the payment deletes it, so an undone order leaves the draft as it was.
 */
export async function payForMessage(
  context: OrderContext,
  senderId: string,
  input: OrderInput,
  keyed: KeyedCall | undefined,
): Promise<Conversation> {
  const draft = draftVersionIn(input);
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const begun = await earlierConversation(context, keyed);
    // Names and pictures may have changed, or an account may be blocked, since the first call was answered.
    if (begun)
      return withCurrentProfiles(context.table, await requestHold(context, begun), context.now);

    const parties = await partiesOf(context, senderId, input);
    const { sender, recipient, offer } = parties;
    const destination = { recipientId: recipient.id };
    const attachments = await attachmentsOfMessage(context.table, senderId, destination, input);
    refuseUnwanted(recipient, attachments);
    const rule = messageBeside(input.answers, hasRecording(attachments));
    const text = cleanMessage(input.messageText, rule, 'messageText');
    const body = withAnswers(text, answersIn(recipient.prompts, input.answers));
    const payment = await paymentOf(context, sender, input);
    const withoutFiles = begin(
      {
        ...orderOf(context, parties, input),
        payment: { ...payment, ...(keyed && { requestKey: keyed.key }) },
        ...(draft && { draft }),
        ...(attachments.length > 0 && { attachmentIds: attachments.map(({ id }) => id) }),
      },
      context.now,
    );
    const question = questionOf(withoutFiles, body, attachments);
    const conversation = withFilesOf(withoutFiles, question);
    const forContact = offer.forContact === true;
    const order = { conversation, question, text, recipient, forContact, keyed };
    switch (await saveOrder(context.table, order, context.now)) {
      case 'done':
        return requestHold(context, conversation);
      case 'FULL':
        throw new Refusal('NOT_ACCEPTING');
      case 'DRAFT_CHANGED':
        throw new Refusal('DRAFT_CHANGED', { message: DRAFT_CHANGED });
      case 'NOT_READY':
        throw new Refusal('ATTACHMENTS_NOT_READY');
      case 'PENDING_EXISTS':
        if (!(await clearStaleLock(context, senderId, recipient.id)))
          throw new Refusal('PENDING_INBOX_EXISTS');
    }
    // The price changed, the lock was cleared, or a concurrent request was faster: read everything again.
  }
  throw new Refusal('UNAVAILABLE');
}

/** Reads the status of an order's payment at Stripe, and settles or undoes the order accordingly. */
export async function confirmPayment(
  context: PaymentContext,
  conversation: Conversation,
): Promise<Conversation> {
  const { intentId } = conversation.money;
  if (conversation.status !== 'PAYING') return outcomeOf(context, conversation, { is: 'none' });
  const paymentStatus = intentId
    ? await context.payments.status(intentId)
    : await context.payments.find(
        conversation.id,
        conversation.payment.customerId,
        conversation.createdAt,
      );
  const after = (await savePaymentStatus(context, conversation, paymentStatus)) ?? conversation;
  return outcomeOf(context, after, paymentStatus);
}

/**
 * Refuses an order that was undone because of a block: with NOT_ACCEPTING if the recipient blocked the sender or has a blocked
 * account, and with INVALID_INPUT if the sender blocked the recipient.
 */
async function refuseIfClosed(
  { table, now }: PaymentContext,
  { sender, recipient }: Conversation,
): Promise<void> {
  const { me, other, mine, theirs } = await pairOf(table, sender.id, recipient.id, now);
  refuseBlockedAccount(me);
  if (isBlock(mine)) throw invalidInput({ recipientId: YOU_BLOCKED_THEM });
  if (isBlock(theirs) || !other || other.blockedAt !== undefined)
    throw new Refusal('NOT_ACCEPTING');
}

async function partiesOf(
  { table, now }: PaymentContext,
  senderId: string,
  input: OrderInput,
): Promise<Parties> {
  const { recipientId } = input;
  if (recipientId === senderId)
    throw invalidInput({ recipientId: 'You can’t send a letter to yourself' });
  const pair = await pairOf(table, senderId, recipientId, now);
  const { me: sender, other: recipient } = pair;
  if (!sender) throw new Refusal('UNAUTHENTICATED');
  refuseBlockedAccount(sender);
  if (!recipient || !isPublic(recipient)) throw new Refusal('NOT_FOUND');
  if (isBlock(pair.mine)) throw invalidInput({ recipientId: YOU_BLOCKED_THEM });
  const terms = termsOf(pair.theirs);
  if (isFreeInChat(terms, sender.licenseId, recipient.licenseId))
    throw new Refusal('NOT_ACCEPTING', { message: FREE_IN_CHAT });
  // The sender must not learn of a block, so it looks like a person who accepts no messages.
  if (
    recipient.username === SUPPORT_USERNAME ||
    commitmentOf(recipient) === 0 ||
    isBlock(pair.theirs)
  )
    throw new Refusal('NOT_ACCEPTING');
  if (isPaused(recipient, now)) throw new Refusal('NOT_ACCEPTING', { message: PAUSED });
  // An earlier attempt of the sender may hold the last place: it is cleared as a stale lock.
  if (isFull(recipient) && !(await lockedConversationOf(table, senderId, recipientId)))
    throw new Refusal('NOT_ACCEPTING', { message: FULL });
  const ownPrice = terms?.is === 'OWN' ? terms.price : undefined;
  return { sender, recipient, offer: offerIn({ ...recipient, ownPrice }, input) };
}

/** What the order buys. Refuses with PRICE_CHANGED if it is not what the sender was shown. */
function offerIn(prices: PricesForSender, { tierId, price }: OrderInput): Offer {
  const offer = offerOf(prices, tierId);
  if (offer?.price === price) return offer;
  const details = { price: toDollars(offer?.price ?? lowestPrice(prices)) };
  throw new Refusal('PRICE_CHANGED', {
    ...(tierId !== undefined && { message: TIER_CHANGED }),
    details,
  });
}

/** The card that pays, and the Stripe customer that it belongs to. */
async function paymentOf(
  context: PaymentContext,
  sender: User,
  { paymentMethodId: newCard, creditCardName }: OrderInput,
) {
  if (!newCard && !sender.card) throw new Refusal('PAYMENT_METHOD_REQUIRED');
  if (!newCard && sender.card?.needsSheet)
    throw new Refusal('PAYMENT_METHOD_REQUIRED', { message: SHEET_NEEDED });
  return {
    customerId: await customerOf({ ...context, customers: context.payments }, sender),
    paymentMethodId: newCard ?? sender.card?.id ?? '',
    keepCard: newCard !== undefined && !losesCardName(sender, creditCardName),
    ...(newCard && creditCardName && { nameOnCard: creditCardName }),
  };
}

/** Whether a card without a name would take from a profile that its card has the name of the account: such a one only pays. */
const losesCardName = (sender: User, nameOnNewCard: string | undefined): boolean =>
  nameOnNewCard === undefined && badgeOf(sender) === 'CARD_NAME';

type Parties = { readonly sender: User; readonly recipient: User; readonly offer: Offer };

function orderOf(
  { now, settings }: OrderContext,
  { sender, recipient, offer: { price, tier, forContact } }: Parties,
  { messageSubject: subject, via }: OrderInput,
): Omit<Order, 'payment' | 'draft' | 'attachmentIds'> {
  return {
    id: newId(now),
    questionId: newId(now),
    sender: publicUserOf(sender),
    recipient: publicUserOf(recipient),
    subject,
    price,
    ...(tier && { tier }),
    ...(forContact && { forContact }),
    feeTerms: feeTermsOf(recipient.licenseId, settings.fees),
    ...(via !== undefined && { source: sourceOf(via) }),
    waits: true,
  };
}

/**
 * Clears the lock of an abandoned payment attempt between two people: an attempt that waits for the bank is undone, an
 * interrupted one is finished. Returns whether a new order can begin.
 */
async function clearStaleLock(
  context: PaymentContext,
  senderId: string,
  recipientId: string,
): Promise<boolean> {
  const { table, payments, now } = context;
  const id = await lockedConversationOf(table, senderId, recipientId);
  const locked = id ? await conversationById(table, id, now) : undefined;
  if (!locked) return true;
  if (locked.status !== 'PAYING') return !isPending(locked.status);
  const { intentId } = locked.money;
  if (intentId && (await payments.status(intentId)).is === 'needsAction') {
    const undone = await undoPayment(context, locked.id);
    if (undone) await settleMoneyOrDefer(context, undone);
  } else if (intentId || now >= later(locked.createdAt, PAYING_TIME)) {
    await settleMoney(context, locked);
  }
  const after = await conversationById(table, locked.id, now);
  return after?.status === 'UNDONE';
}

function undoPayment(
  { table, now }: PaymentContext,
  id: string,
  mayUndo: (current: Conversation) => boolean = () => true,
): Promise<Conversation | undefined> {
  return changeConversation(table, id, now, (current) =>
    current.status === 'PAYING' && mayUndo(current) ? undo(current, true, now) : undefined,
  );
}

/**
 * Performs the second half of the saga. A repeated request uses the same idempotency key and gets the same hold. Once Stripe
 * may have forgotten the key, a request could make a second hold, so the first one is searched for instead.
 */
async function requestHold(
  context: PaymentContext,
  conversation: Conversation,
): Promise<Conversation> {
  const { id, price, status, money, payment, createdAt } = conversation;
  const keyIsKept = context.now < later(createdAt, IDEMPOTENCY_KEY_LIFETIME);
  if (status !== 'PAYING' || money.intentId || !keyIsKept)
    return confirmPayment(context, conversation);
  const paymentStatus = await holdOrUndo(context, id, () =>
    context.payments.hold({ conversationId: id, amount: price, ...payment }),
  );
  const after = (await savePaymentStatus(context, conversation, paymentStatus)) ?? conversation;
  return outcomeOf(context, after, paymentStatus);
}

/**
 * Requests the hold, and undoes the order if Stripe does not answer. It is unknown then whether a hold exists. The response to
 * the sender is certain nevertheless, and the sweep searches for the hold and releases it.
 */
async function holdOrUndo(
  context: PaymentContext,
  id: string,
  hold: () => Promise<StripePaymentStatus>,
): Promise<StripePaymentStatus> {
  try {
    return await hold();
  } catch (fault) {
    const after = await undoPayment(context, id, ({ money }) => !money.intentId);
    if (after?.status === 'UNDONE') throw fault;
    // In the meantime a webhook settled the order, or a duplicate of this request got a response: the order may wait for the bank.
    return { is: 'underway' };
  }
}

async function outcomeOf(
  context: PaymentContext,
  conversation: Conversation,
  paymentStatus: StripePaymentStatus,
): Promise<Conversation> {
  const { id, status } = conversation;
  if (status === 'PAYING') {
    if (paymentStatus.is !== 'needsAction') throw new Refusal('UNAVAILABLE');
    const { clientSecret } = paymentStatus;
    throw new Refusal('CARD_ACTION_REQUIRED', { details: { clientSecret, inboxId: id } });
  }
  if (status !== 'UNDONE') return conversation;
  await settleMoneyOrDefer(context, conversation);
  if ('intentId' in paymentStatus && paymentStatus.is !== 'declined')
    await refuseIfClosed(context, conversation);
  if (paymentStatus.is === 'held' || paymentStatus.is === 'underway')
    throw new Refusal('UNAVAILABLE');
  throw new Refusal('CARD_DECLINED', {
    message: paymentStatus.is === 'declined' ? paymentStatus.sentence : NOT_CONFIRMED,
  });
}
