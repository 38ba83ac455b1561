import type { Side } from '../../../shared/rules/conversations.ts';
import type { Instant } from '../../../shared/time.ts';
import { Timeline } from '../ui/Timeline.tsx';
import { inboxLabel } from './labels.ts';
import { earningsWords, moneyStateWords } from './money-words.ts';
import { RowChip, StatusChip } from './RowChip.tsx';
import type { Conversation } from './side.ts';
import { timelineOf } from './timeline.ts';

/* The top of a viewer: status, where the money is, and the timeline that says what becomes of both. */

export type ThreadHeadProps = { conversation: Conversation; side: Side; now: Instant };

export function ThreadHead({ conversation, side, now }: ThreadHeadProps) {
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        {side === 'recipient' && conversation.status === 'PENDING' ? (
          <RowChip label={inboxLabel({ ...conversation, lastMessageUserId: '' }, '', now)} />
        ) : (
          <StatusChip conversation={conversation} side={side} />
        )}
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
