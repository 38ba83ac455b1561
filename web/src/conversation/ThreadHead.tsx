import type { Side } from '../../../shared/rules/conversations/conversations.ts';
import type { Instant } from '../../../shared/time.ts';
import { Timeline } from '../ui/Timeline.tsx';
import { inboxLabel, orderLabel } from './labels.ts';
import { earningsWords, moneyStateWords } from './money-words.ts';
import { RowChip } from './RowChip.tsx';
import type { Conversation, Message } from './side.ts';
import { timelineOf } from './timeline.ts';

/* The top of a viewer: status, where the money is, and the timeline that says what becomes of both. */

export type ThreadHeadProps = {
  conversation: Conversation;
  side: Side;
  /** The newest message, once it is known: who wrote last, and whether it was read, is part of the status. */
  newest: Message | undefined;
  now: Instant;
};

export function ThreadHead({ conversation, side, newest, now }: ThreadHeadProps) {
  const viewerId = side === 'sender' ? conversation.senderId : conversation.recipientId;
  const row = {
    ...conversation,
    lastMessageUserId: newest?.senderId ?? '',
    messageRead: newest?.messageRead ?? false,
  };
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <RowChip
          label={side === 'sender' ? orderLabel(row, viewerId) : inboxLabel(row, viewerId, now)}
        />
        <span className="text-[0.9375rem] text-soft tabular-nums">
          {side === 'sender'
            ? moneyStateWords(conversation.price, conversation.moneyState)
            : earningsWords(conversation)}
        </span>
      </div>
      <Timeline label="What happened to it" items={timelineOf(conversation, side, now)} />
    </div>
  );
}
