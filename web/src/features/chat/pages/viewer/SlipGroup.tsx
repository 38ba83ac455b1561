import { Check, CheckCheck } from 'lucide-react';
import { memo } from 'react';
import { toIso } from '#shared/time.ts';
import { timeWords } from '#web/shell/dates.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import type { ChatMessage } from '../../room.ts';
import { type Slips, sameSlips } from './message-log.ts';
import { Slip, type SlipActions } from './Slip.tsx';

export type SlipGroupProps = {
  slips: Slips;
  /** Whether to show the writer's name, as for others in a group. */
  named: boolean;
  viewerId: string;
  /** Must be the same object in each render, because the group is memoized. */
  actions: SlipActions;
  /** The number of the message to highlight, if it is one of these. */
  highlighted: number | undefined;
  /** How many others have read the newest of the viewer's own messages here. */
  readers: number;
  /** Whether to show the receipt in words, under the viewer's newest message. */
  spelled: boolean;
  /** In a group: opens the list of readers. Must be the same function in each render. */
  onReaders: ((message: ChatMessage) => void) | undefined;
};

/*
 * Messages that one person wrote within a minute; the viewer's own are on the right. Renders only if they or their
 * receipt have changed.
 */
export const SlipGroup = memo(
  function SlipGroup({ slips, named, viewerId, actions, highlighted, ...receipt }: SlipGroupProps) {
    const { own, messages, newest } = slips;
    return (
      <>
        {!own && <Avatar name={newest.userName} imageUrl={newest.userAvatar} size="sm" />}
        <div className="slips-column">
          <p dir="auto" className={named ? 'text-[0.8125rem] text-soft-text' : 'sr-only'}>
            {own ? 'You' : newest.userName}
          </p>
          {messages.map((message) => (
            <Slip
              key={message.id}
              message={message}
              own={own}
              viewerId={viewerId}
              highlighted={message.number === highlighted}
              {...actions}
            />
          ))}
          <p className="flex items-center gap-1.5 text-[0.8125rem] text-soft">
            <time dateTime={toIso(newest.dateTimeSent)}>{timeWords(newest.dateTimeSent)}</time>
            {own && <ReceiptMark message={newest} {...receipt} />}
          </p>
        </div>
      </>
    );
  },
  (one, other) =>
    sameSlips(one.slips, other.slips) &&
    one.named === other.named &&
    one.readers === other.readers &&
    one.highlighted === other.highlighted &&
    one.spelled === other.spelled &&
    one.onReaders === other.onReaders &&
    one.actions === other.actions,
);

type ReceiptMarkProps = Pick<SlipGroupProps, 'readers' | 'spelled' | 'onReaders'> & {
  message: ChatMessage;
};

function ReceiptMark({ message, readers, spelled, onReaders }: ReceiptMarkProps) {
  const seen = readers > 0;
  const Icon = seen ? CheckCheck : Check;
  const words = !seen ? 'Sent' : onReaders ? `Seen by ${readers}` : 'Seen';
  const mark = (
    <>
      <Icon aria-hidden className="size-3.5 shrink-0" />
      <span className={spelled || (onReaders && seen) ? undefined : 'sr-only'}>{words}</span>
    </>
  );
  if (!onReaders) return <span className="inline-flex items-center gap-1">{mark}</span>;
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => onReaders(message)}
      className="hit-area inline-flex items-center gap-1"
    >
      {mark}
    </button>
  );
}
