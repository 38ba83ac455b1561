import * as payments from '#shared/messages/payments.ts';
import type { Instant } from '#shared/time.ts';
import type { ChipTone } from '#web/ui/Chip.tsx';
import type { Conversation, InboxRow, OrderRow } from '../conversation.ts';
import { isFree, sendersMoneySentence, walletOf } from '../money-words.ts';

/* The types of the words of a status, and the sentences that several statuses share. */

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

export type LabelIcon = 'clock' | 'open' | 'sent' | 'back' | 'flag' | 'closed' | 'new' | 'read';

/** The label of a row in a list: one word or a deadline. */
export type RowLabel = {
  readonly words: string;
  readonly tone: ChipTone;
  readonly icon: LabelIcon;
};

/** The properties of a row from which its label follows. */
export type LabelFacts = Pick<
  InboxRow,
  | 'status'
  | 'senderId'
  | 'recipientId'
  | 'lastMessageUserId'
  | 'expiringSoon'
  | 'deadlineAt'
  | 'reasonCode'
>;
export type OrderLabelFacts = LabelFacts & Pick<OrderRow, 'messageRead'>;

export type EndingFacts = Pick<Conversation, 'price' | 'reasonCode' | 'moneyState'>;

type Banners = {
  /** The banner of the inbox viewer, for the recipient. */
  readonly recipientBanner: (facts: BannerFacts) => BannerContent;
  /** The banner of the order viewer, for the sender, shown once all messages are loaded. */
  readonly senderBanner: (facts: BannerFacts) => BannerContent;
};
/** To the recipient, who is writing an answer: why it can no longer be sent. */
type WhyNoAnswer = (facts: EndingFacts) => string;

/** The words of a conversation that goes on. */
export type OngoingWords = Banners & {
  readonly inboxLabel: (row: LabelFacts, viewerId: string, now: Instant) => RowLabel;
  readonly orderLabel: (row: OrderLabelFacts, viewerId: string) => RowLabel;
  /** Absent while an answer can be sent. */
  readonly noAnswer?: WhyNoAnswer;
};

/** The words of a conversation that has ended. Both lists have the same label. */
export type EndedWords = Banners & {
  readonly endedLabel: (reasonCode: string | null) => RowLabel;
  readonly noAnswer: WhyNoAnswer;
};

/** The refund in words. Nothing for a free message; a charge that was not refunded is still owed. */
export function sendersMoney(facts: BannerFacts): string | undefined {
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

export function recipientsMoney(facts: BannerFacts): string | undefined {
  if (isFree(facts)) return undefined;
  const { moneyState } = facts;
  return payments.sendersMoney(moneyState === 'CHARGED' ? 'REFUNDED' : moneyState);
}

/** Joins the sentences into one note; undefined if there are none. */
export function noted(...sentences: readonly (string | undefined | null)[]): {
  readonly note?: string;
} {
  const note = sentences.filter(Boolean).join(' ');
  return note === '' ? {} : { note };
}

/** To both sides of a message that support ended. */
export const ENDED_BY_US = 'We ended this conversation.';
