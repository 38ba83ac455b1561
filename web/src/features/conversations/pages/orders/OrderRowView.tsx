import { memo } from 'react';
import { NavLink } from 'react-router';
import type { Instant } from '../../../../../../shared/time.ts';
import { paths } from '../../../../paths.ts';
import { recencyWords } from '../../../../shell/dates.ts';
import { Avatar } from '../../../../ui/Avatar.tsx';
import { Row } from '../../../../ui/List.tsx';
import { asOfNow, type OrderRow } from '../../conversation.ts';
import { claimLabel, orderLabel, wroteLast } from '../../lists/labels.ts';
import { RowChip } from '../../lists/RowChip.tsx';

export type OrderRowProps = { row: OrderRow; viewerId: string; now: Instant };

/*
 * An order in the list: its recipient, subject, state and last change. It has no amount, because the price of an order that ended
 * was never charged or is on its way back; the viewer says which.
 */
export const OrderRowView = memo(function OrderRowView({
  row: listed,
  viewerId,
  now,
}: OrderRowProps) {
  const row = asOfNow(listed, now);
  const claimed = claimLabel(row, viewerId);
  const unread = !wroteLast(row, viewerId) && !row.messageRead;
  return (
    <Row
      before={<Avatar name={row.recipientName} imageUrl={row.recipientAvatarUrl} />}
      unread={unread}
      title={row.recipientName}
      subtitle={row.subject}
      note={
        <>
          <RowChip label={orderLabel(row, viewerId)} />
          {claimed && <RowChip label={claimed} />}
        </>
      }
      trailing={
        <span className="font-normal text-[0.8125rem] text-soft">
          {recencyWords(row.rawModificationTime, now)}
        </span>
      }
      render={<NavLink to={paths.orderViewer(row.id)} />}
    />
  );
});
