import type { Conversation, HistoryEvent, Side } from './conversations.ts';

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
