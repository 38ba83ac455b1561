import { prettyDate } from '../../../shared/dates.ts';
import { type DateWords, utcDates } from '../../../shared/messages/dates.ts';
import * as payments from '../../../shared/messages/payments.ts';
import { RENEWS } from '../../../shared/messages/plans.ts';
import { type Cents, cents, formatMoney, ZERO } from '../../../shared/money.ts';
import { type PaidPlan, PLAN_TERMS } from '../../../shared/rules/billing/plans.ts';
import { type Conversation, isPending } from '../../../shared/rules/conversations/conversations.ts';
import { isChargedByReport } from '../../../shared/rules/conversations/counters.ts';
import { restOfPrice } from '../../../shared/rules/conversations/given-back-parts.ts';
import { CAPTURE_MARGIN } from '../../../shared/rules/conversations/state-machine.ts';
import type { EmailedEvent } from '../../../shared/rules/notifications/emailed-events.ts';
import { type Instant, instant, later } from '../../../shared/time.ts';
import type { EmailContent } from './render.ts';

/*
 * Receipts for the movements on a card: a hold, a charge, a release and a refund, and the payments of a plan. They name the other
 * side, the amount and the day, and quote nothing that people wrote. A hold is no receipt, and its email says so.
 */

const RECEIPT_REASON = 'You get this email because of a payment with your card.';

type Movement = 'held' | 'charged' | 'released' | 'refunded';

type Receipt = {
  readonly movement: Movement;
  readonly words: readonly string[];
  /** The amount that moved, if it is not the price. */
  readonly amount?: Cents;
  /** The day of the movement, if it is not that of the event. */
  readonly at?: Instant | undefined;
};

/** Returns the receipt of an event for the sender of a conversation; undefined if nothing moved on the card. */
export function receiptOf(c: Conversation, event: EmailedEvent): EmailContent | undefined {
  if (c.price === ZERO) return undefined;
  const receipt = movementOf(c, event);
  if (!receipt) return undefined;
  const { movement, words, amount = c.price, at = instant(event.at) } = receipt;
  const sum = formatMoney(amount);
  const heading = payments.receiptHeadings[movement](amount, c.recipient.fullName);
  return {
    subject: movement === 'held' ? heading : `Receipt: ${heading}`,
    heading,
    paragraphs: words,
    facts: [
      { label: 'For your letter to', value: c.recipient.fullName },
      { label: 'Amount', value: sum },
      { label: DATE_LABELS[movement], value: prettyDate(at) },
      { label: 'Order', value: c.id },
    ],
    action: { label: 'Open the letter', path: `/order-viewer/${c.id}` },
    reason: RECEIPT_REASON,
  };
}

const DATE_LABELS: Readonly<Record<Movement, string>> = {
  held: 'Held on',
  charged: 'Charged on',
  released: 'Released on',
  refunded: 'Refunded on',
};

function movementOf(c: Conversation, event: EmailedEvent): Receipt | undefined {
  const { price, deadlineAt: answerBy } = c;
  const name = c.recipient.fullName;
  switch (event.type) {
    case 'conversation.paid':
      return holdOf(c);
    case 'conversation.charged':
      return {
        movement: 'charged',
        words: isPending(c.status)
          ? [payments.chargedEarly({ price, name, answerBy }, utcDates)]
          : [],
      };
    case 'conversation.answered': {
      const chargedOn = earlyCharge(c);
      const words = payments.answered({ name, price, chargedOn }, utcDates);
      return { movement: 'charged', words: [words], at: chargedOn };
    }
    case 'conversation.cancelled':
      return returned(c, 'You canceled your letter.');
    case 'conversation.declined':
      return returned(c, `${name} declined your letter.`);
    case 'conversation.expired':
      return returned(c, 'Your letter wasn’t answered.');
    case 'conversation.reported':
      return isChargedByReport(c)
        ? { movement: 'charged', words: [reportWords(c, utcDates)], at: earlyCharge(c) }
        : returned(c, 'Your letter won’t be answered.');
    case 'conversation.givenBack': {
      const { amountCents } = event.detail;
      if (amountCents !== undefined) return partOf(c, cents(amountCents));
      return refunded(c, 'We decided to refund you.');
    }
    case 'claim.decided':
    case 'claim.givenBack':
      return refunded(c, 'You get your money back.');
    default:
      return undefined;
  }
}

/** The email of a hold; undefined once the letter was canceled, answered or charged, because that has a receipt of its own. */
function holdOf(c: Conversation): Receipt | undefined {
  if (!isPending(c.status)) return undefined;
  const name = c.recipient.fullName;
  const { price, deadlineAt: answerBy } = c;
  if (c.money.state === 'CHARGED')
    return isChargedLater(c)
      ? undefined
      : { movement: 'charged', words: [payments.noAnswer({ price, answerBy }, utcDates)] };
  const waiting = { price, name, answerBy, chargeOn: chargeDay(c) };
  return {
    movement: 'held',
    words: [payments.held(waiting, utcDates), payments.chargedByReport(name)],
  };
}

/** Whether the card was charged after it was held, and not by the payment itself. */
const isChargedLater = ({ history }: Conversation): boolean =>
  history.some(({ event }) => event === 'CAPTURED');

/** When the card is charged if the letter still waits; undefined if the hold lasts until the deadline. */
function chargeDay({ money, deadlineAt }: Conversation): Instant | undefined {
  const at = money.captureBefore && later(money.captureBefore, -CAPTURE_MARGIN);
  return at !== undefined && at < deadlineAt ? at : undefined;
}

/** When the card was charged, if that was before the answer or the report. */
function earlyCharge({ history }: Conversation): Instant | undefined {
  for (const { event, at, moneyState } of history) {
    if (event === 'CAPTURED' || (event === 'PAID' && moneyState === 'CHARGED')) return at;
    if (event === 'ANSWERED' || event === 'REPORTED') return undefined;
  }
  return undefined;
}

function reportWords(c: Conversation, dates: DateWords): string {
  const { price, recipient } = c;
  return payments.reported({ name: recipient.fullName, price, chargedOn: earlyCharge(c) }, dates);
}

/** The receipt of a part that support refunded. */
const partOf = (c: Conversation, amount: Cents): Receipt => ({
  movement: 'refunded',
  amount,
  words: [payments.refundedPart(amount, c.price)],
});

/** The receipt of money that goes back: a hold that ends, or a refund. There is none if the bank has refused the refund. */
function returned(c: Conversation, why: string): Receipt | undefined {
  const { state } = c.money;
  if (state === 'CHARGED') return undefined;
  const rest = restOfPrice(c);
  const words =
    state === 'REFUNDED' && rest < c.price
      ? payments.refundingRest(rest)
      : payments.returned(state, { price: c.price });
  return {
    movement: state === 'REFUNDED' ? 'refunded' : 'released',
    amount: rest,
    words: [`${why} ${words}`],
  };
}

/** The receipt of a refund after an answer, also while it is not yet at the bank; undefined if nothing is refunded. */
function refunded(c: Conversation, why: string): Receipt | undefined {
  const { state, owed, byHand } = c.money;
  if (state === 'REFUNDED') return returned(c, why);
  if (owed === undefined || byHand?.decided !== 'GIVE_BACK') return undefined;
  const rest = restOfPrice(c);
  const words = rest < c.price ? payments.refundingRest(rest) : payments.refunding(c.price);
  return { movement: 'refunded', amount: rest, words: [`${why} ${words}`] };
}

/** The receipt of a payment of a plan. */
export function planReceipt(
  { plan, amountCents }: { readonly plan?: string | undefined; readonly amountCents: number },
  at: Instant,
): EmailContent {
  const amount = formatMoney(cents(amountCents));
  const heading = payments.receiptHeadings.charged(cents(amountCents));
  return {
    subject: `Receipt: ${heading}`,
    heading,
    paragraphs: [RENEWS],
    facts: [
      ...(plan ? [{ label: 'Plan', value: PLAN_TERMS[plan as PaidPlan].name }] : []),
      { label: 'Amount', value: amount },
      { label: DATE_LABELS.charged, value: prettyDate(at) },
    ],
    action: { label: 'See your plan', path: '/subscription' },
    reason: RECEIPT_REASON,
  };
}
