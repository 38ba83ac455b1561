import { expect, test } from '@jest/globals';
import { decideDuePayouts } from '#functions/payouts/payouts.ts';
import { dueIndex } from '#functions/storage/index-keys.ts';
import { balanceKey, payoutKey, userKey } from '#functions/storage/keys.ts';
import { book } from '#functions/storage/ledger/ledger.ts';
import { dueBalanceOf } from '#functions/storage/payouts/balances.ts';
import { payoutsOf } from '#functions/storage/payouts/payouts.ts';
import { put, table } from '#functions/storage/table.ts';
import { newId } from '#shared/ids.ts';
import { cents } from '#shared/money.ts';
import { payoutDecidedEntry } from '#shared/rules/ledger/ledger.ts';
import { instant } from '#shared/time.ts';
import { worldOfFile } from '../../support/test-world.ts';

worldOfFile();

const PAYDAY = instant(Date.UTC(2027, 3, 8, 12));
const NEXT_PAYDAY = instant(Date.UTC(2027, 4, 8, 12));
const PERIOD = '2027-03';

/** The two ways in which a period is already decided: its payout exists, or the entry of its payout. */
const DECIDED = [
  ['a payout', (userId: string) => put({ ...payoutKey(userId, PERIOD), ...payoutOf(userId) })],
  ['an entry', (userId: string) => book(payoutDecidedEntry(payoutOf(userId)), PAYDAY)],
] as const;
const payoutOf = (userId: string) => ({ id: 'P', userId, period: PERIOD, amount: cents(1_000) });

test.each(DECIDED)(
  'a balance that is due for a month which has %s already rolls over to the next',
  async (_what, decided) => {
    const id = newId(PAYDAY);
    await table.write(put({ ...userKey(id), id, username: id, phoneNumber: '' }));
    const due = { balance: 5_000, outgoing: 0, ...dueIndex('PAYOUT', PAYDAY, id) };
    await table.write(put({ ...balanceKey(id), ...due }));
    await table.write<string>(decided(id));
    const before = await payoutsOf(table, id);
    const log = { info: () => {}, warn: () => {}, error: () => {} };
    await decideDuePayouts({ table, log, now: PAYDAY, payouts: {} } as never, id);
    expect(await payoutsOf(table, id)).toEqual(before);
    expect(await dueBalanceOf(table, id)).toMatchObject({ balance: 5_000, dueAt: NEXT_PAYDAY });
  },
);
