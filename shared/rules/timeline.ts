import type { Cents } from '../money.ts';
import type { Instant } from '../time.ts';
import type { MoneyState, Side } from './conversations.ts';
import type { Conversation } from './course.ts';

/** What happened to a conversation and its money, in the words of the contract. */
export type HistoryEvent = {
  readonly event:
    | 'PAID'
    /** Of a message that costs nothing. */
    | 'SENT'
    | 'READ'
    | 'CAPTURED'
    | 'ANSWERED'
    | 'REPLIED'
    | 'CLOSED'
    | 'CANCELLED'
    | 'DECLINED'
    | 'REPORTED'
    | 'EXPIRED'
    | 'RETURNED'
    /** The card's bank would not take back what was sent. */
    | 'RETURN_FAILED'
    /** An operator decided that it goes back, or, of a report, that it does not. */
    | 'GIVEN_BACK'
    | 'KEPT'
    /** The sender's bank asks for the money; then what it decided. */
    | 'DISPUTED'
    | 'DISPUTE_WON'
    | 'DISPUTE_LOST'
    /** A refund was marked as fraudulent at Stripe, so the earning was taken back. */
    | 'TAKEN_BACK';
  readonly at: Instant;
  readonly moneyState: MoneyState;
  /**
   * In cents. Of a dispute: what of the recipient's earning was frozen, is theirs again, or is lost. Of what was given
   * back by hand: what the recipient gave up. Of a return that failed for good: what is owed to the sender.
   */
  readonly amount?: Cents;
};

/**
 * The timeline of a conversation, oldest first. Of the free replies it shows the last one, so that it stays a
 * handful of lines however long two people write. What happens to an earning is the recipient's alone to see,
 * what is owed to a sender the sender's.
 */
export function timelineOf(
  { history, repliedAt, money }: Conversation,
  side: Side,
): HistoryEvent[] {
  const replied: HistoryEvent[] =
    repliedAt === undefined ? [] : [{ event: 'REPLIED', at: repliedAt, moneyState: money.state }];
  const seen = history.map(({ amount, ...rest }) => {
    const whose: Side = rest.event === 'RETURN_FAILED' ? 'sender' : 'recipient';
    return { ...rest, ...(amount !== undefined && side === whose && { amount }) };
  });
  return [...seen, ...replied].sort((one, other) => one.at - other.at);
}
