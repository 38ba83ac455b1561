import { Lock } from 'lucide-react';
import { memo } from 'react';
import { NavLink } from 'react-router';
import type { Instant } from '#shared/time.ts';
import { paths } from '#web/paths.ts';
import { rowDayWords } from '#web/shell/dates.ts';
import { Chip } from '#web/ui/Chip.tsx';
import { Count } from '#web/ui/Count.tsx';
import { TwoLineRow } from '#web/ui/List.tsx';
import { ChatPortrait } from '../../ChatPortrait.tsx';
import { MutedMark } from '../../MutedMark.tsx';
import type { Chat } from './chat-list.ts';

/* A chat in the list: its people, its last message with the time, and its unread count. */
export const ChatRow = memo(function ChatRow({ chat, now }: { chat: Chat; now: Instant }) {
  const { id, name, description, unread, deleted, dateTimeModified } = chat;
  return (
    <TwoLineRow
      portrait={<ChatPortrait chat={chat} />}
      read={unread === 0}
      name={name}
      state={
        <span className="inline-flex items-center gap-1.5 whitespace-nowrap text-[0.8125rem] text-soft">
          {chat.muted && <MutedMark />}
          {rowDayWords(dateTimeModified, now)}
        </span>
      }
      text={description === '' ? 'Nothing written yet' : description}
      figure={unread > 0 && <Count of={unread} />}
      note={
        deleted && (
          <Chip tone="neutral" icon={Lock}>
            Ended
          </Chip>
        )
      }
      render={<NavLink to={paths.chatViewer(id)} />}
    />
  );
});
