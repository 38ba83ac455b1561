import {
  Fragment,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { sentenceOf } from '#web/api/failure-words.ts';
import { useNow } from '#web/api/use-now.ts';
import { dayWords } from '#web/shell/dates.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { toast } from '#web/ui/Toast.tsx';
import { useVirtualRows } from '#web/ui/use-virtual-rows.ts';
import type { Outgoing } from '../../outbox.ts';
import { type ChatMessage, type Room, readersOf } from '../../room.ts';
import { readOlder } from '../../room-query.ts';
import { Announcement } from './Announcement.tsx';
import type { Chat } from './ChatGate.tsx';
import { DayMark } from './DayMark.tsx';
import { react } from './message-actions.ts';
import { daysIn, daysOf, rowKeyOf, rowsOf, type Slips } from './message-log.ts';
import { typingWords } from './message-words.ts';
import { PendingSlip } from './PendingSlip.tsx';
import type { Person } from './PeopleList.tsx';
import type { SlipActions } from './Slip.tsx';
import { SlipGroup } from './SlipGroup.tsx';
import type { JumpState } from './use-jump.ts';
import { useExpiringTyping } from './use-typing.ts';

/* The messages of a chat, oldest first, grouped by day and writer; then unsent messages and the typing indicator. */

const MessageActions = lazyPart(async () => (await import('./MessageActions.tsx')).MessageActions);
const PictureViewer = lazyPart(async () => (await import('./PictureViewer.tsx')).PictureViewer);
const SeenBy = lazyPart(async () => (await import('./SeenBy.tsx')).SeenBy);

export type MessageLogProps = {
  chat: Chat;
  room: Room;
  pending: readonly Outgoing[];
  people: readonly Person[];
  viewerId: string;
  /** The number of the first message that was new when the chat was opened. */
  firstNew: number | undefined;
  jump: JumpState;
};

export function MessageLog(props: MessageLogProps) {
  const { chat, room, pending, people, viewerId, firstNew, jump } = props;
  const [asked, setAsked] = useState<ChatMessage>();
  const { acted, close, picture, closePicture, actions } = useMessageActions(chat, viewerId);
  return (
    <>
      {room.older !== undefined && <Older chatId={chat.id} key={room.older} />}
      <Messages
        room={room}
        viewerId={viewerId}
        firstNew={firstNew}
        direct={chat.direct}
        jump={jump}
        onReaders={setAsked}
        actions={actions}
      />
      {pending.length > 0 && (
        <ol aria-label="Not sent yet" className="grid">
          {pending.map((message, place) => (
            <PendingSlip key={message.localId} message={message} behind={place > 0} />
          ))}
        </ol>
      )}
      <TypingLine room={room} chat={chat} people={people} />
      {asked && (
        <SeenBy
          readers={readersOf(room, asked)}
          people={people.filter(({ id }) => id !== viewerId)}
          onClose={() => setAsked(undefined)}
        />
      )}
      {picture?.picture && (
        <PictureViewer
          message={picture}
          picture={picture.picture}
          own={picture.userId === viewerId}
          onClose={closePicture}
        />
      )}
      {acted && (
        <MessageActions
          chat={chat}
          message={acted}
          viewerId={viewerId}
          writable={!chat.deleted}
          onReact={actions.onReact}
          onClose={close}
        />
      )}
    </>
  );
}

/** The message whose actions are open, the message whose picture is open, and the callbacks that open them. */
function useMessageActions({ id, deleted }: Chat, viewerId: string) {
  const [acted, setActed] = useState<ChatMessage>();
  const [picture, setPicture] = useState<ChatMessage>();
  const actions = useMemo<SlipActions>(
    () => ({
      onActions: setActed,
      onPicture: setPicture,
      onReact: (message, reaction) => {
        if (deleted) return;
        react(id, message, viewerId, reaction).catch((error) =>
          toast.error(sentenceOf(error) ?? 'Your reaction wasn’t saved. Please try again.'),
        );
      },
    }),
    [id, deleted, viewerId],
  );
  return {
    acted,
    close: () => setActed(undefined),
    picture,
    closePicture: () => setPicture(undefined),
    actions,
  };
}

type MessagesProps = Pick<MessageLogProps, 'room' | 'viewerId' | 'firstNew' | 'jump'> & {
  direct: boolean;
  onReaders: (message: ChatMessage) => void;
  actions: SlipActions;
};

/** The days with their messages. In a long chat, only the rows near the viewport are mounted. */
function Messages({ room, viewerId, firstNew, direct, jump, onReaders, actions }: MessagesProps) {
  const now = useNow();
  const list = useRef<HTMLDivElement>(null);
  const log = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    log.current = list.current?.closest<HTMLElement>('.chat-log') ?? null;
  }, []);
  const { messages } = room;
  const rows = useMemo(
    () => rowsOf(daysOf(messages, viewerId, firstNew)),
    [messages, viewerId, firstNew],
  );
  const keys = useMemo(() => rows.map(({ key }) => key), [rows]);
  const { mounted, after, measure } = useVirtualRows({
    list,
    keys,
    fromEnd: true,
    unanchored: log,
    wanted: jump.target && rowKeyOf(rows, jump.target),
  });
  useTarget(list, jump);
  const lastOwn = messages.findLast(
    ({ userId, announcement }) => userId === viewerId && !announcement,
  );
  return (
    <div ref={list}>
      {daysIn(rows, mounted).map(({ day, before, rows: shown, isWhole }) => (
        <Fragment key={day.key}>
          {before > 0 && <div aria-hidden style={{ height: before }} />}
          <section aria-label={dayWords(day.at, now)}>
            {shown[0]?.place === 0 && (
              <DayMark ref={measure} data-index={shown[0].index} at={day.at} now={now} />
            )}
            <ol className="grid">
              {shown.map(({ key, slips, index, place, of, gap }) => (
                <Fragment key={key}>
                  {gap > 0 && <li aria-hidden style={{ height: gap }} />}
                  {place > 0 && (
                    <li
                      ref={measure}
                      data-index={index}
                      {...(!isWhole && { 'aria-posinset': place, 'aria-setsize': of })}
                      className={classNames('pb-3.5', lookOf(slips))}
                    >
                      {!slips ? (
                        'New'
                      ) : slips.newest.announcement ? (
                        <Announcement message={slips.newest} viewerId={viewerId} />
                      ) : (
                        <SlipGroup
                          slips={slips}
                          named={!direct && !slips.own}
                          highlighted={highlightedIn(slips, jump)}
                          readers={slips.own ? readersOf(room, slips.newest).length : 0}
                          spelled={slips.newest === lastOwn}
                          onReaders={direct ? undefined : onReaders}
                          viewerId={viewerId}
                          actions={actions}
                        />
                      )}
                    </li>
                  )}
                </Fragment>
              ))}
            </ol>
          </section>
        </Fragment>
      ))}
      {after > 0 && <div aria-hidden style={{ height: after }} />}
    </div>
  );
}

/** The classes of a row. Undefined `slips`: the row is the line above the first new message. */
function lookOf(slips: Slips | undefined): string {
  if (!slips) return 'new-line';
  if (slips.newest.announcement) return 'announcement';
  return slips.own ? 'slips slips-own' : 'slips';
}

const highlightedIn = ({ messages }: Slips, { highlighted }: JumpState) =>
  messages.some(({ number }) => number === highlighted) ? highlighted : undefined;

/** Shows the target of a jump in the commit that mounts it. */
function useTarget(list: RefObject<HTMLElement | null>, { target, onReady }: JumpState): void {
  useLayoutEffect(() => {
    if (!target) return;
    const element =
      (target.isLine && list.current?.querySelector<HTMLElement>('.new-line')) ||
      list.current?.querySelector<HTMLElement>(`[data-number="${target.number}"]`);
    if (element) onReady(element, target);
  });
}

type TypingLineProps = Pick<MessageLogProps, 'room' | 'chat' | 'people'>;

function TypingLine({ room, chat, people }: TypingLineProps) {
  const typing = useExpiringTyping(room.typing);
  if (!typing) return null;
  const name = chat.direct ? chat.name : people.find(({ id }) => id === typing.userId)?.fullName;
  return (
    <div className="appear flex items-end gap-2 pb-3.5">
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
