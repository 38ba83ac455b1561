import * as emails from '#shared/messages/emails.ts';
import type * as payments from '#shared/messages/payments.ts';
import { type Cents, formatMoney, ZERO } from '#shared/money.ts';
import { refundShowsOn } from '#shared/payment-method-names.ts';
import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import { restOfPrice } from '#shared/rules/conversations/given-back-parts.ts';
import { earningAfterRefund } from '#shared/rules/conversations/manual-refunds.ts';
import type { Instant } from '#shared/time.ts';
import {
  type EmailContent,
  type Fact,
  factsOf,
  type Step,
  softText,
  stepsOf,
  text,
} from './content.ts';
import {
  cardOf,
  type EmailReader,
  namesOf,
  postmarkOf,
  previewAbout,
  quoted,
  shownBy,
} from './letter-parts.ts';
import { earlyCharge } from './receipts.ts';

/*
 * The emails about money that goes back: to the sender, whose hold is released or who is refunded, and to the recipient, who learns what
 * becomes of their earning.
 */

/** An ending of a letter after which its money goes back. */
export type Return = {
  /** Before the colon of the subject: `No answer from Ana`. */
  readonly ending: string;
  /** The first sentence. `letter`: its subject in quotes. */
  readonly why: (letter: string) => string;
  /** The moment at which the letter ended. */
  readonly at: Instant;
  /** Whether the button offers to ask somebody else. */
  readonly offersOthers: boolean;
};

/** The email of a letter that ended without a charge that stays; undefined if the bank has refused the refund. */
export function returnEmail(
  c: Conversation,
  reader: EmailReader,
  end: Return,
): EmailContent | undefined {
  if (c.money.state === 'CHARGED') return undefined;
  const card = cardOf(c);
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
    reason: words.reason,
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
    arrives: { title: `By ${by}`, words: `${emails.refund.arrives}${behindWallet(c)}` },
    reason: emails.reasons.receipt,
  };
}

/** Where a refund to a wallet shows, after another sentence; empty for a card that was typed. */
function behindWallet({ payment: { paidWith } }: Conversation): string {
  const words = paidWith && refundShowsOn(paidWith);
  return words ? ` ${words}` : '';
}

const releaseWords = ({ price }: Conversation, { ending }: Return, card: string) => ({
  subject: emails.released.subject(ending),
  preview: emails.released.preview(price, card),
  heading: emails.released.heading,
  mark: 'Released',
  done: emails.released.done(price),
  arrives: { title: 'In a few days', words: emails.released.arrives },
  reason: emails.reasons.released,
});

/** The movements on the card before the money went back. */
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
export function decidedRefundEmail(
  c: Conversation,
  reader: EmailReader,
  refund: Omit<DecidedRefund, 'amount'>,
): EmailContent | undefined {
  const { state, owed, byHand } = c.money;
  if (state !== 'REFUNDED' && (owed === undefined || byHand?.decided !== 'GIVE_BACK'))
    return undefined;
  return refundOf(c, reader, { ...refund, amount: restOfPrice(c) });
}

/** A part of the price that staff refunded. */
export const partRefundEmail = (
  c: Conversation,
  reader: EmailReader,
  { amount, at }: Pick<DecidedRefund, 'amount' | 'at'>,
): EmailContent =>
  refundOf(c, reader, {
    amount,
    why: emails.refund.part(amount, c.price),
    at,
    staysCharged: restOfPrice(c),
  });

type DecidedRefund = {
  readonly amount: Cents;
  /** Undefined for the subject of a decision of staff. */
  readonly subject?: string | undefined;
  /** The first sentence. */
  readonly why: string;
  readonly at: Instant;
  /** The part of the price that stays charged; undefined if none does. */
  readonly staysCharged?: Cents | undefined;
};

function refundOf(
  c: Conversation,
  reader: EmailReader,
  { amount, subject, why, at, staysCharged }: DecidedRefund,
): EmailContent {
  const { recipientName: name } = namesOf(c);
  const card = cardOf(c);
  const money = { amount, isAll: amount === c.price, card };
  const by = shownBy(at, reader);
  return {
    subject: subject ?? emails.refund.decided(money, name),
    preview: emails.refund.preview(money, by),
    heading: emails.refund.heading(money),
    mark: postmarkOf('Returned', at, reader, 'blue'),
    blocks: [
      text(
        `${why} ${emails.refund.goesTo(card, by)}${behindWallet(c)} You don’t need to do anything.`,
      ),
      factsOf([
        { label: 'Your letter', value: c.subject },
        { label: 'You paid', value: formatMoney(c.price) },
        { label: 'Refunded', value: formatMoney(amount), tone: 'blue' },
        ...(staysCharged === undefined
          ? []
          : [{ label: 'Stays charged', value: formatMoney(staysCharged) }]),
        { label: 'Order', value: c.id },
      ]),
    ],
    action: { label: 'See your letter', path: `/order-viewer/${c.id}`, isOutlined: true },
    reason: emails.reasons.receipt,
  };
}

/** The email to the recipient about a refund that staff decided. `amount`: undefined for the whole price. */
export function recipientsRefundEmail(
  c: Conversation,
  reader: EmailReader,
  { amount, at }: { readonly amount: Cents | undefined; readonly at: Instant },
): EmailContent {
  const { senderName: name } = namesOf(c);
  const refunded = amount ?? restOfPrice(c);
  const sums = { name, amount: refunded, isAll: refunded === c.price, net: c.net ?? ZERO };
  const { subject, body, earning } = recipientsWords(earningAfterRefund(c), sums);
  return {
    subject,
    preview: previewAbout(c, body),
    heading: emails.sendersRefund.HEADING,
    blocks: [
      text(body),
      factsOf([
        { label: 'The letter', value: c.subject },
        { label: `${name} paid`, value: formatMoney(c.price) },
        {
          label: 'Refunded',
          value: `${reader.dates.day(at)} · ${formatMoney(refunded)}`,
        },
        ...earning,
      ]),
    ],
    action: { label: 'See the letter', path: `/inbox-viewer/${c.id}`, isOutlined: true },
    reason: emails.reasons.decided,
  };
}

type SendersRefund = Parameters<typeof emails.sendersRefund.kept>[0];

/** The words about the earning of the recipient, and its row among the facts. */
function recipientsWords(
  earning: payments.EarningAfterRefund,
  sums: SendersRefund,
): { readonly subject: string; readonly body: string; readonly earning: readonly Fact[] } {
  const { sendersRefund } = emails;
  const net = formatMoney(sums.net);
  switch (earning) {
    case 'KEPT':
      return {
        subject: sendersRefund.keptSubject(sums),
        body: sendersRefund.kept(sums),
        earning: [{ label: 'You keep', value: net, tone: 'blue' }],
      };
    case 'TAKEN_BACK':
      return {
        subject: sendersRefund.takenBackSubject(sums),
        body: sendersRefund.takenBack(sums),
        earning: [{ label: 'Taken back', value: `− ${net}` }],
      };
    case 'NONE':
      return {
        subject: sendersRefund.reportedSubject(sums),
        body: sendersRefund.reported(sums),
        earning: [],
      };
  }
}
