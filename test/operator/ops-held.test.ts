import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { User } from '#functions/storage/accounts/users.ts';
import { balanceKey } from '#functions/storage/keys.ts';
import { table } from '#functions/storage/table.ts';
import { cents } from '#shared/money.ts';
import { CASH_OUT_HOLD } from '#shared/rules/payouts/cash-out.ts';
import { FIRST_PAYOUT_WAIT } from '#shared/rules/payouts/payouts.ts';
import { DAY, HOUR, instant, MINUTE, toIso } from '#shared/time.ts';
import { auditEntriesAbout, runConfirmedOps, runOps } from '../support/ops.ts';
import { newRecipient } from '../support/orders.ts';
import { advanceTo, earn, newEarner, nextPayday, runPayOut } from '../support/payouts.ts';
import { startWorld, type World } from '../support/world.ts';

/* npm run ops -- held: lists the payouts that are held for a check. */

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

/** Creates a person who answered two senders with the same card, for $60.00 each. */
async function suspect() {
  const person = await newRecipient(world, { paidResponsePrice: cents(6_000) });
  for (let nth = 0; nth < 2; nth += 1) await earn(world, person, { price: '60.00' });
  return person.user;
}

const day = (at: number) => toIso(instant(at)).slice(0, 10);
const lineOf = ({ id, username }: User, since: number) =>
  expect.stringMatching(
    `^${id}  since ${day(since)} .* UTC  until ${day(since + CASH_OUT_HOLD)} .* UTC  \\$107\\.00  SHARED_CARD  @${username}$`,
  );

const listed = async () => (await runOps(world, 'held')).split('\n');
const NOBODY = ['No payout is held for a check.'];

test('the held command lists held payouts, the longest held first, until a release or the end of the hold', async () => {
  advanceTo(world, nextPayday(world) + 12 * DAY);
  const payday = nextPayday(world);
  const first = await suspect();
  const other = await newEarner(world);
  world.advance(8 * DAY);
  const second = await suspect();
  // A first payout waits 14 days after the first earning, so the second one is due later than the first.
  const later = world.now() + FIRST_PAYOUT_WAIT;
  expect(await listed()).toEqual(NOBODY);

  advanceTo(world, payday);
  await runPayOut();
  expect(await listed()).toEqual([lineOf(first, payday)]);
  advanceTo(world, later + MINUTE);
  await runPayOut();
  expect(await listed()).toEqual([lineOf(first, payday), lineOf(second, later)]);

  await runConfirmedOps(world, 'release', first.username);
  expect(await listed()).toEqual([lineOf(second, later)]);
  await expectNothingToRelease(first);
  await expectNothingToRelease(other.user);
  advanceTo(world, later + CASH_OUT_HOLD + HOUR);
  expect(await listed()).toEqual(NOBODY);
  await expectNothingToRelease(second);
});

/** Checks that the release command does nothing for a person, and says so. */
async function expectNothingToRelease({ id, username }: User): Promise<void> {
  const [before, acts] = [await table.get(balanceKey(id)), await auditEntriesAbout(world, id)];
  expect(await runConfirmedOps(world, 'release', username)).toBe(
    `No payout of @${username} is held for a check.\nNothing to do.`,
  );
  expect(await table.get(balanceKey(id))).toEqual(before);
  expect(await auditEntriesAbout(world, id)).toEqual(acts);
}
