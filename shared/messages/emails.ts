import { capital } from '../capital.ts';
import { type Cents, formatMoney, minus, ZERO } from '../money.ts';
import type { Instant } from '../time.ts';
import type { ReadersDates } from './dates.ts';
import { cancelUntil, noAnswer, REFUND_TIME } from './payments.ts';

/*
 * The sentences about money that only emails have: the subjects, which a mailbox shows, the previews beside them, and the dated lines of a
 * payment. `name`: the first name of the other side. `card`: `your Visa ending in 4242`,
 * `Apple Pay, Visa 4242`, or `your card`. docs/product/email.md
 */

type Waiting = {
  readonly price: Cents;
  readonly name: string;
  readonly answerBy: Instant;
};

/** The email about a hold, to the person whose card it is. */
export const hold = {
  subject: ({ price, name }: Waiting): string =>
    `${formatMoney(price)} is held for your letter to ${name}`,
  preview: ({ name, answerBy }: Waiting, dates: ReadersDates): string =>
    `Nothing is charged today. ${name} has until ${dates.deadline(answerBy)} to answer.`,
  card: (card: string): string => `Held on ${card}, not charged.`,
  sent: (name: string, subject: string): string =>
    `${name} has your letter “${subject}”. ${cancelUntil(name)}`,
  chargedEarly: (price: Cents): string =>
    `Still no answer? Holds end after a week, so we charge the ${formatMoney(price)} that day. You still get it back if no answer comes.`,
  noAnswer: (price: Cents): string =>
    `No answer by then? You get all ${formatMoney(price)} back automatically. ${REFUND_TIME}`,
} as const;

type Earning = { readonly price: Cents; readonly net: Cents };

/** The earning of an answer. */
export const earning = {
  amount: ({ net }: Earning): string => formatMoney(net),
  sum: ({ price, net }: Earning): string =>
    net === price
      ? ': the whole price, without a fee.'
      : `: the price of ${formatMoney(price)} − our fee of ${formatMoney(minus(price, net))}.`,
  preview: ({ net, answerBy }: Earning & Pick<Waiting, 'answerBy'>, dates: ReadersDates): string =>
    `Answer by ${dates.soon(answerBy)}, and earn ${formatMoney(net)}.`,
  /** The subject of a new letter. */
  arrived: ({ price, name }: Omit<Waiting, 'answerBy'>): string =>
    `${name} paid ${formatMoney(price)} for your answer`,
} as const;

/** The odds of a recipient before and after a letter that they let expire. */
type OddsChange = {
  readonly before: { readonly answered: number; readonly ended: number };
  readonly after: { readonly answered: number; readonly ended: number };
};

/** The cost of letting the time pass, for the recipient. `odds`: undefined if they are not shown yet. */
export function timePasses({
  name,
  price,
  odds,
}: {
  readonly name: string;
  readonly price: Cents;
  readonly odds: OddsChange | undefined;
}): string {
  const back = `${name} gets all ${formatMoney(price)} back, you earn nothing`;
  if (!odds) return `${back}, and the letter counts as not answered.`;
  const { before, after } = odds;
  return `${back}, and your odds go from ${before.answered} of ${before.ended} to ${after.answered} of ${after.ended}.`;
}

type Charge = { readonly price: Cents; readonly name: string };

/** Receipts of charges. */
export const receipt = {
  answered: ({ price, name }: Charge): string =>
    `Receipt: ${formatMoney(price)} for ${name}’s answer`,
  waiting: ({ price, name }: Charge): string =>
    `Receipt: ${formatMoney(price)} for your letter to ${name}`,
  plan: (amount: Cents, plan: string): string => `Receipt: ${formatMoney(amount)} for ${plan}`,
  charged: (card: string): string => `Charged to ${card}`,
  chargedOn: ({ card, day }: { readonly card: string; readonly day: string }): string =>
    `Charged to ${card} on ${day}.`,
  early: (waiting: Waiting, dates: ReadersDates): string =>
    `The hold was about to expire, and ${waiting.name} hasn’t answered yet. ${noAnswer(waiting, dates)}`,
  follows: (price: Cents, name: string): string =>
    `Your ${formatMoney(price)} was charged when ${name} answered.`,
  /** The subject of the charge that a report caused. */
  underReview: (price: Cents, name: string): string =>
    `${name} reported your letter: ${formatMoney(price)} is under review`,
} as const;

/** The ending of a letter, before a colon: `No answer from Ana`. */
export const ENDINGS = {
  expired: (name: string) => `No answer from ${name}`,
  declined: (name: string) => `${name} declined your letter`,
  unanswered: (name: string) => `${name} couldn’t answer your letter`,
  canceled: (name: string) => `You canceled your letter to ${name}`,
  ended: (name: string) => `Your letter to ${name} was ended`,
} as const;

type Return = { readonly amount: Cents; readonly isAll: boolean; readonly card: string };

const sum = ({ amount, isAll }: Pick<Return, 'amount' | 'isAll'>) =>
  `${isAll ? 'all ' : ''}${formatMoney(amount)}`;
/** Money that goes back to a card. */
export const refund = {
  subject: (ending: string, money: Return): string => `${ending}: ${sum(money)} is on its way back`,
  heading: (money: Return): string => `${capital(sum(money))} is on its way back`,
  preview: ({ card }: Return, by: string): string =>
    `To ${card}. Your bank shows it by ${by}. You don’t need to do anything.`,
  held: (price: Cents, card: string): string => `${formatMoney(price)} was held on ${card}.`,
  charged: 'The hold was about to end, so you were charged.',
  chargedAtOnce: (price: Cents, card: string): string =>
    `${formatMoney(price)} was charged to ${card}.`,
  refunded: (money: Return): string => `${capital(sum(money))} was refunded.`,
  arrives: 'Your bank shows it. Some take the full 10 days.',
  /** The card to which it goes, and by when. */
  goesTo: (card: string, by: string): string =>
    `It goes to ${card}, and your bank shows it by ${by}.`,
  /** A refund after a decision of staff. */
  decided: (money: Return, name: string): string =>
    `${capital(sum(money))} of your letter to ${name} is on its way back`,
  byUs: 'We decided to refund you.',
  part: (part: Cents, price: Cents): string =>
    `We decided to refund you ${formatMoney(part)} of the ${formatMoney(price)} that you paid.`,
  lapsed: (name: string): string =>
    `${name} didn’t respond to your claim within 72 hours, so you get your money back.`,
  byRecipient: (name: string): string => `${name} gave the money back after your claim.`,
  /** `letter`: its subject in quotes. */
  holdExpired: (name: string, letter: string): string =>
    `The hold expired before ${name} answered ${letter}, so we ended it.`,
} as const;

type SendersRefund = Pick<Return, 'amount' | 'isAll'> & {
  /** The first name of the sender. */
  readonly name: string;
  readonly net: Cents;
};

/** A refund that we decided, to the person who got the letter: what becomes of their earning. */
export const sendersRefund = {
  keptSubject: ({ name, net, ...money }: SendersRefund): string =>
    `${name} gets ${sum(money)} back, and you keep your ${formatMoney(net)}`,
  kept: ({ name, net, ...money }: SendersRefund): string =>
    `We decided to refund ${name} ${sum(money)}, and we pay for that. You keep the ${formatMoney(net)} that you earned.`,
  takenBackSubject: ({ name, net, ...money }: SendersRefund): string =>
    `${name} gets ${sum(money)} back: your ${formatMoney(net)} is taken back`,
  takenBack: ({ name, net, ...money }: SendersRefund): string =>
    `We decided to refund ${name} ${sum(money)}. The ${formatMoney(net)} that you earned is taken back from your balance.`,
  reportedSubject: ({ name, ...money }: Omit<SendersRefund, 'net'>): string =>
    `${name} gets ${sum(money)} back for the letter you reported`,
  reported: ({ name, ...money }: Omit<SendersRefund, 'net'>): string =>
    `We reviewed the letter that you reported, and decided to refund ${name} ${sum(money)}. You earned nothing for it, so your balance stays as it is.`,
  HEADING: 'We decided about a refund',
} as const;

/** A hold that is released. */
export const released = {
  subject: (ending: string): string => `${ending}: you weren’t charged`,
  heading: 'You weren’t charged',
  preview: (price: Cents, card: string): string =>
    `The hold of ${formatMoney(price)} on ${card} is released. You don’t need to do anything.`,
  done: (price: Cents): string => `The hold of ${formatMoney(price)} is released.`,
  arrives: 'Until then your bank may still show the hold.',
} as const;

type Decision = {
  readonly price: Cents;
  readonly net: Cents;
  readonly name: string;
  /** The wallet that paid, such as `Apple Pay, Visa 4242`; absent for a typed card. */
  readonly wallet?: string | undefined;
};

/** The decision of a claim, to its two sides. */
export const claim = {
  upheldForSender: ({ price, wallet = 'your card' }: Decision): string =>
    `Your claim was upheld: ${formatMoney(price)} goes back to ${wallet}`,
  /** The bank of the card turned the refund down. */
  upheldAndOwed: ({ price }: Decision): string =>
    `Your claim was upheld: we owe you ${formatMoney(price)}`,
  upheldPreview: ({ name }: Decision): string =>
    `We agree that ${name}’s answer doesn’t answer your question. Here is the reason.`,
  upheldMoney: (price: Cents, card: string): string =>
    `All ${formatMoney(price)} is on its way back to ${card}. Your bank shows it by `,
  rejectedForSender: ({ name }: Decision): string =>
    `Your claim was rejected: ${name}’s answer stands`,
  rejectedPreview: ({ price }: Decision): string =>
    `The ${formatMoney(price)} stays charged. Here is the reason.`,
  rejectedMoney: ({ price, name }: Decision): string =>
    `The answer stands, and the ${formatMoney(price)} stays charged. ${name}’s answer is yours to keep.`,
  upheldForRecipient: ({ name }: Decision): string =>
    `${name}’s claim was upheld: your answer earns nothing`,
  upheldForRecipientPreview: ({ price, net, name }: Decision): string =>
    `${name} gets all ${formatMoney(price)} back, and the ${formatMoney(net)} is taken back. Here is the reason.`,
  rejectedForRecipient: ({ net, name }: Decision): string =>
    `${name}’s claim was rejected: the ${formatMoney(net)} is yours`,
  rejectedForRecipientPreview: ({ net }: Decision): string =>
    `Your answer stands, and the ${formatMoney(net)} is no longer frozen. Here is the reason.`,
  givenBack: ({ price, name }: Omit<Decision, 'net'>): string =>
    `${name} gives you all ${formatMoney(price)} back`,
  lapsed: ({ price, name }: Omit<Decision, 'net'>): string =>
    `${name} didn’t respond to your claim: all ${formatMoney(price)} is on its way back`,
} as const;

type ClaimStep = {
  /** The first names of the two sides. */
  readonly sender: string;
  readonly author: string;
  readonly price: Cents;
  readonly net: Cents;
};

/** The subjects of the steps of a claim. */
export const claimSteps = {
  opened: ({ sender }: ClaimStep): string =>
    `${sender} says your answer didn’t answer the question`,
  improved: ({ author }: ClaimStep): string => `${author} improved the answer to your letter`,
  contested: ({ author }: ClaimStep): string => `${author} contested your claim: we decide`,
  decisionAsked: ({ sender }: ClaimStep): string => `${sender} asked us to decide the claim`,
  lapsed: ({ sender, price }: ClaimStep): string =>
    `Your time to respond is over: ${sender} gets ${formatMoney(price)} back`,
  withdrawn: ({ sender, net }: ClaimStep): string =>
    `${sender} withdrew the claim: the ${formatMoney(net)} is yours`,
  acceptedBySender: ({ sender, net }: ClaimStep): string =>
    `${sender} accepted your improved answer: the ${formatMoney(net)} is yours`,
  accepted: ({ net }: ClaimStep): string =>
    `Your improved answer stands: the ${formatMoney(net)} is yours`,
} as const;

/** The deadline of a step of a claim. `by`: with day, time and zone. */
export const claimDue = {
  respondBy: (by: string): string => `Respond by ${by}`,
  openedPreview: (by: string, { name, price }: Pick<Decision, 'name' | 'price'>): string =>
    `Respond by ${by}, or ${name} gets all ${formatMoney(price)} back.`,
  decideBy: (by: string): string => `Read it by ${by}`,
  improved:
    'If it still doesn’t answer your question, ask us to decide by then. After that, the answer counts as accepted.',
  improvedPreview: (by: string): string =>
    `If it still doesn’t answer your question, ask us to decide by ${by}.`,
} as const;

const TEAM_DECIDES = 'then decides. You both get the decision and the reasons.';

/** The steps of a claim. `net`: what the answer earned. */
export const claimWords = {
  opened: (name: string, net: Cents): string =>
    `You can improve your answer, give the money back or contest the claim. If you contest it, a person on our team reads what you and ${name} say, ${TEAM_DECIDES} Until the claim is settled, ${formatMoney(net)} of your balance is frozen.`,
  improved: (price: Cents): string =>
    `If you ask us, a person on our team reads your letter, both answers and what each of you says, ${TEAM_DECIDES} Until then, the ${formatMoney(price)} stays charged.`,
  contested: (name: string, price: Cents): string =>
    `A person on our team reads your letter, ${name}’s answer and what each of you says, ${TEAM_DECIDES} Until then, the ${formatMoney(price)} stays charged. You don’t need to do anything.`,
  decisionAsked: (name: string, net: Cents): string =>
    `A person on our team reads the letter, your answers and what you and ${name} say, ${TEAM_DECIDES} Until then, ${formatMoney(net)} of your balance stays frozen. You don’t need to do anything.`,
  unfrozen: (net: Cents): string => `The ${formatMoney(net)} is no longer frozen.`,
  accepted: (name: string, net: Cents): string =>
    `${name} didn’t ask us to decide in time. The ${formatMoney(net)} is no longer frozen.`,
} as const;

/** Payouts and bonuses, in subjects. */
export const earned = {
  payout: (amount: Cents): string => `Your payout of ${formatMoney(amount)} is paid`,
  bonus: (amount: Cents): string => `You earned ${formatMoney(amount)} for an invitation`,
  bonusTakenBack: (amount: Cents): string =>
    `${formatMoney(amount)} for an invitation was taken back`,
  payoutWaits: (amount: Cents): string =>
    `Your payout of ${formatMoney(amount)} is waiting for your payout account`,
  payoutFailed: (amount: Cents): string =>
    `Your payout of ${formatMoney(amount)} didn’t go through`,
} as const;

/** A dispute, to the person who answered. `frozen`: the part of their balance; zero if the bank took nothing that they earned. */
export const disputed = (name: string, frozen: Cents): string =>
  frozen === ZERO
    ? `${name}’s bank asked for the money back. Your balance stays as it is.`
    : `${name}’s bank asked for the money back. ${formatMoney(frozen)} of your balance is frozen until the bank decides. You don’t need to do anything.`;

/** The offer to make a claim, in the email that brings the answer. */
export const mayClaim = (name: string): string =>
  `Doesn’t it answer your question? Until then you can make a claim: ${name} improves the answer or gives the money back, or we decide.`;

/** The titles above what became of the money, in the email that brings the answer. */
export const afterAnswer = {
  receiptFollows: 'A receipt follows',
  charged: 'You were charged',
  chargedBefore: 'You aren’t charged again',
} as const;

/** The reasons for an email about money, at its end. */
export const reasons = {
  receipt: 'You get a receipt for each charge and refund.',
  held: 'You get this because money is held for your letter.',
  released: 'You get this because money was held for your letter.',
  decided: 'You get this because we decided about your money.',
  /** `whose`: `Ravi’s`, or `your`. */
  claim: (whose: string): string => `You get this because of a claim about ${whose} answer.`,
  answered: (name: string): string => `You get this because you paid for ${name}’s answer.`,
  arrived: 'You get this because someone paid for your answer.',
  waits: 'You get this because a paid letter to you waits for an answer.',
} as const;

/** The way to us, before the bank: the words before its link, of the link and after it. */
export const askFirst = {
  before: 'Don’t know this charge, or is something wrong with it? ',
  link: 'Ask us first',
  after: '; it’s faster than your bank.',
} as const;
