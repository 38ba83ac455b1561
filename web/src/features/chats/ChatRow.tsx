import { Lock } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Instant } from '../../../../shared/time.ts';
import { ChatPortrait } from '../../chats/ChatPortrait.tsx';
import { recencyWords } from '../../conversation/dates.ts';
import { paths } from '../../paths.ts';
import { Chip } from '../../ui/Chip.tsx';
import { Row } from '../../ui/List.tsx';
import { type Chat, unreadWords } from './chat-list.ts';

/* A chat in the list: who is in it, what was said last and when, how much of it is new. */
export function ChatRow({ chat, now }: { chat: Chat; now: Instant }) {
  const { id, name, description, unread, deleted, dateTimeModified } = chat;
  return (
    <Row
      before={<ChatPortrait chat={chat} />}
      // Unread ones are told by their count, in place of a dot.
      {...(unread === 0 && { unread: false })}
      title={name}
      subtitle={description === '' ? 'Nothing written yet' : description}
      note={
        deleted && (
          <Chip tone="neutral" icon={Lock}>
            Ended
          </Chip>
        )
      }
      trailing={
        <span className="grid min-h-12 content-start justify-items-end gap-1">
          <span className="font-normal text-[0.8125rem] text-soft">
            {recencyWords(dateTimeModified, now)}
          </span>
          {unread > 0 && <Unread count={unread} />}
        </span>
      }
      render={<Link to={paths.chatViewer(id)} />}
    />
  );
}

function Unread({ count }: { count: number }) {
  return (
    <span className="inline-grid min-h-6 min-w-6 place-items-center rounded-full bg-ink px-1.5 font-semibold text-[0.8125rem] text-paper tabular-nums leading-none forced-colors:border">
      {unreadWords(count)}
      <span className="sr-only"> new</span>
    </span>
  );
}
