import { beforePayment, CHOSEN_CARD, moneyReturns, stepWords } from '#shared/messages/payments.ts';
import * as lines from '#shared/messages/timeline.ts';
import { type Cents, formatMoney, ZERO } from '#shared/money.ts';
import { WALLET_NAMES } from '#shared/payment-method-names.ts';
import type { MoneyState, Side } from '#shared/rules/conversations/conversations.ts';
import { isPending, isUnanswered } from '#shared/rules/conversations/conversations.ts';
import { CAPTURE_MARGIN, deadlineOf } from '#shared/rules/conversations/state-machine.ts';
import { DAY, type Instant, later, toIso } from '#shared/time.ts';
import { dayWords, deadlineWords, momentWords, weekdayWords } from '#web/shell/dates.ts';
import type { TimelineItem } from '#web/ui/Timeline.tsx';
import { type CardDigits, cardWords } from '../../billing/card/card-words.ts';
import { type Conversation, firstName } from '../conversation.ts';
import { isFree, paymentWent, walletOf } from '../money-words.ts';
import { claimWords } from './claim-words.ts';
import { nudgeWords } from './nudge-words.ts';

/*
 * The timeline of a message and its money: past events and expected ones, in words.
 * docs/product/conversations.md#timeline
 */

/** Card networks let a hold expire after about this time; the timeline shows a day, not a minute. */
const HOLD_TIME = 7 * DAY;

type Event = Conversation['timeline'][number];

/** The day on which a message is charged that is paid now and has no hold yet, from which its end would be known. */
function captureDay(paidAt: Instant): Instant {
  return later(paidAt, HOLD_TIME - CAPTURE_MARGIN);
}

export type PaymentStepsInput = {
  readonly price: Cents;
  readonly recipientName: string;
  readonly now: Instant;
  /** The card that pays, once it is known. */
  readonly card?: CardDigits | undefined;
  /** Whether the card may be chosen in a wallet. */
  readonly byWallet?: boolean;
};

/** Before the payment: what can happen to the price, in order. */
export function paymentSteps({
  price,
  recipientName,
  now,
  card,
  byWallet = false,
}: PaymentStepsInput): TimelineItem[] {
  const name = firstName(recipientName);
  const deadline = deadlineOf(now);
  const words = beforePayment({
    price,
    name,
    ...(card ? { card: cardWords(card) } : byWallet ? CHOSEN_CARD : {}),
  });
  return [
    { key: 'held', done: true, lead: `Today, ${dayWords(now, now)}`, text: words.held },
    { key: 'answered', done: false, lead: `As soon as ${name} answers`, text: words.answered },
    { key: 'declined', done: false, lead: `If ${name} declines`, text: words.declined },
    {
      key: 'captured',
      done: false,
      // Only the hold will say on which day it ends.
      lead: `About ${weekdayWords(captureDay(now), now)}`,
      text: words.chargedEarly,
    },
    { key: 'returned', done: false, lead: deadlineWords(deadline, now), text: words.noAnswer },
  ];
}

/** The timeline of a conversation for one side: past events, then expected ones. */
export function timelineOf(conversation: Conversation, side: Side, now: Instant): TimelineItem[] {
  const happened = conversation.timeline
    .filter((event) => isInTimeline(event, conversation.timeline))
    .map((event, index) => ({
      key: `${event.event}-${index}`,
      done: true,
      text: happenedWords(event, conversation, side),
      at: { words: momentWords(event.at, now), dateTime: toIso(event.at) },
    }));
  return isPending(conversation.status)
    ? [
        ...happened,
        ...pauseSteps(conversation, side, now),
        ...stepsFor(side, conversation)(conversation, now),
      ]
    : [...happened, ...afterwards(conversation, side, now)];
}

/** The event that is expected next, for a place that shows no more than one: the deadline while a letter waits. */
export function nextEvent(
  conversation: Conversation,
  side: Side,
  now: Instant,
): { readonly lead: string; readonly text: string } | undefined {
  const { status, deadlineAt, price } = conversation;
  // The day alone: the line under the subject says the time.
  if (isPending(status) && !isFree(conversation))
    return { lead: weekdayWords(deadlineAt, now), text: moneyReturns(side, price) };
  const next = timelineOf(conversation, side, now).find(({ done }) => !done);
  return next && { lead: next.lead ?? '', text: String(next.text) };
}

/** The end of a pause for a clarifying question. */
function pauseSteps(conversation: Conversation, side: Side, now: Instant): TimelineItem[] {
  const { status, clarification, senderName, recipientName } = conversation;
  if (status !== 'NEEDS_INFO' || !clarification) return [];
  const [until, own] = [deadlineWords(clarification.until, now), side === 'recipient'];
  return [
    {
      key: 'will-resume',
      done: false,
      lead: own
        ? `When ${firstName(senderName)} replies, or ${until}`
        : `When you reply, or ${until}`,
      text: own
        ? 'your time to answer runs again'
        : `${firstName(recipientName)}’s time to answer runs again`,
    },
  ];
}

/** The deadline. During a pause it is the latest possible one. */
function deadlineLead({ status, deadlineAt }: Conversation, now: Instant): string {
  const words = deadlineWords(deadlineAt, now);
  return status === 'NEEDS_INFO' ? `${words} at the latest` : words;
}

/** Banks show a refund to a card within this time. */
const REFUND_TIME = 10 * DAY;

/** The expected events after a message was answered or has ended. */
function afterwards(conversation: Conversation, side: Side, now: Instant): TimelineItem[] {
  const { status, moneyState, recipientName, timeline } = conversation;
  const decision = bankSteps(conversation, side);
  if (status === 'OPEN' || status === 'INVITED') {
    const lead =
      side === 'recipient' ? 'Until you close it' : `Until ${firstName(recipientName)} closes it`;
    const free = isFree(conversation) ? '' : ' for free';
    const words = `both of you can write${free}`;
    return [...decision, { key: 'will-close', done: false, lead, text: words }];
  }
  if (moneyState === 'IN_REVIEW')
    return [
      ...decision,
      { key: 'will-review', done: false, lead: 'Next', text: 'we review what was reported' },
    ];
  if (side === 'sender' && isOwedStill(conversation)) {
    return [{ key: 'will-find', done: false, lead: 'Next', text: lines.sender.otherWay }];
  }
  const shown = later(timeline.at(-1)?.at ?? now, REFUND_TIME);
  const isShown = side === 'sender' && moneyState === 'REFUNDED' && shown > now;
  if (!isShown || decision.length > 0) return decision;
  const lead = `By about ${dayWords(shown, now)}`;
  return [{ key: 'will-show', done: false, lead, text: showsWords(conversation) }];
}

/** Where a refund shows. A card behind a wallet may be gone from the phone by then. */
const showsWords = ({ paidWith }: Conversation): string =>
  paidWith?.wallet
    ? lines.sender.walletShows(WALLET_NAMES[paidWith.wallet])
    : lines.sender.cardShows;

/** The pending decisions of a bank about a dispute. */
function bankSteps(conversation: Conversation, side: Side): TimelineItem[] {
  const { timeline, senderName, moneyState } = conversation;
  const last = timeline.findLast(({ event }) => event.startsWith('DISPUTE'));
  if (last?.event !== 'DISPUTED') return [];
  const own = side === 'recipient';
  const sender = firstName(senderName);
  // REFUNDED: the recipient earned nothing, so we refund the part that the bank does not take.
  const senders =
    moneyState === 'REFUNDED' ? lines.sender.bankDecidesRefunded : lines.sender.bankDecides;
  return [
    {
      key: 'will-decide',
      done: false,
      lead: own ? `When ${sender}’s bank decides` : 'When your bank decides',
      text: own ? lines.recipient.bankDecides(sender, last.amount) : senders,
    },
  ];
}

/** Whether a refund was refused by the sender's bank and is still owed. */
function isOwedStill(conversation: Conversation): boolean {
  const { status, moneyState } = conversation;
  return isUnanswered(status) && moneyState === 'CHARGED' && !isKeptReport(conversation);
}

function stepsFor(side: Side, conversation: Conversation) {
  if (isFree(conversation)) return side === 'sender' ? freeSenderSteps : freeRecipientSteps;
  return side === 'sender' ? senderSteps : recipientSteps;
}

/** A help ticket has no deadline: it waits until it is answered. */
function freeSenderSteps({ recipientName }: Conversation): TimelineItem[] {
  return [
    {
      key: 'will-answer',
      done: false,
      lead: `When ${firstName(recipientName)} answers`,
      text: 'you read it here; until then it waits, however long that takes',
    },
  ];
}

function freeRecipientSteps(): TimelineItem[] {
  return [{ key: 'will-answer', done: false, lead: 'When you answer', text: lines.recipient.FREE }];
}

/** Whether the timeline shows an event. The thread already shows replies, and the answer includes its capture. */
export function isInTimeline(event: Event, timeline: readonly Event[]): boolean {
  if (event.event === 'REPLIED') return false;
  if (event.event !== 'CAPTURED') return true;
  const ending = timeline.find(({ event: name }) => name === 'ANSWERED' || name === 'REPORTED');
  return ending === undefined || event.at < ending.at;
}

const paidWords = (conversation: Conversation, own: boolean) => {
  const { moneyState, price } = conversation;
  if (own || !isOnlyHeld(moneyState)) return lines.PAID;
  return lines.sender.delivered(price, walletOf(conversation));
};

function happenedWords(event: Event, conversation: Conversation, side: Side): string {
  const own = side === 'recipient';
  const recipient = own ? 'you' : firstName(conversation.recipientName);
  const sender = own ? firstName(conversation.senderName) : 'you';
  const { price } = conversation;
  switch (event.event) {
    case 'PAID':
      return `${paidWords(conversation, own)}${conversation.tier ? `: ${conversation.tier.name}` : ''}`;
    case 'SENT':
      return own ? 'Delivered' : lines.sender.deliveredFree;
    case 'READ':
      return `Read by ${recipient}`;
    case 'INFO_ASKED':
      return own ? `You asked ${sender} a question` : `${recipient} asked you a question`;
    case 'INFO_GIVEN':
      return `${own ? `${sender} replied` : 'You replied'}, ${newDeadline(conversation)}`;
    case 'INFO_ENDED':
      return `The pause ended without a reply, ${newDeadline(conversation)}`;
    case 'NUDGED':
      return own ? `${sender} reminded you` : nudgeWords(conversation, recipient);
    case 'CAPTURED':
      return own
        ? stepWords.wasChargedEarlyForRecipient
        : stepWords.wasChargedEarly(conversation.price);
    case 'ANSWERED':
      return own && !isFree(conversation)
        ? lines.recipient.answered(conversation.netEarnings)
        : 'Answered';
    case 'REPLIED':
      return 'Replied';
    case 'CLOSED':
      return `Closed by ${recipient}`;
    case 'GIVEN_BACK':
      return givenBackWords(event, conversation, own);
    case 'KEPT':
      return own ? 'We reviewed what you reported' : lines.sender.kept(price);
    case 'PARTLY_REFUNDED':
      return partlyRefundedWords(event, conversation, own);
    case 'CANCELLED':
      if (conversation.reasonCode === 'WITHDRAWN') return WITHDRAWN;
      return own ? `Canceled by ${sender}` : 'You canceled it';
    case 'DECLINED':
      return own ? 'You declined' : `${recipient} declined to answer`;
    case 'REPORTED':
      return own ? 'You reported this letter' : `Ended by ${recipient}`;
    case 'EXPIRED':
      return expiredWords(conversation);
    case 'RETURNED':
      return returnedWords(event.moneyState, conversation, own);
    case 'RETURN_FAILED':
      return refusedWords(event, conversation, own);
    case 'EVIDENCE_SENT':
      return own
        ? 'We sent the bank the record of your answer'
        : 'We sent your bank the record of this conversation';
    case 'DISPUTED':
    case 'DISPUTE_WON':
    case 'DISPUTE_LOST':
      return disputeWords(event.event, event.amount, conversation, own);
    case 'TAKEN_BACK':
      return own ? lines.recipient.fraud(event.amount) : lines.sender.fraud;
    case 'EARNING_RESTORED':
      return own
        ? `Your appeal was right${event.amount === undefined ? '' : `: you have the ${formatMoney(event.amount)} again`}`
        : 'An appeal was right: the answer counts, and your refund stays';
    case 'PUBLIC_PROPOSED':
      return own ? `You asked ${sender} to publish this` : `${recipient} asked to publish this`;
    case 'PUBLISHED':
      return 'Public, without the sender’s name';
    case 'PUBLIC_DECLINED':
      return own ? `${sender} keeps it private` : 'You keep it private';
    case 'PUBLIC_WITHDRAWN':
      return 'Not public: it was withdrawn';
    default:
      return claimWords(event.event, event.amount, conversation, own);
  }
}

/** The deadline after a pause, which moved by its length. */
const newDeadline = ({ deadlineAt, timeReceived }: Conversation) =>
  `the new deadline is ${deadlineWords(deadlineAt, timeReceived)}`;

const WITHDRAWN = 'We ended this conversation';

function expiredWords({ reasonCode, moneyState }: Conversation): string {
  if (reasonCode === 'WITHDRAWN') return WITHDRAWN;
  if (reasonCode === 'FRAUD_WARNING') return lines.BANK_WARNED;
  if (reasonCode === 'PAYMENT_WITHDRAWN') return lines.PAYMENT_FAILED;
  return reasonCode === 'HOLD_LAPSED'
    ? paymentWent(moneyState)
    : 'Ten days passed without an answer';
}

/** A decision of support. `amount`: the part of the earnings that the recipient gave up. */
function givenBackWords({ amount }: Event, conversation: Conversation, own: boolean): string {
  if (!own) return lines.sender.givenBack(conversation.price);
  const name = firstName(conversation.senderName);
  return conversation.status === 'REPORTED'
    ? lines.recipient.givenBackReport(name)
    : lines.recipient.givenBack(name, amount);
}

/** A part that support gave back. `amount`: the part. The recipient's earning stays as it is. */
const partlyRefundedWords = (
  { amount = ZERO }: Event,
  { senderName }: Conversation,
  own: boolean,
) =>
  own
    ? lines.recipient.partlyRefunded(firstName(senderName), amount)
    : lines.sender.partlyRefunded(amount);

/** The bank of the card returned the refund, or the card cannot receive one. `amount`: what is owed to the sender. */
function refusedWords({ moneyState, amount }: Event, conversation: Conversation, own: boolean) {
  const { status, price } = conversation;
  if (own) return lines.recipient.refundRefused;
  if (isKeptReport(conversation)) return lines.sender.refundOfReportRefused;
  const owed = amount ?? price;
  if (owed < price && isUnanswered(status)) return lines.sender.restOwed(owed);
  if (moneyState === 'REFUNDED') return lines.sender.refundRepeated;
  return isUnanswered(status) ? lines.sender.refundOwed(owed) : lines.sender.refundRefused;
}

/** Whether a report took the payment, and nobody has decided to give all of it back. */
function isKeptReport({ moneyState, timeline }: Conversation): boolean {
  const has = (name: Event['event']) => timeline.some(({ event }) => event === name);
  return (moneyState === 'IN_REVIEW' || has('KEPT')) && !has('GIVEN_BACK');
}

type DisputeEvent = 'DISPUTED' | 'DISPUTE_WON' | 'DISPUTE_LOST';

/** A dispute by the sender's bank. `amount`: the change of the recipient's balance. */
function disputeWords(
  event: DisputeEvent,
  amount: Cents | undefined,
  conversation: Conversation,
  own: boolean,
): string {
  const name = firstName(conversation.senderName);
  switch (event) {
    case 'DISPUTED':
      return own ? lines.recipient.disputed(name, amount) : lines.sender.disputed;
    case 'DISPUTE_WON':
      if (own) return lines.recipient.disputeWon(amount);
      return isUnanswered(conversation.status)
        ? lines.sender.disputeWonUnanswered
        : lines.sender.disputeWon;
    case 'DISPUTE_LOST':
      return own ? lines.recipient.disputeLost(name, amount) : lines.sender.disputeLost;
  }
}

/** The payment was never captured. */
function isOnlyHeld(state: MoneyState): boolean {
  return state === 'HELD' || state === 'RELEASED';
}

function returnedWords(state: MoneyState, conversation: Conversation, own: boolean): string {
  const { price } = conversation;
  const wallet = walletOf(conversation);
  if (state === 'RELEASED') return own ? lines.recipient.released : lines.sender.released(price);
  return own ? lines.recipient.refunded : lines.sender.refunded(price, wallet);
}

function senderSteps(conversation: Conversation, now: Instant): TimelineItem[] {
  const { price, moneyState, chargesAt } = conversation;
  const name = firstName(conversation.recipientName);
  const held = moneyState === 'HELD';
  const steps: TimelineItem[] = [
    {
      key: 'will-answer',
      done: false,
      lead: `When ${name} answers`,
      text: held ? stepWords.answered : stepWords.answeredAfterCharge,
    },
  ];
  if (held && chargesAt !== undefined && chargesAt > now) {
    steps.push({
      key: 'will-capture',
      done: false,
      lead: weekdayWords(chargesAt, now),
      text: stepWords.chargedEarly,
    });
  }
  steps.push({
    key: 'will-return',
    done: false,
    lead: deadlineLead(conversation, now),
    text: stepWords.noAnswer(price),
  });
  return steps;
}

function recipientSteps(conversation: Conversation, now: Instant): TimelineItem[] {
  return [
    {
      key: 'will-earn',
      done: false,
      lead: 'When you answer',
      text: lines.recipient.willEarn(conversation.netEarnings),
    },
    {
      key: 'will-return',
      done: false,
      lead: deadlineLead(conversation, now),
      text: lines.recipient.willReturn(firstName(conversation.senderName), conversation.price),
    },
  ];
}
