import { beforeEach, expect, test } from '@jest/globals';
import { heldUntilOf } from '#functions/payouts/payout-holds.ts';
import { conversationById, itemOf } from '#functions/storage/conversations/conversations.ts';
import { balanceOf, book } from '#functions/storage/ledger/ledger.ts';
import { put, table } from '#functions/storage/table.ts';
import type { Ref } from '#lib/local/deeds/things.ts';
import { newId } from '#shared/ids.ts';
import { PAYOUT_NOT_HELD, PAYOUT_RELEASED } from '#shared/messages/staff.ts';
import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import { answeredEntry } from '#shared/rules/ledger/ledger.ts';
import { CASH_OUT_HOLD } from '#shared/rules/payouts/cash-out.ts';
import { DAY, fromIso, later, MINUTE } from '#shared/time.ts';
import { domainEventsAbout } from '../../support/domain-events.ts';
import { expectLedgerMatchesStripe } from '../../support/money.ts';
import { auditEntriesAbout, runConfirmedOps, runOps } from '../../support/ops.ts';
import { PRICE } from '../../support/orders.ts';
import { advanceTo, earn, nextPayday, runPayday, runPayOut } from '../../support/payouts.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { worldOfEachTest } from '../../support/test-world.ts';
import { SETTINGS } from '../../support/world.ts';

/* A first payout that looks like cashing out a stolen card is held for a check. */

const world = worldOfEachTest();

beforeEach(() => {
  // On the 20th, the wait of the first payout ends before its payday.
  advanceTo(world, nextPayday(world) + 12 * DAY);
});

/** Creates a person who answered two messages for $60.00 each, paid with the same card. */
async function suspect(): Promise<Person> {
  const ana = await newPerson(world, { price: 6_000 });
  await ana.setsUpPayouts(world.stripe);
  for (let nth = 0; nth < 2; nth += 1) await earn(world, ana, { price: '60.00' });
  return ana;
}

const seen = async (person: Person) => (await person.payouts()).data;

test('a suspicious first payout is held for 30 days, shows until when, and then goes out', async () => {
  const ana = await suspect();
  await runPayday(world);
  for (let run = 0; run < 2; run += 1) await runPayOut();
  expect(await seen(ana)).toEqual([]);
  expect(await domainEventsAbout(world, 'payout.held', ana)).toHaveLength(1);
  const { heldUntil, nextPayoutDate } = await ana.payoutAccount();
  expect(fromIso(String(heldUntil)) - world.now()).toBeGreaterThan(CASH_OUT_HOLD - 5_000);
  expect(nextPayoutDate).toBe(heldUntil);
  expect(await runOps(world, 'person', ana.user.id)).toMatch(
    /Held +for a check until .*SHARED_CARD/,
  );
  advanceTo(world, fromIso(String(heldUntil)));
  await runPayOut();
  expect(await seen(ana)).toMatchObject([{ status: 'PAID', amount: 107 }]);
  expect(await ana.payoutAccount()).toMatchObject({ heldUntil: null });
  await expectLedgerMatchesStripe(world);
});

test('a held payout goes out with the next run after staff release it, which the audit log records', async () => {
  const ana = await suspect();
  await runPayday(world);
  expect(await release(ana)).toContain(PAYOUT_RELEASED);
  expect(await release(ana)).toBe(PAYOUT_NOT_HELD);
  await runPayOut();
  expect(await seen(ana)).toMatchObject([{ status: 'PAID', amount: 107 }]);
  expect(await auditEntriesAbout(world, ana.user.id)).toMatchObject([{ reason: 'ticket 17' }]);
});

/** Releases the held payout of a person at the desk, whose limit for one person is above it. Returns what the desk says. */
async function release({ user }: Person): Promise<string> {
  const staff = await newPerson(world, { staff: 'all' });
  const input = { userId: user.id, reason: 'ticket 17' };
  process.env.SETTINGS = JSON.stringify({ ...SETTINGS, refundAloneCents: 50_000 });
  try {
    return (await staff.calls('releaseHeldPayout', input)).data[0].message;
  } finally {
    process.env.SETTINGS = JSON.stringify(SETTINGS);
  }
}

/** Writes 101 copies of a conversation, each from another sender with an unknown card. */
async function copy(id: string, entriesOf: (one: Conversation) => ReturnType<typeof book>[]) {
  const found = await conversationById(table, id, world.now());
  if (!found) throw new Error(`no conversation ${id}`);
  const { cardFingerprint, ...payment } = found.payment;
  for (let nth = 0; nth < 101; nth += 1) {
    const sender = { ...found.sender, id: newId(world.now()) };
    const one = { ...found, id: newId(world.now()), sender, payment };
    await table.transact(put(itemOf(one)), ...entriesOf(one));
  }
}

test.each([
  ['declined conversations', (ana: Person, order: Ref) => ana.declines(order), () => []],
  [
    'paid answers',
    (ana: Person, order: Ref) => ana.answers(order),
    (one: Conversation) => [book(answeredEntry(one, one.recipient.id, one.feeTerms), world.now())],
  ],
])(
  '101 later %s do not hide that a person was paid twice with one card',
  async (_, end, entriesOf) => {
    const ana = await suspect();
    const payer = await newPerson(world);
    const paid = await payer.pays(ana, { card: 'pm_card_mastercard', price: '60.00' });
    await end(ana, paid);
    await copy(paid.id, entriesOf);
    await runPayday(world);
    expect(await seen(ana)).toEqual([]);
    expect(await runOps(world, 'person', ana.user.id)).toMatch(/Held .*: SHARED_CARD\n/);
  },
);

test('a payout is not held if the person was paid out before or earned little', async () => {
  const [ana, ben] = [await suspect(), await newPerson(world, { price: PRICE })];
  await ben.setsUpPayouts(world.stripe);
  await earn(world, ben);
  await runPayday(world);
  expect(await seen(ben)).toMatchObject([{ status: 'PAID', amount: 22 }]);
  await release(ana);
  await runPayOut();
  for (let nth = 0; nth < 2; nth += 1) await earn(world, ana, { price: '60.00' });
  await runPayday(world);
  expect(await seen(ana)).toHaveLength(2);
});

test('only a first payout is held: one with the same signs after an innocent one goes out', async () => {
  const ana = await newPerson(world, { price: 6_000 });
  await ana.setsUpPayouts(world.stripe);
  await earn(world, ana, { price: '60.00' }, 'pm_card_mastercard');
  await runPayday(world);
  expect(await seen(ana)).toMatchObject([{ status: 'PAID' }]);
  for (let nth = 0; nth < 3; nth += 1) await earn(world, ana, { price: '60.00' });
  await runPayday(world);
  expect(await seen(ana)).toMatchObject([{ status: 'PAID' }, { status: 'PAID' }]);
  expect(await domainEventsAbout(world, 'payout.held', ana)).toEqual([]);
});

test('a payout of a blocked person is not held before the block ends', async () => {
  const ana = await suspect();
  await runConfirmedOps(world, 'block', ana.user.id);
  await runPayday(world);
  expect(await runOps(world, 'person', ana.user.id)).not.toMatch(/Held/);
  await runConfirmedOps(world, 'unblock', ana.user.id);
  await runPayday(world);
  expect(await seen(ana)).toEqual([]);
  expect(await runOps(world, 'person', ana.user.id)).toMatch(/Held .*: SHARED_CARD/);
});

test('a payout is held once and paid out once after a crash of the run at any effect', async () => {
  await world.crashingAtEveryWrite(
    async ({ crash }) => {
      advanceTo(world, nextPayday(world) + 12 * DAY);
      const ana = await suspect();
      advanceTo(world, nextPayday(world));
      await crash(runPayOut);
      world.advance(15 * MINUTE);
      await runPayOut();
      expect(await seen(ana)).toEqual([]);
      world.advance(CASH_OUT_HOLD);
      for (let run = 0; run < 2; run += 1) await runPayOut();
      expect(await seen(ana)).toMatchObject([{ status: 'PAID', amount: 107 }]);
      expect(await balanceOf(table, ana.user.id)).toMatchObject({ balance: 0 });
    },
    { inNewWorlds: true },
  );
});

test('a payout is held until exactly its time', () => {
  const heldUntil = later(world.now(), DAY);
  const owed = { heldUntil } as Parameters<typeof heldUntilOf>[0];
  expect(heldUntilOf(owed, later(heldUntil, -1))).toBe(heldUntil);
  expect(heldUntilOf(owed, heldUntil)).toBeUndefined();
});
