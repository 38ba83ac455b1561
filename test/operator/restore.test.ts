import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { handler as reconcileLedger } from '#functions/jobs/reconcileLedger.ts';
import { handler as remindExpiring } from '#functions/jobs/remindExpiring.ts';
import { codeKey, deviceKey, sessionKey } from '#functions/storage/keys.ts';
import type { Item } from '#functions/storage/table.ts';
import { LedgerCount } from '#lib/operator/restore/ledger-count.ts';
import { signInOf } from '#lib/operator/restore/table-scan.ts';
import type { DomainEvent } from '#shared/domain-events.ts';
import { HOUR, MINUTE } from '#shared/time.ts';
import { lambdaContext } from '../support/call.ts';
import { deliverToDevices, domainEventsOf } from '../support/domain-events.ts';
import { invariantViolations } from '../support/invariant-checks.ts';
import {
  expectLedgerMatchesStripe,
  intentsOf,
  postAllEvents,
  runSchedules,
} from '../support/money.ts';
import { runPayOut } from '../support/payouts.ts';
import { type Person, personOf, visitor } from '../support/people.ts';
import { expectRefused } from '../support/refusals.ts';
import { itemsIn, restoredWorld } from '../support/restored-table.ts';
import { REPEATED_KEY, seedWorld } from '../support/seeded-world.ts';
import { startWorld, type World } from '../support/world.ts';

/* A stage that continues with a restored table. */

let before: World;
let world: World;
let seeded: Awaited<ReturnType<typeof seedWorld>>;
let items: Item[];

const ledgerOfItems = (all: readonly Item[]) => {
  const ledger = new LedgerCount();
  for (const item of all) ledger.add(item);
  return ledger;
};

beforeAll(async () => {
  before = await startWorld();
  seeded = await seedWorld(before);
  items = await itemsIn();
  world = await restoredWorld(before, items);
});
afterAll(() => before.stop());

const nowOf = (person: Person): Promise<Person> => personOf(world, person.user);

describe('a restored table', () => {
  test('has a ledger that sums to zero, with every balance the sum of its entries', async () => {
    const ledger = ledgerOfItems(await itemsIn());
    expect(ledger.faults()).toEqual([]);
    expect(ledger.entries).toBeGreaterThan(10);
    expect(ledger.payouts).toBe(1);
  });

  test('has all items except sessions, devices and codes after end-sessions', async () => {
    const kept = new Set((await itemsIn()).map(({ pk, sk }) => `${pk} ${sk}`));
    const lost = items.filter(({ pk, sk }) => !kept.has(`${pk} ${sk}`));
    expect(lost).toEqual(items.filter(signInOf));
    expect(lost.filter((item) => signInOf(item) === 'sessions').length).toBeGreaterThan(5);
  });

  test.each([
    ['sessions', sessionKey('u', 's')],
    ['devices', deviceKey('u', 'h')],
    ['codes', codeKey('login', 'u')],
  ])('has lost its %s, which end-sessions deletes', (kind, key) => {
    expect(signInOf(key)).toBe(kind);
  });

  test('notifies a device once of each event, published before or after the restore', async () => {
    const { recipient } = seeded.repeated;
    await (await nowOf(recipient)).addsDevice(seeded.subscription);
    const arrivals = () =>
      before.push.arrivals().filter(({ endpoint }) => endpoint === seeded.subscription.endpoint);
    expect(arrivals()).toHaveLength(1);
    const published = (await domainEventsOf(
      world,
      'conversation.paid',
    )) as DomainEvent<'conversation.paid'>[];
    const theirs = published.filter(({ detail }) => detail.recipientId === recipient.user.id);
    expect(theirs.map(({ id }) => id)).toContain(seeded.heard.id);
    for (const event of [...theirs, ...theirs]) await deliverToDevices(event);
    expect(arrivals()).toHaveLength(2);
  });
});

describe('after a restore', () => {
  test('people sign in with their passwords, and earlier sessions are ended', async () => {
    const { user, refreshToken } = seeded.held.recipient;
    await visitor().signsIn(user.username, { json: true });
    await expectRefused(visitor().refreshes(refreshToken), 401, 'UNAUTHENTICATED');
  });

  test('a repeated payment request returns the message of the first one, without a second hold', async () => {
    const holds = intentsOf(world).length;
    const { sender, recipient, id } = seeded.repeated;
    const again = await (await nowOf(sender)).pays(recipient, {
      card: 'pm_card_visa',
      key: REPEATED_KEY,
    });
    expect(again.id).toBe(id);
    expect(intentsOf(world)).toHaveLength(holds);
  });

  test('the sweep completes a payment whose request crashed before the restore', async () => {
    world.advance(5 * MINUTE);
    await runSchedules();
    const { sender, id } = seeded.interrupted;
    expect(await sender.seesAsSender({ id })).toMatchObject({
      status: 'PENDING',
      moneyState: 'HELD',
    });
    await expectLedgerMatchesStripe(world);
  });

  test('an answer books the correct earning and captures the payment', async () => {
    const { sender, recipient, id } = seeded.held;
    await (await nowOf(recipient)).answers({ id });
    expect(await sender.seesAsSender({ id })).toMatchObject({
      status: 'OPEN',
      moneyState: 'CHARGED',
    });
    await expectLedgerMatchesStripe(world);
  });

  test('a chat still has its messages', async () => {
    const seen = await (await nowOf(seeded.ana)).messages(seeded.chat);
    expect(seen.data.map(({ content }: { content: string }) => content)).toEqual([
      '<p>Until Sunday</p>',
    ]);
  });

  test('every schedule runs, reconciliation finds no difference, and the ledger sums to zero', async () => {
    await postAllEvents(world);
    world.advance(2 * HOUR);
    await runSchedules();
    await remindExpiring({}, lambdaContext());
    await runPayOut();
    await reconcileLedger({}, lambdaContext());
    await expectLedgerMatchesStripe(world);
    const now = await itemsIn();
    expect(ledgerOfItems(now).faults()).toEqual([]);
    expect(invariantViolations(world, now)).toEqual([]);
  });
});
