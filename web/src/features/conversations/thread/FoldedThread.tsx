import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import type { Instant } from '#shared/time.ts';
import { dayWords } from '#web/shell/dates.ts';
import { classNames } from '#web/ui/class-names.ts';
import { type Conversation, firstName } from '../conversation.ts';
import { MessageSheet } from './MessageSheet.tsx';
import { inReadingOrder } from './thread-order.ts';
import type { ThreadQuery } from './use-thread.ts';

export type FoldedThreadProps = {
  conversation: Conversation;
  thread: ThreadQuery;
  viewerId: string;
  now: Instant;
};

/** The letter and its answer as one row, which unfolds into both and what was written around them. */
export function FoldedThread({ conversation, thread, viewerId, now }: FoldedThreadProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { letters, replies } = inReadingOrder(thread.data ?? []);
  const answer = letters.find(({ kind }) => kind === 'PAID_RESPONSE');
  const messages = [...letters.toReversed(), ...replies];
  return (
    <div>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-12 w-full items-center gap-3 border-rule border-y py-2 text-left text-[0.9375rem] text-soft"
      >
        <span className="min-w-0 flex-1">
          {firstName(conversation.senderName)}’s letter and your answer
          {answer && `, ${dayWords(answer.dateTimeSent, now)}`}
        </span>
        <ChevronDown
          aria-hidden
          className={classNames('size-5 shrink-0', isOpen && 'rotate-180')}
        />
      </button>
      <div id={id} hidden={!isOpen} className="grid gap-5 pt-5">
        {isOpen &&
          messages.map((message) => (
            <MessageSheet
              key={message.id}
              message={message}
              conversation={conversation}
              viewerId={viewerId}
              now={now}
            />
          ))}
      </div>
    </div>
  );
}
