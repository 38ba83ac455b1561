import { beforePayment, CHOSEN_CARD, moneyReturns, stepWords } from '#shared/messages/payments.ts';
import * as lines from '#shared/messages/timeline.ts';
import type { Cents } from '#shared/money.ts';
import { WALLET_NAMES } from '#shared/payment-method-names.ts';
import type { Side } from '#shared/rules/conversations/conversations.ts';
import { isOpen, isPending, isUnanswered } from '#shared/rules/conversations/conversations.ts';
import { CAPTURE_MARGIN, deadlineOf } from '#shared/rules/conversations/state-machine.ts';
import { DAY, type Instant, later, toIso } from '#shared/time.ts';
import { dayWords, deadlineWords, momentWords, weekdayWords } from '#web/shell/dates.ts';
import type { TimelineItem } from '#web/ui/Timeline.tsx';
import { type CardDigits, cardWords } from '../../billing/card/card-words.ts';
import { type Conversation, firstName } from '../conversation.ts';
import { isFree } from '../money-words.ts';
import { isKeptReport, type TimelineEvent, timelineWords } from './event-words.ts';

/*
 * The timeline of a message and its money: past events and expected ones, in words.
 * docs/product/conversations.md#timeline
 */

/** Card networks let a hold expire after about this time; the timeline shows a day, not a minute. */
const HOLD_TIME = 7 * DAY;

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
      text: timelineWords(event, conversation, side),
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
  if (isOpen(status)) {
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
export function isInTimeline(event: TimelineEvent, timeline: readonly TimelineEvent[]): boolean {
  if (event.event === 'REPLIED') return false;
  if (event.event !== 'CAPTURED') return true;
  const ending = timeline.find(({ event: name }) => name === 'ANSWERED' || name === 'REPORTED');
  return ending === undefined || event.at < ending.at;
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
