import { type Cents, formatMoney } from '../money.ts';
import type { MoneyState } from '../rules/conversations/conversations.ts';
import type { Instant } from '../time.ts';
import type { DateWords } from './dates.ts';
import * as payments from './payments.ts';

/* A claim about an answer, to its two sides. docs/product/conversations.md#claims */

/** A claim that waits for a response. `name`: the other side. `price`: what the sender gets back. */
type OpenClaim = {
  readonly name: string;
  readonly price: Cents;
  /** Undefined for a claim that has no deadline. */
  readonly until: Instant | undefined;
};

const by = (until: Instant | undefined, dates: DateWords) =>
  until === undefined ? 'in time' : `by ${dates.deadline(until)}`;

/** The person who decides, in one sentence for both sides. */
export const WE_DECIDE =
  'A person on our team reads both sides and decides. You both get the decision and the reasons here.';
/** A claim about money that the bank or a refund decides instead. */
export const DECIDED_ELSEWHERE =
  'The payment was disputed or refunded in another way, which settles the money.';

/** The open claim, to the sender, while the recipient can respond. */
export const sendersOpen = ({ name, price, until }: OpenClaim, dates: DateWords): string =>
  `${name} can improve the answer, give the money back or contest the claim ${by(until, dates)}. If ${name} does nothing, you get all ${formatMoney(price)} back.`;

/** The improved answer, to the sender. */
export const sendersImproved = (until: Instant | undefined, dates: DateWords): string =>
  `Read the new answer. If it still doesn’t answer your question, ask us to decide ${by(until, dates)}. After that it counts as accepted.`;

/**
 * The state of a refund after a claim, to the sender: it is decided, at the bank, or the bank turned it down.
 * `wasRefused`: the bank turned the refund down. `card`: what paid, if it was a wallet.
 */
export function sendersRefund(
  state: MoneyState,
  {
    price,
    owed,
    wasRefused,
    card,
  }: {
    readonly price: Cents;
    readonly owed: Cents;
    readonly wasRefused: boolean;
    readonly card?: string | undefined;
  },
): string {
  if (state === 'REFUNDED') return payments.returned('REFUNDED', { price, card });
  return wasRefused ? payments.refundRefused({ price, owed }) : payments.refunding(price, card);
}

/** The part of the recipient's balance that is frozen. */
export const frozen = (amount: Cents): string =>
  `${formatMoney(amount)} of your balance is frozen until the claim is settled.`;

const earnsNothing = (name: string, price: Cents) =>
  `${name} gets all ${formatMoney(price)} back and you earn nothing for this letter.`;

/** The consequence for a recipient who does not respond. */
export const recipientsIdle = ({ name, price }: Omit<OpenClaim, 'until'>): string =>
  `If you do nothing, ${earnsNothing(name, price)}`;

/** The open claim, to the recipient, while they can respond. */
export const recipientsOpen = (open: OpenClaim, dates: DateWords): string =>
  `Please respond ${by(open.until, dates)}. ${recipientsIdle(open)}`;

/** The improved answer, to the recipient. */
export const recipientsImproved = (
  {
    name,
    net,
    until,
  }: { readonly name: string; readonly net: Cents; readonly until: Instant | undefined },
  dates: DateWords,
): string =>
  `If ${name} doesn’t ask us to decide ${by(until, dates)}, the ${formatMoney(net)} is yours.`;

/** The end of a claim with a refund, to the recipient. `lapsed`: they did not respond. */
export function recipientsRefund({
  name,
  price,
  lapsed,
}: {
  readonly name: string;
  readonly price: Cents;
  readonly lapsed: boolean;
}): string {
  const result = earnsNothing(name, price);
  return lapsed ? `You didn’t respond within 72 hours, so ${result}` : result;
}

/** A claim that was upheld, to the sender, after the recipient's appeal was granted. */
export const sendersOverturned = (name: string, price: Cents): string =>
  `${name} appealed the decision about your claim, and we agree with the appeal: the answer counts. The ${formatMoney(price)} that you got back stays yours; we bear it.`;

/** The same for the recipient. */
export const recipientsOverturned = ({
  name,
  price,
  net,
}: {
  readonly name: string;
  readonly price: Cents;
  readonly net: Cents;
}): string =>
  `You have the ${formatMoney(net)} again, and the answer counts in your odds. ${name} keeps the ${formatMoney(price)}; we bear it.`;

/** A claim that ended without a refund, to its sender. `name`: the recipient. */
export const answerStands = (name: string): string =>
  `The answer stands, and ${name} keeps what it earned.`;
/** The same, if the payment was refunded later. */
export const REFUNDED_LATER = 'The payment was refunded after that, for another reason.';

/** A claim that ended without a refund, to its recipient. */
export const recipientsEnd = (net: Cents): string => `The ${formatMoney(net)} is yours.`;
/** The same, if the earning moved later. `earning`: `$23.35 frozen`. */
export const recipientsEndMoved = (earning: string): string =>
  `The payment was refunded or disputed after that. ${earning}.`;

/** The consequence of contesting a claim, before it is sent. `name`: the sender. */
export const beforeContesting = (name: string): string =>
  `A person on our team reads the letter, your answer and what each of you says, then decides. You both get the decision and the reasons. Until then your earning stays frozen. ${name} reads what you write.`;

/** The consequence of a reply alone, while the other side waits. */
export const onlyReply = {
  recipient: ({ name, price, until }: OpenClaim, dates: DateWords): string =>
    `Improve the answer, give the money back or contest the claim ${by(until, dates)}. If you only reply, ${name} gets all ${formatMoney(price)} back.`,
  sender: (until: Instant | undefined, dates: DateWords): string =>
    `Ask us to decide ${by(until, dates)}. If you only reply, the improved answer counts as accepted.`,
} as const;

/** The consequence of a claim for the recipient, before it is sent. */
export const beforeClaim = ({
  name,
  price,
}: {
  readonly name: string;
  readonly price: Cents;
}): string =>
  `${name} has 72 hours to improve the answer, give the money back or contest your claim. If ${name} doesn’t respond, you get all ${formatMoney(price)} back. If ${name} contests it, we decide.`;

/** Giving the money back, before it is done. */
export const beforeGivingBack = ({
  name,
  price,
}: {
  readonly name: string;
  readonly price: Cents;
}): string =>
  `${name} gets all ${formatMoney(price)} back, and you earn nothing for this letter. You can’t undo this.`;

/** The notifications, which name no amount. */
export const notifications = {
  opened: {
    title: 'A sender says your answer didn’t answer the question',
    body: 'Improve it, give the money back or contest the claim within 72 hours. A reply doesn’t settle it. What you earned is frozen until the claim is settled.',
  },
  improved: {
    title: 'The answer to your letter was improved',
    body: 'If it still doesn’t answer your question, you can ask us to decide within 72 hours.',
  },
  contested: {
    title: 'Your claim was contested',
    body: 'We’ll decide. You don’t need to do anything.',
  },
  decisionAsked: {
    title: 'The sender asks for a decision',
    body: 'We’ll decide. You don’t need to do anything.',
  },
  lapsed: {
    title: 'The time to respond to a claim is over',
    body: 'The sender gets all of the money back, and you earn nothing for this letter.',
  },
  refunded: { title: 'You get your money back', body: payments.returnedBriefly('REFUNDED') },
} as const;

/** The text message about a new claim: short, and without a character that makes it cost twice as much. */
export const openedText = (until: Instant, dates: DateWords): string =>
  `a sender claims that your answer does not answer the question. Respond by ${dates.deadline(until)}, or they get their money back`;
