import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../../../ui/Button.tsx';
import { EmptyState } from '../../../../ui/EmptyState.tsx';
import { ENDED_WORDS } from '../../chat-words.ts';
import type { Chat } from './ChatGate.tsx';
import { unseenWords } from './message-words.ts';
import type { JumpState } from './use-jump.ts';

/* The parts of a chat log besides its messages: the placeholder while they load, the empty state, and the pills above its messages. */

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

/** A button that jumps up to the messages that were new when the chat was opened. */
export function UnreadPill({ count, onPress }: NewsPillProps) {
  return (
    <AtTop>
      <Button
        size="md"
        className="pointer-events-auto rounded-full! shadow-float"
        icon={<ArrowUp aria-hidden size={16} />}
        onClick={onPress}
      >
        {unseenWords(count)}
      </Button>
    </AtTop>
  );
}

export type JumpStatusProps = { jump: JumpState; onCancel: () => void };

/** While a jump loads older messages, or after that failed. */
export function JumpStatus({ jump, onCancel }: JumpStatusProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  // The button that started the jump is gone.
  useEffect(() => cancel.current?.focus(), []);
  const hasFailed = jump.state === 'failed';
  return (
    <AtTop>
      <div className="pointer-events-auto mx-4 flex flex-wrap items-center justify-center gap-x-3 rounded-card bg-card py-1 pr-1 pl-4 shadow-float">
        <p role={hasFailed ? 'alert' : 'status'}>
          {hasFailed ? 'Older messages could not be loaded.' : 'Fetching older messages...'}
        </p>
        <div className="flex gap-1">
          {hasFailed && (
            <Button size="md" variant="quiet" onClick={jump.retry}>
              Try again
            </Button>
          )}
          <Button ref={cancel} size="md" variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </div>
    </AtTop>
  );
}

const AtTop = ({ children }: { children: ReactNode }) => (
  <div className="pointer-events-none absolute inset-x-0 top-3 grid justify-items-center">
    {children}
  </div>
);
