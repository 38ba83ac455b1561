import type { Side } from '../../../../../shared/rules/conversations/conversations.ts';
import type { Instant } from '../../../../../shared/time.ts';
import { Timeline } from '../../../ui/Timeline.tsx';
import type { Conversation, Message } from '../conversation.ts';
import { inboxLabel, orderLabel } from '../lists/labels.ts';
import { RowChip } from '../lists/RowChip.tsx';
import { earningsWords, moneyStateWords } from '../money-words.ts';
import { TierLine } from './TierLine.tsx';
import { timelineOf } from './timeline.ts';

/* The top of a conversation screen: its status, its money and its timeline. */

export type ThreadHeadProps = {
  conversation: Conversation;
  side: Side;
  /** The newest message once it is loaded: the status depends on who wrote last and whether it was read. */
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
          {side === 'sender' ? moneyStateWords(conversation) : earningsWords(conversation)}
        </span>
      </div>
      {conversation.tier && <TierLine tier={conversation.tier} />}
      <Timeline label="Timeline" items={timelineOf(conversation, side, now)} />
    </div>
  );
}
