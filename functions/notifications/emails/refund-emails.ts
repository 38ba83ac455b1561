import * as emails from '#shared/messages/emails.ts';
import * as payments from '#shared/messages/payments.ts';
import { type Cents, formatMoney } from '#shared/money.ts';
import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import { restOfPrice } from '#shared/rules/conversations/given-back-parts.ts';
import type { Instant } from '#shared/time.ts';
import type { TableReader } from '../../storage/table.ts';
import { type EmailContent, factsOf, type Step, softText, stepsOf, text } from './content.ts';
import { cardOf, type EmailReader, namesOf, postmarkOf, quoted, shownBy } from './letter-parts.ts';
import { earlyCharge } from './receipts.ts';

/* The emails to the person whose money comes back: a hold that is released, or a refund of all or a part. */

/** Why money goes back. */
export type Return = {
  /** Before the colon of the subject: `No answer from Ana`. */
  readonly ending: string;
  /** The first sentence. `letter`: its subject in quotes. */
  readonly why: (letter: string) => string;
  /** When the letter ended. */
  readonly at: Instant;
  /** Whether the button offers to ask somebody else. */
  readonly offersOthers: boolean;
};

/** The email of a letter that ended without a charge that stays; undefined if the bank has refused the refund. */
export async function returnEmail(
  table: TableReader,
  c: Conversation,
  reader: EmailReader,
  end: Return,
): Promise<EmailContent | undefined> {
  if (c.money.state === 'CHARGED') return undefined;
  const card = await cardOf(table, c, reader.now);
  const words =
    c.money.state === 'REFUNDED' ? refundWords(c, reader, end, card) : releaseWords(c, end, card);
  return {
    subject: words.subject,
    preview: words.preview,
    heading: words.heading,
    mark: postmarkOf(words.mark, end.at, reader, 'blue'),
    blocks: [
      text(`${end.why(quoted(c.subject))} You don’t need to do anything.`),
      stepsOf([
        ...stepsBefore(c, reader, card),
        { title: endTitle(end.at, reader), words: words.done, isDone: true },
        { ...words.arrives, isDone: false },
      ]),
    ],
    ...whatNext(c, end),
    reason: emails.reasons.receipt,
  };
}

function refundWords(c: Conversation, reader: EmailReader, { ending, at }: Return, card: string) {
  const rest = restOfPrice(c);
  const money = { amount: rest, isAll: rest === c.price, card };
  const by = shownBy(at, reader);
  return {
    subject: emails.refund.subject(ending, money),
    preview: emails.refund.preview(money, by),
    heading: emails.refund.heading(money),
    mark: 'Returned',
    done: emails.refund.refunded(money),
    arrives: { title: `By ${by}`, words: emails.refund.arrives },
  };
}

const releaseWords = ({ price }: Conversation, { ending }: Return, card: string) => ({
  subject: emails.released.subject(ending),
  preview: emails.released.preview(price, card),
  heading: emails.released.heading,
  mark: 'Released',
  done: emails.released.done(price),
  arrives: { title: 'In a few days', words: emails.released.arrives },
});

/** What the card has seen before the money went back. */
function stepsBefore(c: Conversation, { dates }: EmailReader, card: string): Step[] {
  const chargedOn = earlyCharge(c);
  const paidOn = dates.day(c.paidAt);
  if (chargedOn === c.paidAt)
    return [{ title: paidOn, words: emails.refund.chargedAtOnce(c.price, card), isDone: true }];
  return [
    { title: paidOn, words: emails.refund.held(c.price, card), isDone: true },
    ...(chargedOn === undefined
      ? []
      : [{ title: dates.day(chargedOn), words: emails.refund.charged, isDone: true }]),
  ];
}

const endTitle = (at: Instant, { dates }: EmailReader): string =>
  dates.isToday(at) ? `Today, ${dates.deadline(at)}` : dates.deadline(at);

/** The button: another person to ask, while nobody has answered the letter. */
const whatNext = (
  { id }: Conversation,
  { offersOthers }: Return,
): Pick<EmailContent, 'action' | 'after'> =>
  offersOthers
    ? {
        action: { label: 'Ask someone else', path: '/user-search' },
        after: [softText('Your letter stays in your orders, so you can copy it into a new one.')],
      }
    : { action: { label: 'See your letter', path: `/order-viewer/${id}`, isOutlined: true } };

/** A refund of an answered letter that staff or a claim decided, also while it is not yet at the bank. */
export async function decidedRefundEmail(
  table: TableReader,
  c: Conversation,
  reader: EmailReader,
  refund: Omit<DecidedRefund, 'amount'>,
): Promise<EmailContent | undefined> {
  const { state, owed, byHand } = c.money;
  if (state !== 'REFUNDED' && (owed === undefined || byHand?.decided !== 'GIVE_BACK'))
    return undefined;
  return refundOf(table, c, reader, { ...refund, amount: restOfPrice(c) });
}

/** A part of the price that staff refunded. */
export const partRefundEmail = (
  table: TableReader,
  c: Conversation,
  reader: EmailReader,
  { amount, at }: Pick<DecidedRefund, 'amount' | 'at'>,
): Promise<EmailContent> =>
  refundOf(table, c, reader, { amount, why: payments.refundedPart(amount, c.price), at });

type DecidedRefund = {
  readonly amount: Cents;
  /** Undefined for the subject of a decision of staff. */
  readonly subject?: string | undefined;
  /** The first sentence. */
  readonly why: string;
  readonly at: Instant;
};

async function refundOf(
  table: TableReader,
  c: Conversation,
  reader: EmailReader,
  { amount, subject, why, at }: DecidedRefund,
): Promise<EmailContent> {
  const { recipientName: name } = namesOf(c);
  const card = await cardOf(table, c, reader.now);
  const money = { amount, isAll: amount === c.price, card };
  return {
    subject: subject ?? emails.refund.decided(money, name),
    preview: emails.refund.preview(money, shownBy(at, reader)),
    heading: emails.refund.heading(money),
    mark: postmarkOf('Returned', at, reader, 'blue'),
    blocks: [
      text(`${why} You don’t need to do anything.`),
      factsOf([
        { label: 'Your letter', value: c.subject },
        { label: 'You paid', value: formatMoney(c.price) },
        { label: 'Refunded', value: formatMoney(amount), tone: 'blue' },
        { label: 'On your bank statement by', value: shownBy(at, reader) },
        { label: 'Order', value: c.id },
      ]),
    ],
    action: { label: 'See your letter', path: `/order-viewer/${c.id}`, isOutlined: true },
    reason: emails.reasons.receipt,
  };
}
