import { Fragment, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNow } from '../../../../api/use-now.ts';
import { dayWords } from '../../../../shell/dates.ts';
import { Avatar } from '../../../../ui/Avatar.tsx';
import { Button } from '../../../../ui/Button.tsx';
import type { Outgoing } from '../../outbox.ts';
import { type ChatMessage, type Room, readersOf } from '../../room.ts';
import { readOlder } from '../../room-query.ts';
import type { Chat } from './ChatGate.tsx';
import { typingWords } from './chat-words.ts';
import { DayMark } from './DayMark.tsx';
import { daysOf } from './message-log.ts';
import { PendingSlip } from './PendingSlip.tsx';
import type { Person } from './People.tsx';
import { SeenBy } from './SeenBy.tsx';
import { SlipGroup } from './SlipGroup.tsx';
import { useExpiringTyping } from './use-typing.ts';

/* The messages of a chat, oldest first, grouped by day and writer; then unsent messages and the typing indicator. */

export type MessageLogProps = {
  chat: Chat;
  room: Room;
  pending: readonly Outgoing[];
  people: readonly Person[];
  viewerId: string;
  /** The number of the first message that was new when the chat was opened. */
  firstNew: number | undefined;
};

export function MessageLog({ chat, room, pending, people, viewerId, firstNew }: MessageLogProps) {
  const now = useNow();
  const [asked, setAsked] = useState<ChatMessage>();
  const days = daysOf(room.messages, viewerId, firstNew);
  const lastOwn = room.messages.findLast(({ userId }) => userId === viewerId);
  return (
    <>
      {room.older !== undefined && <Older chatId={chat.id} key={room.older} />}
      {days.map(({ key, at, groups }) => (
        <section key={key} aria-label={dayWords(at, now)}>
          <DayMark at={at} now={now} />
          <ol className="grid gap-3.5">
            {groups.map((slips) => (
              <Fragment key={slips.key}>
                {slips.beginsNew && <li className="new-line">New</li>}
                <SlipGroup
                  slips={slips}
                  named={!chat.direct && !slips.own}
                  receipt={
                    slips.own && {
                      readers: readersOf(room, slips.newest).length,
                      among: chat.direct ? undefined : () => setAsked(slips.newest),
                      spelled: lastOwn !== undefined && slips.newest.id === lastOwn.id,
                    }
                  }
                />
              </Fragment>
            ))}
          </ol>
        </section>
      ))}
      {pending.length > 0 && (
        <ol aria-label="Not sent yet" className="mt-3.5 grid gap-3.5">
          {pending.map((message, place) => (
            <PendingSlip key={message.localId} message={message} behind={place > 0} />
          ))}
        </ol>
      )}
      <TypingLine room={room} chat={chat} people={people} />
      <SeenBy
        readers={asked ? readersOf(room, asked) : []}
        people={people.filter(({ id }) => id !== viewerId)}
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
      />
    </>
  );
}

type TypingLineProps = Pick<MessageLogProps, 'room' | 'chat' | 'people'>;

function TypingLine({ room, chat, people }: TypingLineProps) {
  const typing = useExpiringTyping(room.typing);
  if (!typing) return null;
  const name = chat.direct ? chat.name : people.find(({ id }) => id === typing.userId)?.fullName;
  return (
    <div className="appear mt-3.5 flex items-end gap-2">
      <Avatar name={name ?? ''} imageUrl={typing.avatarUrl} size="sm" />
      <p className="slip slip-theirs px-3.5 py-2.5 text-[0.875rem] text-soft">
        {typingWords(name)}
        <span aria-hidden className="typing-dots">
          <span />
          <span />
          <span />
        </span>
      </p>
    </div>
  );
}

/** Loads the previous page when it comes near, and shows an error if that fails. */
function Older({ chatId }: { chatId: string }) {
  const mark = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'idle' | 'reading' | 'failed'>('idle');
  const read = () => {
    if (state === 'reading') return;
    setState('reading');
    readOlder(chatId).catch(() => setState('failed'));
  };
  const near = useEffectEvent(read);
  useEffect(() => {
    if (!mark.current || state !== 'idle') return;
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && near(), {
      root: mark.current.closest('.chat-log'),
      rootMargin: '400px 0px 0px',
    });
    watch.observe(mark.current);
    return () => watch.disconnect();
  }, [state]);
  return (
    <div ref={mark} className="grid min-h-14 place-items-center py-2 text-[0.875rem] text-soft">
      {state === 'failed' ? (
        <Button size="md" variant="quiet" onClick={read}>
          Load older messages
        </Button>
      ) : (
        <span role="status">{state === 'reading' ? 'Fetching older messages...' : ''}</span>
      )}
    </div>
  );
}
