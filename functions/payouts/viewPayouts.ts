import { PAGE_SIZE } from '#shared/api/paging.ts';
import { viewPayouts } from '#shared/api/payouts.ts';
import { invalidInput } from '#shared/refusals.ts';
import { serve } from '../serve.ts';
import { type Payout, payoutsOf } from '../storage/payouts/payouts.ts';
import type { TableReader } from '../storage/table.ts';

/** Returns a page of the caller's payouts, the newest first. */
export const handler = serve(viewPayouts, (input, { table, caller }) =>
  payoutPage(table, caller.userId, input),
);

/**
 * A page of a person's payouts, the newest first. There are at most twelve a year, so all are read at once. The cursor is the
 * month of the last payout on the page before.
 */
async function payoutPage(
  table: TableReader,
  userId: string,
  {
    skip = 0,
    cursor,
  }: { readonly skip?: number | undefined; readonly cursor?: string | undefined },
) {
  if (cursor !== undefined && !/^\d{4}-\d{2}$/.test(cursor))
    throw invalidInput({ cursor: 'This cursor isn’t valid' });
  const all = await payoutsOf(table, userId);
  const first = cursor === undefined ? skip : all.filter(({ period }) => period >= cursor).length;
  const shown = all.slice(first, first + PAGE_SIZE);
  const last = shown.at(-1);
  return {
    pageTotal: all.length,
    data: shown.map(payoutView),
    ...(last && first + PAGE_SIZE < all.length && { cursor: last.period }),
  };
}

const payoutView = ({ id, period, amount, status, createdAt, paidAt }: Payout) => ({
  id,
  period,
  amount,
  status,
  createdAt,
  paidAt: paidAt ?? null,
});
