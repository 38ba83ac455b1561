import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { handler as authenticate } from '../../functions/auth/authenticate.ts';
import { handler as refreshToken } from '../../functions/auth/refreshToken.ts';
import { handler as publishFacts } from '../../functions/events/publishFacts.ts';
import { handler as reconcileLedger } from '../../functions/jobs/reconcileLedger.ts';
import { handler as remindExpiring } from '../../functions/jobs/remindExpiring.ts';
import { handler as savePushSubscription } from '../../functions/notifications/savePushSubscription.ts';
import { codeKey, deviceKey, sessionKey, typingKey } from '../../functions/storage/keys.ts';
import { put, table } from '../../functions/storage/table.ts';
import { createTable } from '../../lib/local/engine.ts';
import type { CheckedBackup } from '../../lib/operator/backup/backup-file.ts';
import { keyOf, type StoredItem } from '../../lib/operator/backup/backup-lines.ts';
import { exportTable } from '../../lib/operator/backup/export.ts';
import { importBackup } from '../../lib/operator/backup/import.ts';
import { LedgerCount } from '../../lib/operator/backup/ledger-count.ts';
import { isFact, leftOutAs } from '../../lib/operator/backup/what-is-kept.ts';
import { allItems, placeOf } from '../../lib/operator/backup/whole-table.ts';
import type { Fact } from '../../shared/domain-events.ts';
import { HOUR, instant, MINUTE } from '../../shared/time.ts';
import { call, lambdaContext } from '../support/call.ts';
import { viewMessages } from '../support/chatting.ts';
import { watchEffects } from '../support/crash.ts';
import { deliver, factsOf } from '../support/facts.ts';
import { liveIn, movedTo, REPEATED } from '../support/lived-in.ts';
import { agree, intentsOf, postAllEvents, runSchedules } from '../support/money.ts';
import { objections } from '../support/oracles.ts';
import { answer, payWithCard, seenBySender } from '../support/orders.ts';
import { runPayOut } from '../support/payouts.ts';
import { PASSWORD, type Person, signedIn } from '../support/people.ts';
import { streamRecords } from '../support/stream.ts';
import { startWorld, type World } from '../support/world.ts';

/* Export, wipe, import; and life goes on. */

watchEffects();
const folder = mkdtempSync(join(tmpdir(), 'replypaid-backup-'));
const file = join(folder, 'backup.gz');
let before: World;
let world: World;
let lived: Awaited<ReturnType<typeof liveIn>>;
let backup: CheckedBackup;
let exported: StoredItem[];

async function itemsIn(tableName: string): Promise<StoredItem[]> {
  const items: StoredItem[] = [];
  for await (const item of allItems(placeOf(tableName))) items.push(item);
  return items;
}

const byKey = (items: readonly StoredItem[]) =>
  new Map(items.map((item) => [`${keyOf(item).pk} ${keyOf(item).sk}`, item]));

const ledgerOfItems = (items: readonly StoredItem[]) => {
  const ledger = new LedgerCount();
  for (const item of items) ledger.add(item);
  return ledger;
};

/** What the stream of the restored table hands to the bus. */
const publishedAgain = async () => {
  const from = before.events.length;
  const Records = await streamRecords(world.engineUrl, world.tableName);
  expect(await publishFacts({ Records }, lambdaContext())).toEqual({ batchItemFailures: [] });
  return before.events.slice(from).map((event) => event.detail as { id: string; at: number });
};

beforeAll(async () => {
  before = await startWorld({ stream: true });
  lived = await liveIn(before);
  exported = await itemsIn(before.tableName);
  backup = await exportTable(placeOf(), file, { stage: 'test', now: before.now() });
  const restored = `restored-${randomUUID()}`;
  await createTable(before.engineUrl, restored);
  world = movedTo(before, restored);
  await importBackup(placeOf(), file, { now: world.now() });
}, 120_000);
afterAll(async () => {
  await before.stop();
  rmSync(folder, { recursive: true, force: true });
});

const nowOf = async (person: Person): Promise<Person> => ({
  ...person,
  ...(await signedIn(person.user, world.now())),
});

describe('what was restored', () => {
  test('is item by item what was there, but for what no backup holds and what was told long ago', async () => {
    const after = byKey(await itemsIn(world.tableName));
    const wanted = exported.filter((item) => !leftOutAs(item) && !isFact(item));
    expect(wanted.length).toBeGreaterThan(100);
    const lost = wanted.filter(
      (item) => !isDeepStrictEqual(after.get([...byKey([item]).keys()][0] ?? ''), item),
    );
    expect(lost.map(keyOf)).toEqual([]);
    const facts = [...after.values()].filter(isFact).length;
    expect(after.size).toBe(wanted.length + facts);
  });

  test('has the same ledger, which adds up', async () => {
    const ledger = ledgerOfItems(await itemsIn(world.tableName));
    expect(ledger.hash()).toBe(backup.footer.ledger);
    expect(ledger.hash()).toBe(ledgerOfItems([...exported].reverse()).hash());
    expect(ledger.faults()).toEqual([]);
    expect(ledger.entries).toBeGreaterThan(10);
    expect(ledger.payouts).toBe(1);
  });

  test('holds nothing that lets somebody in, and the file is its owner’s alone', async () => {
    const doors = (await itemsIn(world.tableName)).filter((item) => leftOutAs(item));
    expect(doors.map(keyOf)).toEqual([]);
    expect(exported.filter((item) => leftOutAs(item) === 'sessions').length).toBeGreaterThan(5);
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(readFileSync(file).length).toBeGreaterThan(1_000);
  });

  test.each([
    ['sessions', sessionKey('u', 's')],
    ['devices', deviceKey('u', 'h')],
    ['codes', codeKey('login', 'u')],
    ['typing marks', typingKey('c')],
  ])('has none of the %s', (what, { pk, sk }) => {
    expect(leftOutAs({ pk: { S: pk }, sk: { S: sk } })).toBe(what);
  });
});

describe('nothing is told twice', () => {
  test('facts of long ago are not told again, those of the last hour are', async () => {
    const again = await publishedAgain();
    const begun = backup.header.at - HOUR;
    const recent = exported.filter(
      (item) => isFact(item) && Number(item.fact?.M?.at?.N ?? 0) >= begun,
    );
    expect(again).toHaveLength(recent.length);
    expect(again.every(({ at }) => at >= begun)).toBe(true);
    expect(exported.filter(isFact).length).toBeGreaterThan(recent.length);
  });

  test('a device that was told is not told again once it is back; what it was not told it hears', async () => {
    const { recipient } = lived.repeated;
    const { token } = await nowOf(recipient);
    await call(savePushSubscription, { ...lived.subscription }, { token });
    const arrivals = () =>
      before.push.arrivals().filter(({ endpoint }) => endpoint === lived.subscription.endpoint);
    expect(arrivals()).toHaveLength(1);
    const facts = (await factsOf(world, 'conversation.paid')) as Fact<'conversation.paid'>[];
    const theirs = facts.filter(({ detail }) => detail.recipientId === recipient.user.id);
    expect(theirs.map(({ id }) => id)).toContain(lived.heard.id);
    for (const fact of [...theirs, ...theirs]) await deliver(fact);
    expect(arrivals()).toHaveLength(2);
  });
});

describe('life goes on', () => {
  test('people sign in with their passwords; a session of before is over', async () => {
    const { user, refreshToken: old } = lived.held.recipient;
    const signingIn = { username: user.username, password: PASSWORD };
    expect((await call(authenticate, signingIn, { json: true })).http).toBe(200);
    expect((await call(refreshToken, {}, { token: old })).http).toBe(401);
  });

  test('a request of before is known again: one answer, one hold', async () => {
    const holds = intentsOf(world).length;
    const { sender, recipient, id } = lived.repeated;
    const again = await payWithCard(await nowOf(sender), recipient, 'pm_card_visa', {}, REPEATED);
    expect(again.body.data[0].id).toBe(id);
    expect(intentsOf(world)).toHaveLength(holds);
  });

  test('a payment whose request died before the backup is brought to its end', async () => {
    world.advance(5 * MINUTE);
    await runSchedules();
    const { sender, id } = lived.interrupted;
    expect(await seenBySender(world, sender, id)).toMatchObject({
      status: 'PENDING',
      moneyState: 'HELD',
    });
    await agree(world);
  });

  test('an answer earns the right amount and takes the money', async () => {
    const { sender, recipient, id } = lived.held;
    expect((await answer(await nowOf(recipient), id)).http).toBe(200);
    expect(await seenBySender(world, sender, id)).toMatchObject({
      status: 'OPEN',
      moneyState: 'CHARGED',
    });
    await agree(world);
  });

  test('a chat has its messages', async () => {
    const seen = await viewMessages(await nowOf(lived.ana), lived.chatId);
    expect(seen.body.data.map(({ content }: { content: string }) => content)).toEqual([
      '<p>Until Sunday</p>',
    ]);
  });

  test('every schedule runs, the comparison with Stripe finds nothing, and the ledger still adds up', async () => {
    await postAllEvents(world);
    world.advance(2 * HOUR);
    await runSchedules();
    await remindExpiring({}, lambdaContext());
    await runPayOut();
    await reconcileLedger({}, lambdaContext());
    await agree(world);
    const items = await itemsIn(world.tableName);
    expect(ledgerOfItems(items).faults()).toEqual([]);
    expect(objections(world, items)).toEqual([]);
  });
});

test('a ledger that does not add up is written only when asked to be', async () => {
  const other = `torn-${randomUUID()}`;
  await createTable(world.engineUrl, other, { stream: false });
  const home = process.env.TABLE_NAME;
  process.env.TABLE_NAME = other;
  await table.write(put({ pk: 'USER#somebody', sk: 'BALANCE', balance: 100, entries: 1 }));
  process.env.TABLE_NAME = home;
  const torn = join(folder, 'torn.gz');
  const stage = { stage: 'test', now: instant(0) };
  await expect(exportTable(placeOf(other), torn, stage)).rejects.toThrow(
    /balance of somebody is 100 cents, and their entries say 0/,
  );
  await exportTable(placeOf(other), torn, { ...stage, asItIs: true });
});
