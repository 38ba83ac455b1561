import { cents, formatMoney, ZERO } from '../../../shared/money.ts';
import { type PaidPlan, PLAN_TERMS } from '../../../shared/rules/billing/plans.ts';
import type { Conversation } from '../../../shared/rules/conversations/conversations.ts';
import { isChargedByReport } from '../../../shared/rules/conversations/counters.ts';
import type { EmailedEvent } from '../../../shared/rules/notifications/emailed-events.ts';
import { type Instant, instant, prettyDate } from '../../../shared/time.ts';
import type { EmailContent } from './render.ts';

/*
 * Receipts for the movements on a card: a hold, a charge, a release and a refund, and the payments of a plan. They name the other
 * side, the amount and the day, and quote nothing that people wrote.
 */

const RECEIPT_REASON = 'You get a receipt for each movement on your card.';

type Movement = 'held' | 'charged' | 'released' | 'refunded';

/** The heading of a receipt after the amount, by movement. */
const HEADINGS: Readonly<Record<Movement, string>> = {
  held: 'is on hold on your card',
  charged: 'was charged to your card',
  released: 'is no longer on hold',
  refunded: 'goes back to your card',
};

type Receipt = { readonly movement: Movement; readonly words: string };

/** Returns the receipt of an event for the sender of a conversation; undefined if nothing moved on the card. */
export function receiptOf(c: Conversation, event: EmailedEvent): EmailContent | undefined {
  if (c.price === ZERO) return undefined;
  const receipt = movementOf(c, event);
  if (!receipt) return undefined;
  const amount = formatMoney(c.price);
  const heading = `${amount} ${HEADINGS[receipt.movement]}`;
  return {
    subject: `Receipt: ${heading}`,
    heading,
    paragraphs: [receipt.words],
    facts: [
      { label: 'For your message to', value: c.recipient.fullName },
      { label: 'Amount', value: amount },
      { label: 'Date', value: prettyDate(instant(event.at)) },
      { label: 'Order', value: c.id },
    ],
    action: { label: 'Open the message', path: `/order-viewer/${c.id}` },
    reason: RECEIPT_REASON,
  };
}

function movementOf(c: Conversation, { type }: EmailedEvent): Receipt | undefined {
  const name = c.recipient.fullName;
  switch (type) {
    case 'conversation.paid':
      return {
        movement: 'held',
        words: `You are charged only if ${name} answers. If there is no answer in time, the hold ends and you pay nothing.`,
      };
    case 'conversation.answered':
      return { movement: 'charged', words: `${name} answered your message.` };
    case 'conversation.cancelled':
      return returned(c, 'You cancelled your message.');
    case 'conversation.declined':
      return returned(c, `${name} declined your message.`);
    case 'conversation.expired':
      return returned(c, 'Your message was not answered.');
    case 'conversation.reported':
      return isChargedByReport(c)
        ? {
            movement: 'charged',
            words: 'Your message was reported, and its payment was taken. We look at the report.',
          }
        : returned(c, 'Your message will not be answered.');
    case 'claim.decided':
    case 'claim.givenBack':
    case 'conversation.givenBack':
      return c.money.state === 'REFUNDED' ? returned(c, 'You get your money back.') : undefined;
    default:
      return undefined;
  }
}

/** The receipt of money that goes back: a hold that ends, or a refund. There is none if the bank has refused the refund. */
function returned(c: Conversation, why: string): Receipt | undefined {
  if (c.money.state === 'CHARGED') return undefined;
  return c.money.state === 'REFUNDED'
    ? { movement: 'refunded', words: `${why} Your bank shows the refund within 5 to 10 days.` }
    : {
        movement: 'released',
        words: `${why} You were not charged. Your bank removes the hold within a few days.`,
      };
}

/** The receipt of a payment of a plan. */
export function planReceipt(
  { plan, amountCents }: { readonly plan?: string | undefined; readonly amountCents: number },
  at: Instant,
): EmailContent {
  const amount = formatMoney(cents(amountCents));
  const heading = `${amount} was charged to your card`;
  return {
    subject: `Receipt: ${heading}`,
    heading,
    paragraphs: ['Your plan renews every month until you cancel it.'],
    facts: [
      ...(plan ? [{ label: 'Plan', value: PLAN_TERMS[plan as PaidPlan].name }] : []),
      { label: 'Amount', value: amount },
      { label: 'Date', value: prettyDate(at) },
    ],
    action: { label: 'See your plan', path: '/subscription' },
    reason: RECEIPT_REASON,
  };
}
