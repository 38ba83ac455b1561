import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Loading } from '#web/ui/Skeletons.tsx';
import { ENDED_WORDS } from '../../chat-words.ts';
import type { Chat } from './ChatGate.tsx';

/* What a chat log shows without messages. */

/** A placeholder while messages load. */
export function LogSkeleton() {
  return (
    <Loading>
      <div className="grid gap-4">
        {[3, 2, 4, 1].map((width, row) => (
          <div
            key={width}
            className={`skeleton h-11 ${row % 2 === 0 ? '' : 'justify-self-end'}`}
            style={{ width: `${width * 12 + 24}%` }}
          />
        ))}
      </div>
    </Loading>
  );
}

export function NothingWritten({ chat }: { chat: Chat }) {
  return (
    <div className="m-auto">
      <EmptyState drawing="envelope" title="Nothing written yet">
        {chat.deleted
          ? ENDED_WORDS
          : `What you write here goes to ${chat.direct ? chat.name : 'everyone in the group'} at once, and costs nothing.`}
      </EmptyState>
    </div>
  );
}
