import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { unseenWords } from './message-words.ts';
import type { JumpState } from './use-jump.ts';

/* The pills above the messages of a chat. They cover the messages, so nothing moves when they load. */

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

/** The state of a jump, shown while it loads older messages or after that failed. */
export function JumpStatus({ jump, onCancel }: JumpStatusProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  // The button that started the jump is gone.
  useEffect(() => cancel.current?.focus(), []);
  const hasFailed = jump.state === 'failed';
  return (
    <AtTop>
      <div className="pointer-events-auto mx-4 flex flex-wrap items-center justify-center gap-x-3 rounded-card bg-card py-1 pr-1 pl-4 shadow-float">
        <p role={hasFailed ? 'alert' : 'status'}>
          {hasFailed ? 'Older messages couldn’t be loaded.' : 'Fetching older messages...'}
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
