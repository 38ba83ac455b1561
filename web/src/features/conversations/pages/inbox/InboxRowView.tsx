import { memo } from 'react';
import type { Instant } from '#shared/time.ts';
import { paths } from '#web/paths.ts';
import { rowDayWords } from '#web/shell/dates.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { TwoLineRow } from '#web/ui/List.tsx';
import { asOfNow, type InboxRow } from '../../conversation.ts';
import { Amount } from '../../lists/Amount.tsx';
import { FreshnessMark } from '../../lists/FreshnessMark.tsx';
import { LetterLink } from '../../lists/LetterLink.tsx';
import { claimLabel, disputeLabel, freshness, wroteLast } from '../../lists/labels.ts';
import { RowState } from '../../lists/RowState.tsx';
import { RowSubject } from '../../lists/RowSubject.tsx';
import { earnedAt } from '../../money-words.ts';
import { inboxLabel } from '../../statuses/status-words.ts';

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
  const claim = claimLabel(row, viewerId);
  const label = claim ?? inboxLabel(row, viewerId, now);
  // A day beside what has to be done would read as its deadline.
  const isDue = (row.status === 'PENDING' && !paidByViewer) || claim?.tone === 'due';
  const date = isDue ? undefined : rowDayWords(row.modifiedAt, now);
  return (
    <TwoLineRow
      portrait={<Avatar {...other} size="row" />}
      mark={<FreshnessMark mark={mark} />}
      read={mark === 'read'}
      name={wroteLast(row, viewerId) ? <Answered name={other.name} /> : other.name}
      state={
        row.expiringSoon ? (
          <RowState label={{ ...label, words: 'Expiring Soon' }} date={label.words} />
        ) : (
          <RowState label={label} {...(date && { date })} />
        )
      }
      text={<RowSubject row={row} />}
      figure={earned !== undefined && <Amount amount={earned} className="text-lg leading-tight" />}
      note={disputed && <RowState label={disputed} />}
      render={<LetterLink to={paths.inboxViewer(row.id)} />}
    />
  );
});

/** The name keeps its own writing direction. */
function Answered({ name }: { name: string }) {
  return (
    <span dir="ltr">
      Re: <bdi>{name}</bdi>
    </span>
  );
}
