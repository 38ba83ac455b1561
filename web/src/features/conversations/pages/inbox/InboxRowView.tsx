import { Mail, MailOpen } from 'lucide-react';
import { memo } from 'react';
import { NavLink } from 'react-router';
import type { Instant } from '../../../../../../shared/time.ts';
import { paths } from '../../../../paths.ts';
import { recencyWords } from '../../../../shell/dates.ts';
import { Avatar } from '../../../../ui/Avatar.tsx';
import { Row } from '../../../../ui/List.tsx';
import { asOfNow, type InboxRow } from '../../conversation.ts';
import { Amount } from '../../lists/Amount.tsx';
import { claimLabel, disputeLabel, freshness, inboxLabel, wroteLast } from '../../lists/labels.ts';
import { RowChip } from '../../lists/RowChip.tsx';
import { earnedAt } from '../../money-words.ts';

export type InboxRowProps = { row: InboxRow; viewerId: string; now: Instant };

/* A conversation in the inbox: its sender, subject, time left and earnings. */
export const InboxRowView = memo(function InboxRowView({
  row: listed,
  viewerId,
  now,
}: InboxRowProps) {
  const row = asOfNow(listed, now);
  const paidByViewer = row.senderId === viewerId;
  const other = paidByViewer
    ? { name: row.recipientName, imageUrl: row.recipientAvatarUrl }
    : { name: row.senderName, imageUrl: row.senderAvatarUrl };
  const mark = freshness(row, viewerId);
  const earned = paidByViewer ? undefined : earnedAt(row);
  const disputed = disputeLabel(row);
  const claimed = claimLabel(row, viewerId);
  return (
    <Row
      before={<Avatar {...other} />}
      unread={mark === 'new'}
      title={wroteLast(row, viewerId) ? <Answered name={other.name} /> : other.name}
      subtitle={row.subject}
      note={
        <>
          <RowChip label={inboxLabel(row, viewerId, now)} />
          {disputed && <RowChip label={disputed} />}
          {claimed && <RowChip label={claimed} />}
        </>
      }
      trailing={
        <span className="grid justify-items-end gap-1">
          {earned !== undefined && <Amount amount={earned} className="text-lg leading-tight" />}
          <span className="flex items-center gap-1.5 text-[0.8125rem] text-soft">
            {!row.expiringSoon && <FreshnessIcon mark={mark} />}
            <WhenItCame row={row} now={now} />
          </span>
        </span>
      }
      render={<NavLink to={paths.inboxViewer(row.id)} />}
    />
  );
});

/** A long name is truncated at the end of its own writing direction. */
function Answered({ name }: { name: string }) {
  return (
    <span dir="ltr" className="flex">
      <span className="whitespace-pre">Re: </span>
      <span dir="auto" className="truncate">
        {name}
      </span>
    </span>
  );
}

function WhenItCame({ row, now }: { row: InboxRow; now: Instant }) {
  if (!row.expiringSoon) return recencyWords(row.modifiedAt, now);
  return <span className="font-semibold text-red-text">Expiring Soon</span>;
}

function FreshnessIcon({ mark }: { mark: ReturnType<typeof freshness> }) {
  const Icon = mark === 'read' ? MailOpen : Mail;
  return (
    <>
      <Icon
        aria-hidden
        className={mark === 'new' ? 'size-4 text-red' : 'size-4'}
        strokeWidth={mark === 'new' ? 2.5 : 2}
      />
      {/* The row itself says "new". */}
      {mark !== 'new' && <span className="sr-only">{mark}, </span>}
    </>
  );
}
