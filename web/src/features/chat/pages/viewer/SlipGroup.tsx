import { Check, CheckCheck } from 'lucide-react';
import { toIso } from '../../../../../../shared/time.ts';
import { timeWords } from '../../../../shell/dates.ts';
import { Avatar } from '../../../../ui/Avatar.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { RichText } from '../../../../ui/RichText.tsx';
import type { Slips } from './message-log.ts';

export type Receipt = {
  /** How many others have read the newest of these messages. */
  readers: number;
  /** In a group: opens the list of readers. */
  among: (() => void) | undefined;
  /** Whether to show the receipt in words, under the viewer's newest message. */
  spelled: boolean;
};

export type SlipGroupProps = {
  slips: Slips;
  /** Whether to show the writer's name, as for others in a group. */
  named: boolean;
  receipt: Receipt | false;
};

/* Messages that one person wrote within a minute; the viewer's own are on the right. */
export function SlipGroup({ slips, named, receipt }: SlipGroupProps) {
  const { own, messages, newest } = slips;
  return (
    <li className={classNames('slips', own && 'slips-own')}>
      {!own && <Avatar name={newest.userName} imageUrl={newest.userAvatar} size="sm" />}
      <div className="slips-column">
        <p dir="auto" className={named ? 'text-[0.8125rem] text-soft-text' : 'sr-only'}>
          {own ? 'You' : newest.userName}
        </p>
        {messages.map((message) => (
          <div
            key={message.id}
            data-message={message.id}
            className={classNames('slip', own ? 'slip-own' : 'slip-theirs')}
          >
            <RichText plain html={message.content} />
          </div>
        ))}
        <p className="flex items-center gap-1.5 text-[0.8125rem] text-soft">
          <time dateTime={toIso(newest.dateTimeSent)}>{timeWords(newest.dateTimeSent)}</time>
          {receipt && <ReceiptMark {...receipt} />}
        </p>
      </div>
    </li>
  );
}

function ReceiptMark({ readers, among, spelled }: Receipt) {
  const seen = readers > 0;
  const Icon = seen ? CheckCheck : Check;
  const words = !seen ? 'Sent' : among ? `Seen by ${readers}` : 'Seen';
  const mark = (
    <>
      <Icon aria-hidden className="size-3.5 shrink-0" />
      <span className={spelled || (among && seen) ? undefined : 'sr-only'}>{words}</span>
    </>
  );
  if (!among) return <span className="inline-flex items-center gap-1">{mark}</span>;
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={among}
      className="hit-area inline-flex items-center gap-1"
    >
      {mark}
    </button>
  );
}
