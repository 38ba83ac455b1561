import type { TakenBack } from '../../../shared/rules/conversations/conversations.ts';
import type { LedgerEntry } from '../../../shared/rules/ledger/ledger.ts';
import type { Instant } from '../../../shared/time.ts';
import { planPaymentKey } from '../keys.ts';
import { book } from '../ledger/ledger.ts';
import { type Condition, put, type TableReader, type TableWriter } from '../table.ts';

/* Payments for plans of which something went back. One that stands whole has its entry, and nothing else. */

/** What was booked of what went back of an invoice; undefined where nothing was. */
export async function takenBackOfPlan(
  table: TableReader,
  invoiceId: string,
): Promise<TakenBack | undefined> {
  return table.get<TakenBack>(planPaymentKey(invoiceId));
}

/** Books what went back, or came again. CHANGED where somebody else was faster. */
export function bookTakenBack(
  table: TableWriter,
  invoiceId: string,
  { after, entry }: { readonly after: TakenBack; readonly entry: LedgerEntry },
  now: Instant,
): Promise<'done' | 'CHANGED' | 'BOOKED'> {
  const unchanged: Condition<'CHANGED'> =
    after.count === 1
      ? { when: 'attribute_not_exists(#pk)', otherwise: 'CHANGED' }
      : { when: '#count = :before', values: { before: after.count - 1 }, otherwise: 'CHANGED' };
  return table.transact<'CHANGED' | 'BOOKED'>(
    put({ ...planPaymentKey(invoiceId), ...after }, unchanged),
    book(entry, now),
  );
}
