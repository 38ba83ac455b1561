import { SUPPORT_USERNAME } from '../../shared/brand.ts';
import { newId } from '../../shared/ids.ts';
import type { Cents } from '../../shared/money.ts';
import { toDollars } from '../../shared/money.ts';
import { invalidInput, Refusal } from '../../shared/refusals.ts';
import type { Conversation, Order } from '../../shared/rules/conversations/conversations.ts';
import { feeTermsOf } from '../../shared/rules/conversations/fees.ts';
import { firstMessage } from '../../shared/rules/conversations/messages.ts';
import {
  begin,
  PAYING_TIME,
  PROVIDER_KEEPS_KEYS,
  undo,
} from '../../shared/rules/conversations/state-machine.ts';
import type { Settings } from '../../shared/settings.ts';
import { later } from '../../shared/time.ts';
import { commitmentOf, refuseBlocked } from '../accounts/blocked-accounts.ts';
import { customerOf } from '../billing/stripe-customer.ts';
import type { PaymentStanding } from '../gateways/payments.ts';
import { cleanMessage } from '../html.ts';
import { isPublic, publicFaceOf, type User, usersById } from '../storage/accounts/users.ts';
import {
  changeConversation,
  conversationById,
  lockHolder,
  placeOrder,
} from '../storage/conversations/conversations.ts';
import type { KeyedCall } from '../storage/idempotency.ts';
import { withPresentFaces } from './conversation-views.ts';
import { begunBefore, questionOf } from './new-conversation.ts';
import { type Desk, noteStanding, settleMoney, settleMoneyOrLeaveIt } from './settle-payment.ts';

/*
 * The saga of paying for a message: write it down as PAYING with its lock → ask the provider for a hold, under a key
 * that derives from the conversation → settle it as PENDING, or undo it. Every write before the hold can be undone,
 * every write after it only says what is true already.
 */

/** What a sender asks for. `paymentMethodId`: a new card; without it the card on file pays. */
export type OrderInput = {
  readonly recipientId: string;
  readonly messageSubject: string;
  readonly messageText: string;
  /** The recipient's price as the sender saw it, in cents; refused with PRICE_CHANGED when it has changed since. */
  readonly price: Cents;
  readonly paymentMethodId?: string | undefined;
  /** The name on it, as it was typed. */
  readonly creditCardName?: string | undefined;
  /** The draft that the sender was shown: both or neither. */
  readonly draftId?: string | undefined;
  readonly draftVersion?: number | undefined;
};

/** The recipient's fee is in `settings`. */
type OrderDesk = Desk & { readonly settings: Settings };

const TRIES = 4;
const DRAFT_CHANGED =
  'This letter was changed somewhere else in the meantime. Nothing was charged; please look at it again.';
const NOT_CONFIRMED = 'This payment was not confirmed. Nothing was sent and nothing is pending.';

/**
 * Pays for a message and answers the pending conversation. Refuses with INVALID_INPUT, NOT_FOUND, NOT_ACCEPTING,
 * PRICE_CHANGED, DRAFT_CHANGED, PENDING_INBOX_EXISTS, PAYMENT_METHOD_REQUIRED, CARD_DECLINED, CARD_ACTION_REQUIRED or
 * UNAVAILABLE; after all but CARD_ACTION_REQUIRED nothing is sent, pending or charged. `keyed`: the call with
 * its Idempotency-Key. A draft that is named must have exactly the words that are sent, in the transaction that begins the
 * order; it goes in the one that settles the payment, so an order that is undone leaves it where it was.
 */
export async function payForMessage(
  desk: OrderDesk,
  senderId: string,
  input: OrderInput,
  keyed: KeyedCall | undefined,
): Promise<Conversation> {
  const body = cleanMessage(input.messageText, firstMessage, 'messageText');
  const draft = draftIn(input);
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const begun = await begunBefore(desk, keyed);
    // Names and pictures may have changed, or an account may be blocked, since the first call was answered.
    if (begun) return withPresentFaces(desk.table, await askForHold(desk, begun), desk.now);

    const { sender, recipient } = await partiesOf(desk, senderId, input);
    const payment = await paymentOf(desk, sender, input);
    const conversation = begin(
      orderOf(
        desk,
        sender,
        recipient,
        input.messageSubject,
        {
          ...payment,
          ...(keyed && { requestKey: keyed.key }),
        },
        draft,
      ),
      desk.now,
    );
    const question = questionOf(conversation, body);
    const order = { conversation, question, recipient, keyed };
    switch (await placeOrder(desk.table, order, desk.now)) {
      case 'done':
        return askForHold(desk, conversation);
      case 'FULL':
        throw new Refusal('NOT_ACCEPTING');
      case 'DRAFT_CHANGED':
        throw new Refusal('DRAFT_CHANGED', { message: DRAFT_CHANGED });
      case 'PENDING_EXISTS':
        if (!(await makeWay(desk, senderId, recipient.id)))
          throw new Refusal('PENDING_INBOX_EXISTS');
    }
    // The price moved, the way is free now, or the same request was faster: look again.
  }
  throw new Refusal('UNAVAILABLE');
}

/** After the sender's word to the bank, or without it: where the payment of an order has come to. */
export async function confirmPayment(
  desk: Desk,
  conversation: Conversation,
): Promise<Conversation> {
  const { intentId } = conversation.money;
  if (conversation.status !== 'PAYING') return outcomeOf(desk, conversation, { is: 'none' });
  const standing = intentId
    ? await desk.payments.standing(intentId)
    : await desk.payments.find(
        conversation.id,
        conversation.payment.customerId,
        conversation.createdAt,
      );
  const after = (await noteStanding(desk, conversation.id, standing)) ?? conversation;
  return outcomeOf(desk, after, standing);
}

async function partiesOf({ table, now }: Desk, senderId: string, input: OrderInput) {
  const { recipientId, price } = input;
  if (recipientId === senderId)
    throw invalidInput({ recipientId: 'You cannot send a message to yourself' });
  const [sender, recipient] = await usersById(table, [senderId, recipientId], now);
  if (!sender) throw new Refusal('UNAUTHENTICATED');
  refuseBlocked(sender);
  if (!recipient || !isPublic(recipient)) throw new Refusal('NOT_FOUND');
  if (recipient.username === SUPPORT_USERNAME || commitmentOf(recipient) === 0)
    throw new Refusal('NOT_ACCEPTING');
  if (price !== recipient.paidResponsePrice)
    throw new Refusal('PRICE_CHANGED', {
      details: { price: toDollars(recipient.paidResponsePrice) },
    });
  return { sender, recipient };
}

/** The card that is to pay, and the customer at the provider it belongs to. */
async function paymentOf(
  desk: Desk,
  sender: User,
  { paymentMethodId: newCard, creditCardName }: OrderInput,
) {
  if (!newCard && !sender.card) throw new Refusal('PAYMENT_METHOD_REQUIRED');
  return {
    customerId: await customerOf({ ...desk, customers: desk.payments }, sender),
    paymentMethodId: newCard ?? sender.card?.id ?? '',
    keepCard: newCard !== undefined,
    ...(newCard && creditCardName && { nameOnCard: creditCardName }),
  };
}

function orderOf(
  { now, settings }: OrderDesk,
  sender: User,
  recipient: User,
  subject: string,
  payment: Order['payment'],
  draft: Order['draft'],
): Order {
  return {
    id: newId(now),
    questionId: newId(now),
    sender: publicFaceOf(sender),
    recipient: publicFaceOf(recipient),
    subject,
    price: recipient.paidResponsePrice,
    feeTerms: feeTermsOf(recipient.licenseId, settings.fees),
    payment,
    ...(draft && { draft }),
  };
}

function draftIn({ draftId: id, draftVersion: version }: OrderInput): Order['draft'] {
  if (id !== undefined && version !== undefined) return { id, version };
  if (id === undefined && version === undefined) return undefined;
  throw invalidInput({ draftVersion: 'draftId and draftVersion come together' });
}

/**
 * Clears the lock of an abandoned payment attempt between two people: an attempt that waits for the bank is undone, an
 * interrupted one is finished. Returns whether a new order can begin.
 */
async function makeWay(desk: Desk, senderId: string, recipientId: string): Promise<boolean> {
  const { table, payments, now } = desk;
  const id = await lockHolder(table, senderId, recipientId);
  const standing = id ? await conversationById(table, id, now) : undefined;
  if (!standing) return true;
  if (standing.status !== 'PAYING') return standing.status !== 'PENDING';
  const { intentId } = standing.money;
  if (intentId && (await payments.standing(intentId)).is === 'needsAction') {
    const undone = await undoPaying(desk, standing.id);
    if (undone) await settleMoneyOrLeaveIt(desk, undone);
  } else if (intentId || now >= later(standing.createdAt, PAYING_TIME)) {
    await settleMoney(desk, standing);
  }
  const after = await conversationById(table, standing.id, now);
  return after?.status === 'UNDONE';
}

function undoPaying({ table, now }: Desk, id: string): Promise<Conversation | undefined> {
  return changeConversation(table, id, now, (current) =>
    current.status === 'PAYING' ? undo(current, true, now) : undefined,
  );
}

/**
 * The second half of the saga; repeating it asks the provider under the same key and gets the same hold. Once the provider
 * may have forgotten the key that would be a second one: then it is only looked for.
 */
async function askForHold(desk: Desk, conversation: Conversation): Promise<Conversation> {
  const { id, price, status, money, payment, createdAt } = conversation;
  const keyIsKept = desk.now < later(createdAt, PROVIDER_KEEPS_KEYS);
  if (status !== 'PAYING' || money.intentId || !keyIsKept)
    return confirmPayment(desk, conversation);
  const standing = await heldOrUndone(desk, id, () =>
    desk.payments.hold({ conversationId: id, amount: price, ...payment }),
  );
  const after = (await noteStanding(desk, id, standing)) ?? conversation;
  return outcomeOf(desk, after, standing);
}

/**
 * When the provider is silent nobody knows whether a hold came to be. The order is undone, so that the answer is
 * certain; the sweep looks for the hold and lets it go.
 */
async function heldOrUndone(
  desk: Desk,
  id: string,
  hold: () => Promise<PaymentStanding>,
): Promise<PaymentStanding> {
  try {
    return await hold();
  } catch (fault) {
    const after = await undoPaying(desk, id);
    if (after?.status === 'UNDONE') throw fault;
    // The webhook knew more, and was faster.
    return { is: 'underway' };
  }
}

async function outcomeOf(
  desk: Desk,
  conversation: Conversation,
  standing: PaymentStanding,
): Promise<Conversation> {
  const { id, status } = conversation;
  if (status === 'PAYING') {
    if (standing.is !== 'needsAction') throw new Refusal('UNAVAILABLE');
    const { clientSecret } = standing;
    throw new Refusal('CARD_ACTION_REQUIRED', { details: { clientSecret, inboxId: id } });
  }
  if (status !== 'UNDONE') return conversation;
  await settleMoneyOrLeaveIt(desk, conversation);
  if (standing.is === 'held' || standing.is === 'underway') throw new Refusal('UNAVAILABLE');
  throw new Refusal('CARD_DECLINED', {
    message: standing.is === 'declined' ? standing.sentence : NOT_CONFIRMED,
  });
}
