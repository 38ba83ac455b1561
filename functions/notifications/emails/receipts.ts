import { STATEMENT_NAME } from '#shared/brand.ts';
import { hoursWords } from '#shared/dates.ts';
import * as emails from '#shared/messages/emails.ts';
import * as payments from '#shared/messages/payments.ts';
import { RENEWS } from '#shared/messages/plans.ts';
import { type Cents, formatMoney } from '#shared/money.ts';
import { type PaidPlan, PLAN_TERMS } from '#shared/rules/billing/plans.ts';
import {
  type Conversation,
  isPending,
  timeOfAnswer,
} from '#shared/rules/conversations/conversations.ts';
import { earlyChargeAt } from '#shared/rules/conversations/state-machine.ts';
import { type Odds, oddsOf } from '#shared/rules/profiles/odds.ts';
import type { Instant } from '#shared/time.ts';
import type { User } from '../../storage/accounts/users.ts';
import { outcomesOf } from '../../storage/profiles/odds.ts';
import type { TableReader } from '../../storage/table.ts';
import {
  type Block,
  type EmailContent,
  type Fact,
  factsOf,
  type Step,
  softText,
  stepsOf,
  text,
} from './content.ts';
import { cardOf, cardWords, type EmailReader, namesOf } from './letter-parts.ts';

/* The emails to the person whose card was held or charged: the hold, which is no receipt, and a receipt of each charge. */

const ASK_FIRST: Block = text([
  emails.askFirst.before,
  { link: emails.askFirst.link, path: '/help-ticket' },
  emails.askFirst.after,
]);

/** The email about a hold; undefined once the letter was canceled, answered or charged, because that has an email of its own. */
export async function holdEmail(
  table: TableReader,
  c: Conversation,
  reader: EmailReader,
): Promise<EmailContent | undefined> {
  if (!isPending(c.status)) return undefined;
  if (c.money.state === 'CHARGED')
    return isChargedLater(c) ? undefined : waitingReceipt(c, reader, c.paidAt);
  const { price, deadlineAt: answerBy } = c;
  const { recipientName: name } = namesOf(c);
  const waiting = { price, name, answerBy };
  const odds = oddsOf(await outcomesOf(table, c.recipient.id), reader.now);
  const card = emails.hold.card(cardOf(c));
  const subject = emails.hold.subject(waiting);
  return {
    subject,
    preview: emails.hold.preview(waiting, reader.dates),
    heading: subject,
    blocks: [
      text(odds ? `${card} ${oddsWords(name, odds)}` : card),
      stepsOf(holdSteps(c, reader)),
      softText(payments.chargedByReport(name)),
    ],
    action: { label: 'See your letter', path: `/order-viewer/${c.id}`, isOutlined: true },
    reason: emails.reasons.held,
  };
}

function oddsWords(name: string, { answered, ended, medianHours }: Odds): string {
  const usually = medianHours === null ? '' : `, usually in ${hoursWords(medianHours)}`;
  return `${name} has answered ${answered} of ${ended} letters${usually}.`;
}

/** The dated lines of a hold. */
function holdSteps(c: Conversation, { dates }: EmailReader): Step[] {
  const { price, deadlineAt } = c;
  const { recipientName: name } = namesOf(c);
  const chargeOn = earlyChargeAt(c);
  const paidOn = dates.day(c.paidAt);
  const charged: Step[] =
    chargeOn === undefined
      ? []
      : [{ title: dates.day(chargeOn), words: emails.hold.chargedEarly(price), isDone: false }];
  return [
    {
      title: dates.isToday(c.paidAt) ? `Today, ${paidOn}` : paidOn,
      words: emails.hold.sent(name, c.subject),
      isDone: true,
    },
    {
      title: `When ${name} answers`,
      words: payments.beforePayment({ price, name, card: cardOf(c) }).answered,
      isDone: false,
    },
    ...charged,
    { title: dates.deadline(deadlineAt), words: emails.hold.noAnswer(price), isDone: false },
  ];
}

/** The receipt of the charge that an answer caused; undefined if the card was charged before it, which has a receipt of its own. */
export function answerReceipt(c: Conversation, reader: EmailReader): EmailContent | undefined {
  if (earlyCharge(c) !== undefined) return undefined;
  const at = timeOfAnswer(c) ?? c.lastMessageAt;
  const card = cardOf(c);
  const { recipientName: name } = namesOf(c);
  return {
    ...letterReceipt(c, reader, { card, at, heldAt: c.paidAt }),
    subject: emails.receipt.answered({ price: c.price, name }),
    action: { label: 'Read the answer', path: `/order-viewer/${c.id}`, isOutlined: true },
  };
}

/** The receipt of a charge while the letter still waits, because its hold was about to expire. */
export function earlyReceipt(c: Conversation, reader: EmailReader, at: Instant): EmailContent {
  const content = waitingReceipt(c, reader, at);
  if (!isPending(c.status)) return content;
  const { recipientName: name } = namesOf(c);
  const why = emails.receipt.early({ price: c.price, name, answerBy: c.deadlineAt }, reader.dates);
  return { ...content, preview: why, blocks: [...content.blocks, text(why)] };
}

/** The receipt of a charge of a letter that waits. */
function waitingReceipt(c: Conversation, reader: EmailReader, at: Instant): EmailContent {
  const { price, deadlineAt: answerBy, paidAt } = c;
  const card = cardOf(c);
  const { recipientName: name } = namesOf(c);
  const heldAt = at > paidAt ? paidAt : undefined;
  return {
    ...letterReceipt(c, reader, { card, at, heldAt }),
    subject: emails.receipt.waiting({ price, name }),
    preview: payments.noAnswer({ price, answerBy }, reader.dates),
  };
}

/** The receipt of a charge that a report caused, or that a report keeps. */
export function reportReceipt(
  c: Conversation,
  reader: EmailReader,
  reportedAt: Instant,
): EmailContent {
  const { price, paidAt: heldAt } = c;
  const chargedOn = earlyCharge(c);
  const card = cardOf(c);
  const { recipientName: name } = namesOf(c);
  const words = payments.reported({ name, price, chargedOn }, reader.dates);
  const content = letterReceipt(c, reader, { card, at: chargedOn ?? reportedAt, heldAt });
  return {
    ...content,
    subject: emails.receipt.underReview(price, name),
    preview: words,
    blocks: [...content.blocks, text(words)],
  };
}

/** The charge of a letter. `heldAt`: undefined if the card was charged without a hold before it. */
type Charge = {
  readonly card: string;
  readonly at: Instant;
  readonly heldAt: Instant | undefined;
};

/** The receipt of a letter, without its subject. */
function letterReceipt(c: Conversation, { dates }: EmailReader, { card, at, heldAt }: Charge) {
  const held: Fact[] =
    heldAt === undefined ? [] : [{ label: 'Held', value: dates.fullDay(heldAt) }];
  return {
    ...receiptOf(c.price, card, [
      { label: c.net === undefined ? 'To' : 'One answer from', value: c.recipient.fullName },
      { label: c.net === undefined ? 'Your letter' : 'To your letter', value: c.subject },
      ...held,
      ...chargeFacts(c.price, dates.moment(at)),
      { label: 'Order', value: c.id },
    ]),
    preview: emails.receipt.chargedOn({ card, day: dates.receiptDay(at) }),
    action: { label: 'See your letter', path: `/order-viewer/${c.id}`, isOutlined: true },
  };
}

/** The amount, the card and the facts of a charge. */
const receiptOf = (amount: Cents, card: string, facts: readonly Fact[]) => ({
  heading: 'Your receipt',
  blocks: [
    { kind: 'amount', words: formatMoney(amount) } as const,
    softText(emails.receipt.charged(card)),
    factsOf(facts),
  ],
  after: [ASK_FIRST],
  reason: emails.reasons.receipt,
});

const chargeFacts = (amount: Cents, chargedAt: string): readonly Fact[] => [
  { label: 'Charged', value: chargedAt },
  { label: 'Total', value: formatMoney(amount) },
  { label: 'On your bank statement', value: STATEMENT_NAME },
];

/** Returns whether the card was charged after it was held, and not by the payment itself. */
const isChargedLater = ({ history }: Conversation): boolean =>
  history.some(({ event }) => event === 'CAPTURED');

/** The moment of a charge before the answer or the report; undefined if there was none. */
export function earlyCharge({ history }: Conversation): Instant | undefined {
  for (const { event, at, moneyState } of history) {
    if (event === 'CAPTURED' || (event === 'PAID' && moneyState === 'CHARGED')) return at;
    if (event === 'ANSWERED' || event === 'REPORTED') return undefined;
  }
  return undefined;
}

/** A payment of a plan. `plan`: absent if it is not known which one it paid for. */
type PlanCharge = {
  readonly plan?: string | undefined;
  readonly amount: Cents;
  readonly at: Instant;
};

/** The receipt of a payment of a plan. */
export function planReceipt(
  user: Pick<User, 'card'>,
  { plan, amount, at }: PlanCharge,
  { dates }: EmailReader,
): EmailContent {
  const name = plan ? PLAN_TERMS[plan as PaidPlan].name : 'your plan';
  const card = cardWords(user.card);
  const receipt = receiptOf(amount, card, [
    ...(plan ? [{ label: 'Plan', value: name }] : []),
    ...chargeFacts(amount, dates.moment(at)),
  ]);
  return {
    ...receipt,
    subject: emails.receipt.plan(amount, `a month of ${name}`),
    preview: `${emails.receipt.chargedOn({ card, day: dates.receiptDay(at) })} ${RENEWS}`,
    blocks: [...receipt.blocks, text(RENEWS)],
    action: { label: 'See your plan', path: '/subscription', isOutlined: true },
  };
}
