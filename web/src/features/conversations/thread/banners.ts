import { bankWarned } from '#shared/messages/checkout.ts';
import * as payments from '#shared/messages/payments.ts';
import type { MoneyState } from '#shared/rules/conversations/conversations.ts';
import { deadlineWords } from '#web/shell/dates.ts';
import type { ChipTone } from '#web/ui/Chip.tsx';
import type { Conversation } from '../conversation.ts';
import { isFree, paymentWent, sendersMoneySentence, walletOf } from '../money-words.ts';

/* The banners of a conversation, by status and reason. docs/product/conversations.md#banners-and-labels */

export type BannerContent = {
  /** In capitals. */
  readonly title: string;
  readonly note?: string;
  /** The recipient's note when they declined. */
  readonly quote?: string;
  readonly tone: ChipTone;
  /** Whether somebody may be in danger: shows help lines. */
  readonly helpLines?: boolean;
};

export type BannerFacts = Pick<
  Conversation,
  'status' | 'reasonCode' | 'moneyState' | 'price' | 'note' | 'contactState' | 'clarification'
> & {
  readonly timeline: readonly Conversation['timeline'][number][];
  readonly paidWith?: Conversation['paidWith'];
};

/** The banner of the inbox viewer, for the recipient. */
export function recipientBanner(facts: BannerFacts): BannerContent {
  const { status, note } = facts;
  switch (status) {
    case 'PENDING':
      return isFree(facts)
        ? { title: 'PENDING YOUR RESPONSE', tone: 'held' }
        : { title: 'PENDING YOUR PAID RESPONSE', tone: 'held' };
    case 'NEEDS_INFO':
      return {
        title: 'WAITING FOR THE SENDER',
        ...noted(
          `You asked a question. Your time to answer is paused${untilWords(facts)}.`,
          'You can answer at any time.',
        ),
        tone: 'held',
      };
    case 'OPEN':
    case 'INVITED':
      return openBanner(facts);
    case 'EXPIRED':
      return {
        title: expiredTitle(facts),
        ...noted(whyExpiredToRecipient(facts), recipientsMoney(facts)),
        tone: 'neutral',
      };
    case 'REPORTED':
      return reportedToRecipient(facts);
    case 'DECLINED':
      return {
        title: 'YOU DECLINED THIS LETTER',
        ...noted(recipientsMoney(facts), note && 'You wrote to them:'),
        ...(note && { quote: note }),
        tone: 'neutral',
      };
    case 'CANCELLED':
      return { title: 'THE SENDER CANCELED THIS LETTER', tone: 'neutral' };
    case 'COMPLETED':
      return { title: 'CONVERSATION HAS BEEN CLOSED', tone: 'neutral' };
  }
}

/** The end of the pause at the latest. The year is shown if it is another one than that of the question. */
function untilWords({ clarification }: BannerFacts): string {
  if (!clarification) return '';
  const { until, askedAt } = clarification;
  return ` until ${deadlineWords(until, askedAt)} at the latest`;
}

/** Either side may have invited the other, so the banner depends on their relation and is the same for both. */
function openBanner({ contactState }: BannerFacts): BannerContent {
  switch (contactState) {
    case 'INVITED_BY_ME':
      return {
        title: 'CHAT INVITE SENT',
        note: 'You have sent this user a request to become a chat contact of yours.',
        tone: 'earned',
      };
    case 'INVITED_ME':
      return {
        title: 'CONVERSATION REMAINS OPEN',
        note: 'User has invited you to become a chat contact. Look for request on the Home page.',
        tone: 'earned',
      };
    case 'CONTACT':
      return {
        title: 'CONVERSATION REMAINS OPEN',
        note: 'You’re contacts now. You can go on in chat.',
        tone: 'earned',
      };
    default:
      return { title: 'CONVERSATION REMAINS OPEN', tone: 'earned' };
  }
}

/** A warning of the sender's bank ends a message before its time; each side has a reason code of its own. */
const expiredTitle = ({ reasonCode }: BannerFacts) =>
  reasonCode === 'FRAUD_WARNING' || reasonCode === 'PAYMENT_WITHDRAWN'
    ? 'CONVERSATION WAS ENDED'
    : 'CONVERSATION EXPIRED';

const WITHDRAWN = 'We ended this conversation.';
const PAYMENT_WITHDRAWN = 'This letter was withdrawn because its payment failed.';

function whyExpiredToRecipient({ reasonCode, moneyState }: BannerFacts): string {
  if (reasonCode === 'WITHDRAWN') return WITHDRAWN;
  if (reasonCode === 'PAYMENT_WITHDRAWN') return PAYMENT_WITHDRAWN;
  if (reasonCode !== 'HOLD_LAPSED') return 'It wasn’t answered within 10 days.';
  return `${paymentWent(moneyState)}.`;
}

function reportedToRecipient(facts: BannerFacts): BannerContent {
  const { reasonCode, moneyState } = facts;
  const title = 'CONVERSATION WAS REPORTED';
  if (reasonCode === 'NOT_ME') {
    const told = 'You told us this letter wasn’t meant for you.';
    return { title, ...noted(told, recipientsMoney(facts)), tone: 'neutral' };
  }
  if (reasonCode === 'IGNORE') {
    const chose = 'You chose not to answer this letter.';
    return { title, ...noted(chose, recipientsMoney(facts)), tone: 'neutral' };
  }
  if (reasonCode === 'SUICIDE_SELFINJURY') {
    const money =
      moneyState === 'RELEASED' ? payments.SPECIFIED.senderNotCharged : recipientsMoney(facts);
    const told = "You had concerns for the person's well being.";
    return {
      title,
      ...noted(told, isFree(facts) ? undefined : money),
      tone: 'neutral',
      helpLines: true,
    };
  }
  return { title, note: flaggedToRecipient(facts), tone: 'neutral' };
}

function flaggedToRecipient(facts: BannerFacts): string {
  if (isFree(facts)) return 'Their account has been flagged for review.';
  return wasTaken(facts.moneyState)
    ? payments.SPECIFIED.senderChargedAndFlagged
    : `${payments.sendersMoney(facts.moneyState)} Their account has been flagged for review.`;
}

/** The banner of the order viewer, for the sender, shown once all messages are loaded. */
export function senderBanner(facts: BannerFacts): BannerContent {
  const { status, note } = facts;
  switch (status) {
    case 'PENDING':
      return { title: 'PENDING USER RESPONSE', tone: 'held' };
    case 'NEEDS_INFO':
      return {
        title: 'THEY NEED YOUR REPLY',
        ...noted(payments.REPLY_IS_FREE, `Their time to answer is paused${untilWords(facts)}.`),
        tone: 'held',
      };
    case 'OPEN':
    case 'INVITED':
      return openBanner(facts);
    case 'EXPIRED':
      return {
        title: expiredTitle(facts),
        ...noted(whyExpiredToSender(facts), sendersMoney(facts)),
        tone: 'back',
      };
    case 'REPORTED':
      return reportedToSender(facts);
    case 'DECLINED':
      return {
        title: 'THEY DECLINED TO ANSWER',
        ...noted(sendersMoney(facts), note && 'They wrote to you:'),
        ...(note && { quote: note }),
        tone: 'back',
      };
    case 'CANCELLED':
      return facts.reasonCode === 'WITHDRAWN'
        ? { title: 'ORDER CANCELED', ...noted(WITHDRAWN, sendersMoney(facts)), tone: 'back' }
        : { title: 'YOU CANCELED THIS ORDER', ...noted(sendersMoney(facts)), tone: 'back' };
    case 'COMPLETED':
      return { title: 'CONVERSATION HAS BEEN CLOSED', tone: 'neutral' };
  }
}

function whyExpiredToSender({ reasonCode, moneyState }: BannerFacts): string | undefined {
  if (reasonCode === 'RETURN_TO_SENDER')
    return 'The recipient did not respond within the allotted 10 days.';
  if (reasonCode === 'WITHDRAWN') return WITHDRAWN;
  if (reasonCode === 'FRAUD_WARNING') return bankWarned(moneyState);
  return reasonCode === 'HOLD_LAPSED' ? `${paymentWent(moneyState)}.` : undefined;
}

function reportedToSender(facts: BannerFacts): BannerContent {
  const { reasonCode } = facts;
  if (reasonCode === 'NOT_ME' || reasonCode === 'IGNORE') {
    const told =
      reasonCode === 'NOT_ME'
        ? 'User believes you sent this to them in error.'
        : 'User chose not to answer this letter.';
    return { title: 'CONVERSATION WAS ENDED', ...noted(told, sendersMoney(facts)), tone: 'back' };
  }
  if (reasonCode === 'SUICIDE_SELFINJURY') {
    return {
      // In sentence case, unlike the others: the reader may be in danger.
      title: 'They couldn’t answer this',
      ...noted(sendersMoney(facts), 'You don’t have to carry this alone.'),
      tone: 'back',
      helpLines: true,
    };
  }
  return { title: 'CONVERSATION WAS REPORTED', note: flaggedToSender(facts), tone: 'neutral' };
}

function flaggedToSender(facts: BannerFacts): string {
  if (isFree(facts)) return 'Your account has been flagged for review.';
  if (wasTaken(facts.moneyState)) return payments.SPECIFIED.chargedAndFlagged;
  return `${sendersMoneySentence(facts.moneyState, facts.price, walletOf(facts))} Your account has been flagged for review.`;
}

/** A reported payment is captured for a review, which may still refund it. */
const wasTaken = (state: MoneyState) => state !== 'RELEASED' && state !== 'REFUNDED';

/** The refund in words. Nothing for a free message; a charge that was not refunded is still owed. */
function sendersMoney(facts: BannerFacts): string | undefined {
  if (isFree(facts)) return undefined;
  return facts.moneyState === 'CHARGED'
    ? stillOwed(facts)
    : sendersMoneySentence(facts.moneyState, facts.price, walletOf(facts));
}

/** The whole price, or what the bank left of it after a partial chargeback. */
function stillOwed({ timeline, price }: BannerFacts): string {
  const { amount = price } = timeline.findLast(({ event }) => event === 'RETURN_FAILED') ?? {};
  return payments.refundRefused({ price, owed: amount });
}

function recipientsMoney(facts: BannerFacts): string | undefined {
  if (isFree(facts)) return undefined;
  const { moneyState } = facts;
  return payments.sendersMoney(moneyState === 'CHARGED' ? 'REFUNDED' : moneyState);
}

/** Joins the sentences into one note; undefined if there are none. */
function noted(...sentences: readonly (string | undefined | null)[]): { readonly note?: string } {
  const note = sentences.filter(Boolean).join(' ');
  return note === '' ? {} : { note };
}
