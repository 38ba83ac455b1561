import type { Instant } from '../time.ts';
import type { MoneyState } from './conversations.ts';
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
    | 'RETURNED';
  readonly at: Instant;
  readonly moneyState: MoneyState;
};

/**
 * The timeline of a conversation, oldest first. Of the free replies it shows the last one, so that it stays a
 * handful of lines however long two people write.
 */
export function timelineOf({ history, repliedAt, money }: Conversation): HistoryEvent[] {
  const replied: HistoryEvent[] =
    repliedAt === undefined ? [] : [{ event: 'REPLIED', at: repliedAt, moneyState: money.state }];
  return [...history, ...replied].sort((one, other) => one.at - other.at);
}
