import { ArrowDown } from 'lucide-react';
import { Button } from '../../../../ui/Button.tsx';
import { EmptyState } from '../../../../ui/EmptyState.tsx';
import type { Chat } from './ChatGate.tsx';
import { ENDED_WORDS, unseenWords } from './chat-words.ts';

/* The parts of a chat log besides its messages: the placeholder while they load, the empty state, and the pill of new messages. */

/** A placeholder while messages load. */
export function LogSkeleton() {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">Loading...</span>
      {[3, 2, 4, 1].map((width, row) => (
        <div
          key={width}
          aria-hidden
          className={`skeleton h-11 ${row % 2 === 0 ? '' : 'justify-self-end'}`}
          style={{ width: `${width * 12 + 24}%` }}
        />
      ))}
    </div>
  );
}

export function NothingWritten({ chat }: { chat: Chat }) {
  return (
    <div className="m-auto">
      <EmptyState drawing="envelope" title="Nothing written yet">
        {chat.deleted
          ? ENDED_WORDS
          : `What you write here goes to ${chat.direct ? chat.name : 'everybody in the group'} at once, and costs nothing.`}
      </EmptyState>
    </div>
  );
}

export type NewsPillProps = { count: number; onPress: () => void };

/** A button that scrolls to new messages below. */
export function NewsPill({ count, onPress }: NewsPillProps) {
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-3 grid justify-items-center">
      <Button
        size="md"
        className="pointer-events-auto rounded-full! shadow-float"
        icon={<ArrowDown aria-hidden size={16} />}
        onClick={onPress}
      >
        {unseenWords(count)}
      </Button>
    </div>
  );
}
