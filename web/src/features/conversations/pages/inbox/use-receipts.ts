import { useEffect, useRef } from 'react';
import { viewDashboardStats } from '#shared/api/accounts.ts';
import { markInboxAsReceived } from '#shared/api/conversations.ts';
import { call } from '#web/api/client.ts';
import { refresh } from '#web/api/queries.ts';
import type { InboxRow } from '../../conversation.ts';
import { wroteLast } from '../../lists/labels.ts';

/**
 * Tells the server, once for each, which new messages are on the screen. They keep their mark until the list is
 * refetched.
 */
export function useReceipts(rows: readonly InboxRow[] | undefined, viewerId: string): void {
  const told = useRef(new Set<string>());
  useEffect(() => {
    const fresh = (rows ?? []).filter(
      (row) => row.messageNew && !wroteLast(row, viewerId) && !told.current.has(row.id),
    );
    if (fresh.length === 0) return;
    for (const row of fresh) told.current.add(row.id);
    // A failed receipt is sent again on the next visit.
    const receipts = fresh.map((row) => call(markInboxAsReceived, { inboxId: row.id }));
    void Promise.allSettled(receipts).then(() => refresh(viewDashboardStats));
  }, [rows, viewerId]);
}
