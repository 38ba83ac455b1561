import { memo } from 'react';
import type { Instant } from '#shared/time.ts';
import { paths } from '#web/paths.ts';
import { rowDayWords } from '#web/shell/dates.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { TwoLineRow } from '#web/ui/List.tsx';
import { asOfNow, type OrderRow } from '../../conversation.ts';
import { Amount } from '../../lists/Amount.tsx';
import { FreshnessMark } from '../../lists/FreshnessMark.tsx';
import { LetterLink } from '../../lists/LetterLink.tsx';
import { claimLabel, wroteLast } from '../../lists/labels.ts';
import { RowState } from '../../lists/RowState.tsx';
import { RowSubject } from '../../lists/RowSubject.tsx';
import { orderLabel } from '../../statuses/status-words.ts';

export type OrderRowProps = { row: OrderRow; viewerId: string; now: Instant };

/*
 * An order in the list: its recipient, subject, state and last change. The price is shown while it is held or was charged; of an
 * order that ended without an answer nothing was paid, or it is on its way back: the viewer says which.
 */
export const OrderRowView = memo(function OrderRowView({
  row: listed,
  viewerId,
  now,
}: OrderRowProps) {
  const row = asOfNow(listed, now);
  const unread = !wroteLast(row, viewerId) && !row.messageRead;
  const label = claimLabel(row, viewerId) ?? orderLabel(row, viewerId);
  // A day beside what has to be done would read as its deadline.
  const date = label.tone === 'due' ? undefined : rowDayWords(row.rawModificationTime, now);
  const paid = row.moneyState === 'HELD' || row.moneyState === 'CHARGED';
  return (
    <TwoLineRow
      portrait={<Avatar name={row.recipientName} imageUrl={row.recipientAvatarUrl} size="row" />}
      mark={unread && <FreshnessMark mark="new" />}
      read={!unread}
      name={row.recipientName}
      state={<RowState label={label} {...(date && { date })} />}
      text={<RowSubject row={row} />}
      figure={paid && <Amount amount={row.price} className="text-lg leading-tight" />}
      render={<LetterLink to={paths.orderViewer(row.id)} />}
    />
  );
});
