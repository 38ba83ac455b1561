import { Lock } from 'lucide-react';
import { memo } from 'react';
import { Link } from 'react-router';
import type { Instant } from '../../../../../../shared/time.ts';
import { paths } from '../../../../paths.ts';
import { recencyWords } from '../../../../shell/dates.ts';
import { Chip } from '../../../../ui/Chip.tsx';
import { Count } from '../../../../ui/Count.tsx';
import { Row } from '../../../../ui/List.tsx';
import { ChatPortrait } from '../../ChatPortrait.tsx';
import { MutedMark } from '../../MutedMark.tsx';
import type { Chat } from './chat-list.ts';

/* A chat in the list: its people, its last message with the time, and its unread count. */
export const ChatRow = memo(function ChatRow({ chat, now }: { chat: Chat; now: Instant }) {
  const { id, name, description, unread, deleted, dateTimeModified } = chat;
  return (
    <Row
      before={<ChatPortrait chat={chat} />}
      // The count replaces the unread dot.
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
          <span className="inline-flex items-center gap-1.5 font-normal text-[0.8125rem] text-soft">
            {chat.muted && <MutedMark />}
            {recencyWords(dateTimeModified, now)}
          </span>
          {unread > 0 && <Count of={unread} />}
        </span>
      }
      render={<Link to={paths.chatViewer(id)} />}
    />
  );
});
