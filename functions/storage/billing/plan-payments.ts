import type { Cents } from '#shared/money.ts';
import type { BookedLosses } from '#shared/rules/conversations/conversations.ts';
import type { LedgerEntry } from '#shared/rules/ledger/ledger.ts';
import type { Instant } from '#shared/time.ts';
import { planPaymentKey } from '../keys.ts';
import { book } from '../ledger/ledger.ts';
import { put, type TableReader, type TableWriter } from '../table.ts';

/* Losses of plan payments by refunds and disputes. A payment without losses has only its ledger entry. */

/** The booked losses of an invoice's payment; undefined if there are none. */
export async function planLossesOf(
  table: TableReader,
  invoiceId: string,
): Promise<BookedLosses | undefined> {
  return table.get<BookedLosses>(planPaymentKey(invoiceId));
}

/** The parts of invoices (at most 100) that went back to the card, in cents by invoice; none for those of which nothing did. */
export async function returnedPartsOf(
  table: TableReader,
  invoiceIds: readonly string[],
): Promise<ReadonlyMap<string, Cents>> {
  if (invoiceIds.length === 0) return new Map();
  const losses = await table.getMany<BookedLosses>(invoiceIds.map(planPaymentKey));
  return new Map(
    invoiceIds.flatMap((id, nth) => {
      const gone = losses[nth]?.gone;
      return gone === undefined ? [] : [[id, gone] as const];
    }),
  );
}

/** Books a change in the losses of a plan payment. CHANGED: a concurrent process booked one. */
export function savePlanLosses(
  table: TableWriter,
  invoiceId: string,
  { after, entry }: { readonly after: BookedLosses; readonly entry: LedgerEntry },
  now: Instant,
): Promise<'done' | 'CHANGED' | 'BOOKED'> {
  const count = after.count === 1 ? undefined : after.count - 1;
  return table.transact<'CHANGED' | 'BOOKED'>(
    put({ ...planPaymentKey(invoiceId), ...after }, { when: { count }, otherwise: 'CHANGED' }),
    book(entry, now),
  );
}
