import { stepWords } from '#shared/messages/payments.ts';
import * as lines from '#shared/messages/timeline.ts';
import { formatMoney, ZERO } from '#shared/money.ts';
import {
  isUnanswered,
  type MoneyState,
  type Side,
} from '#shared/rules/conversations/conversations.ts';
import { deadlineWords } from '#web/shell/dates.ts';
import { type Conversation, firstName } from '../conversation.ts';
import { isFree, paymentWent, walletOf } from '../money-words.ts';
import { type ClaimEvent, claimWords } from './claim-words.ts';
import { nudgeWords } from './nudge-words.ts';

/* The events of a conversation in words: in the timeline of each of its two sides, and in the record. */

export type TimelineEvent = Conversation['timeline'][number];

/** An event for one side. */
type SeenEvent = {
  readonly event: TimelineEvent;
  readonly conversation: Conversation;
  /** Whether the recipient reads it. */
  readonly own: boolean;
  /** The names of the two sides: `you`, and the first name of the other one. */
  readonly sender: string;
  readonly recipient: string;
};

type EventWords = {
  readonly timeline: (seen: SeenEvent) => string;
  /** The same for every reader. */
  readonly record: string;
};

/** The event of a claim. */
const claim = (name: ClaimEvent, record: string): EventWords => ({
  timeline: ({ event, conversation, own }) => claimWords(name, event.amount, conversation, own),
  record,
});

/** The words of each event. A new event does not compile until it is here. */
const EVENT_WORDS: { readonly [Name in TimelineEvent['event']]: EventWords } = {
  PAID: {
    timeline: ({ conversation, own }) => paidWords(conversation, own),
    record: 'Paid and sent',
  },
  SENT: {
    timeline: ({ own }) => (own ? 'Delivered' : lines.sender.deliveredFree),
    record: 'Sent',
  },
  READ: {
    timeline: ({ recipient }) => `Read by ${recipient}`,
    record: 'Read for the first time',
  },
  INFO_ASKED: {
    timeline: ({ own, sender, recipient }) =>
      own ? `You asked ${sender} a question` : `${recipient} asked you a question`,
    record: 'Asked a question before the answer',
  },
  INFO_GIVEN: {
    timeline: ({ conversation, own, sender }) =>
      `${own ? `${sender} replied` : 'You replied'}, ${newDeadline(conversation)}`,
    record: 'Replied to the question',
  },
  INFO_ENDED: {
    timeline: ({ conversation }) => `The pause ended without a reply, ${newDeadline(conversation)}`,
    record: 'The pause for the question ended without a reply',
  },
  NUDGED: {
    timeline: ({ conversation, own, sender, recipient }) =>
      own ? `${sender} reminded you` : nudgeWords(conversation, recipient),
    record: 'Reminded of the letter',
  },
  CAPTURED: {
    timeline: ({ conversation, own }) =>
      own ? stepWords.wasChargedEarlyForRecipient : stepWords.wasChargedEarly(conversation.price),
    record: 'Payment captured',
  },
  ANSWERED: {
    timeline: ({ conversation, own }) =>
      own && !isFree(conversation)
        ? lines.recipient.answered(conversation.netEarnings)
        : 'Answered',
    record: 'Answered',
  },
  REPLIED: { timeline: () => 'Replied', record: 'Replied' },
  CLOSED: {
    timeline: ({ recipient }) => `Closed by ${recipient}`,
    record: 'Conversation closed',
  },
  CANCELLED: {
    timeline: ({ conversation, own, sender }) => {
      if (conversation.reasonCode === 'WITHDRAWN') return WITHDRAWN;
      return own ? `Canceled by ${sender}` : 'You canceled it';
    },
    record: 'Canceled',
  },
  DECLINED: {
    timeline: ({ own, recipient }) => (own ? 'You declined' : `${recipient} declined to answer`),
    record: 'Declined',
  },
  REPORTED: {
    timeline: ({ own, recipient }) => (own ? 'You reported this letter' : `Ended by ${recipient}`),
    record: 'Reported',
  },
  EXPIRED: {
    timeline: ({ conversation }) => expiredWords(conversation),
    record: 'Ended without an answer',
  },
  RETURNED: {
    timeline: ({ event, conversation, own }) => returnedWords(event.moneyState, conversation, own),
    record: 'Money returned',
  },
  RETURN_FAILED: {
    timeline: ({ event, conversation, own }) => refusedWords(event, conversation, own),
    record: 'Return of the money refused',
  },
  GIVEN_BACK: {
    timeline: ({ event, conversation, own }) => givenBackWords(event, conversation, own),
    record: 'Refund decided by support',
  },
  KEPT: {
    timeline: ({ conversation, own }) =>
      own ? 'We reviewed what you reported' : lines.sender.kept(conversation.price),
    record: 'Payment kept after a review',
  },
  PARTLY_REFUNDED: {
    timeline: ({ event, conversation, own }) => partlyRefundedWords(event, conversation, own),
    record: 'A part refunded by support',
  },
  DISPUTED: {
    timeline: ({ event, own, sender }) =>
      own ? lines.recipient.disputed(sender, event.amount) : lines.sender.disputed,
    record: 'Payment disputed',
  },
  EVIDENCE_SENT: {
    timeline: ({ own }) =>
      own
        ? 'We sent the bank the record of your answer'
        : 'We sent your bank the record of this conversation',
    record: 'Record sent to the bank',
  },
  DISPUTE_WON: {
    timeline: ({ event, conversation, own }) => {
      if (own) return lines.recipient.disputeWon(event.amount);
      return isUnanswered(conversation.status)
        ? lines.sender.disputeWonUnanswered
        : lines.sender.disputeWon;
    },
    record: 'Dispute decided for the recipient',
  },
  DISPUTE_LOST: {
    timeline: ({ event, own, sender }) =>
      own ? lines.recipient.disputeLost(sender, event.amount) : lines.sender.disputeLost,
    record: 'Dispute decided for the sender',
  },
  TAKEN_BACK: {
    timeline: ({ event, own }) => (own ? lines.recipient.fraud(event.amount) : lines.sender.fraud),
    record: 'Earning taken back',
  },
  CLAIMED: claim('CLAIMED', 'Claimed that the answer doesn’t answer the question'),
  CLAIM_IMPROVED: claim('CLAIM_IMPROVED', 'Improved the answer'),
  CLAIM_CONTESTED: claim('CLAIM_CONTESTED', 'The claim was taken to the desk'),
  // Withdrawn, or ended by accepting the improved answer: what came before it says which.
  CLAIM_WITHDRAWN: claim('CLAIM_WITHDRAWN', 'Claim ended by the sender'),
  CLAIM_ACCEPTED: claim('CLAIM_ACCEPTED', 'The improved answer counts as accepted'),
  CLAIM_GIVEN_BACK: claim('CLAIM_GIVEN_BACK', 'Money given back after the claim'),
  CLAIM_LAPSED: claim('CLAIM_LAPSED', 'No reaction to the claim, the money goes back'),
  CLAIM_UPHELD: claim('CLAIM_UPHELD', 'Claim upheld'),
  CLAIM_REJECTED: claim('CLAIM_REJECTED', 'Claim rejected'),
  CLAIM_OVERTAKEN: claim(
    'CLAIM_OVERTAKEN',
    'The claim ended, because the payment is decided elsewhere',
  ),
  EARNING_RESTORED: {
    timeline: ({ event: { amount }, own }) =>
      own
        ? `Your appeal was right${amount === undefined ? '' : `: you have the ${formatMoney(amount)} again`}`
        : 'An appeal was right: the answer counts, and your refund stays',
    record: 'Earning restored after an appeal',
  },
  PUBLIC_PROPOSED: {
    timeline: ({ own, sender, recipient }) =>
      own ? `You asked ${sender} to publish this` : `${recipient} asked to publish this`,
    record: 'Asked to publish the answer',
  },
  PUBLISHED: {
    timeline: () => 'Public, without the sender’s name',
    record: 'Published with the consent of both',
  },
  PUBLIC_DECLINED: {
    timeline: ({ own, sender }) => (own ? `${sender} keeps it private` : 'You keep it private'),
    record: 'Kept private',
  },
  PUBLIC_WITHDRAWN: {
    timeline: () => 'Not public: it was withdrawn',
    record: 'Publication withdrawn',
  },
};

/** The words of an event in the timeline of one side. */
export function timelineWords(
  event: TimelineEvent,
  conversation: Conversation,
  side: Side,
): string {
  const own = side === 'recipient';
  return EVENT_WORDS[event.event].timeline({
    event,
    conversation,
    own,
    sender: own ? firstName(conversation.senderName) : 'you',
    recipient: own ? 'you' : firstName(conversation.recipientName),
  });
}

/** The words of an event in the record; undefined for one that this version of the app does not know. */
export function recordWords(event: string): string | undefined {
  const words: Readonly<Record<string, EventWords>> = EVENT_WORDS;
  return words[event]?.record;
}

/** The payment, and the tier that was bought. */
function paidWords(conversation: Conversation, own: boolean): string {
  const { moneyState, price, tier } = conversation;
  const words =
    own || !isOnlyHeld(moneyState)
      ? lines.PAID
      : lines.sender.delivered(price, walletOf(conversation));
  return tier ? `${words}: ${tier.name}` : words;
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
function givenBackWords(
  { amount }: TimelineEvent,
  conversation: Conversation,
  own: boolean,
): string {
  if (!own) return lines.sender.givenBack(conversation.price);
  const name = firstName(conversation.senderName);
  return conversation.status === 'REPORTED'
    ? lines.recipient.givenBackReport(name)
    : lines.recipient.givenBack(name, amount);
}

/** A part that support gave back. `amount`: the part. The recipient's earning stays as it is. */
const partlyRefundedWords = (
  { amount = ZERO }: TimelineEvent,
  { senderName }: Conversation,
  own: boolean,
) =>
  own
    ? lines.recipient.partlyRefunded(firstName(senderName), amount)
    : lines.sender.partlyRefunded(amount);

/** The bank of the card returned the refund, or the card cannot receive one. `amount`: what is owed to the sender. */
function refusedWords(
  { moneyState, amount }: TimelineEvent,
  conversation: Conversation,
  own: boolean,
) {
  const { status, price } = conversation;
  if (own) return lines.recipient.refundRefused;
  if (isKeptReport(conversation)) return lines.sender.refundOfReportRefused;
  const owed = amount ?? price;
  if (owed < price && isUnanswered(status)) return lines.sender.restOwed(owed);
  if (moneyState === 'REFUNDED') return lines.sender.refundRepeated;
  return isUnanswered(status) ? lines.sender.refundOwed(owed) : lines.sender.refundRefused;
}

/** Whether a report took the payment, and nobody has decided to give all of it back. */
export function isKeptReport({ moneyState, timeline }: Conversation): boolean {
  const has = (name: TimelineEvent['event']) => timeline.some(({ event }) => event === name);
  return (moneyState === 'IN_REVIEW' || has('KEPT')) && !has('GIVEN_BACK');
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
