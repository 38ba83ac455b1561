import type { Conversation, HistoryEvent, Side } from './conversations.ts';

/**
 * The timeline of a conversation, oldest first. It shows only the last of the free replies, so that it stays short. Amounts of
 * an earning are shown to the recipient only, amounts owed to the sender to the sender only, and partial refunds to both.
 */
export function timelineOf(
  { history, repliedAt, money }: Conversation,
  side: Side,
): HistoryEvent[] {
  const replied: HistoryEvent[] =
    repliedAt === undefined ? [] : [{ event: 'REPLIED', at: repliedAt, moneyState: money.state }];
  const seen = history.map((event) => {
    const { amount: _amount, ...withoutAmount } = event;
    return isShownTo(event, side) ? event : withoutAmount;
  });
  return [...seen, ...replied].sort((one, other) => one.at - other.at);
}

/** Whether a side sees the amount of an event. */
export const isShownTo = ({ event }: Pick<HistoryEvent, 'event'>, side: Side): boolean =>
  event === 'PARTLY_REFUNDED' || side === (event === 'RETURN_FAILED' ? 'sender' : 'recipient');
