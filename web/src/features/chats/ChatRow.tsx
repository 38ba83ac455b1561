import { Lock } from 'lucide-react';
import { Link } from 'react-router';
import type { Instant } from '../../../../shared/time.ts';
import { ChatPortrait } from '../../chats/ChatPortrait.tsx';
import { recencyWords } from '../../conversation/dates.ts';
import { paths } from '../../paths.ts';
import { Chip } from '../../ui/Chip.tsx';
import { Count } from '../../ui/Count.tsx';
import { Row } from '../../ui/List.tsx';
import type { Chat } from './chat-list.ts';

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
          {unread > 0 && <Count of={unread} />}
        </span>
      }
      render={<Link to={paths.chatViewer(id)} />}
    />
  );
}
