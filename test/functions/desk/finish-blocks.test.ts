import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { pendingConversationIds } from '#functions/desk/account-blocks.ts';
import { handler as finishBlocks } from '#functions/jobs/finishBlocks.ts';
import { unfinishedBlockOf } from '#functions/storage/accounts/unfinished-blocks.ts';
import { dueTime } from '#functions/storage/index-keys.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { cents } from '#shared/money.ts';
import { DAY, MINUTE } from '#shared/time.ts';
import { lambdaContext } from '../../support/call.ts';
import { intentOf } from '../../support/disputes.ts';
import { expectLedgerMatchesStripe, runSchedules } from '../../support/money.ts';
import { auditEntriesAbout } from '../../support/ops.ts';
import { PRICE } from '../../support/orders.ts';
import { newPerson, type Person, personOf } from '../../support/people.ts';
import { deliverWebhooks, onPlan, subscriptionsOf } from '../../support/plans.ts';
import { storedUser } from '../../support/staff.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* The job that completes blocks of accounts. docs/product/desk.md#decisions */

const world = worldOfFile();
beforeAll(() => world.advance(MINUTE));
afterEach(() => world.stripe.faults.clear());

const REASON = 'Asks for gift cards.';

const runFinishBlocks = (): Promise<void> => finishBlocks({}, lambdaContext());
const block = (staff: Person, { user }: Person) =>
  responseTo(staff.blocksAccount(user, { reason: REASON }));
const unfinished = ({ user }: Person) => unfinishedBlockOf(table, user.id);

async function completeBlocks(): Promise<void> {
  world.advance(2 * MINUTE);
  await runFinishBlocks();
}

/** Runs the sweep that returns the money of what a block has ended. */
async function returnMoney(): Promise<void> {
  world.advance(10 * MINUTE);
  await runSchedules();
}

/** Blocks somebody while the index does not show yet that they were paid a message. Returns the message and its sender. */
async function blockedWithUnseenMessage(staff: Person, recipient: Person) {
  const sender = await newPerson(world);
  let id = '';
  let isFirst = true;
  await world.repeatedWithStaleIndex(
    async () => {
      if (!isFirst) return block(staff, recipient);
      isFirst = false;
      return pendingConversationIds(table, recipient.user, 'INBOX');
    },
    async () => {
      id = (await sender.pays(recipient, { card: 'pm_card_visa' })).id;
    },
  );
  return { sender, id };
}

test('finishBlocks ends a message that was paid so shortly before a block that no list showed it', async () => {
  const staff = await newPerson(world, { staff: ['MODERATOR'] });
  const recipient = await newPerson(world, { price: PRICE });
  const { sender, id } = await blockedWithUnseenMessage(staff, recipient);
  expect((await storedUser(world, recipient.user.id)).blockedAt).toBeDefined();
  expect((await sender.seesAsSender({ id })).status).toBe('PENDING');
  await completeBlocks();
  expect((await sender.seesAsSender({ id })).status).toBe('EXPIRED');
  expect(await auditEntriesAbout(world, id)).toMatchObject([
    { command: `deskBlockUser ${recipient.user.id}`, reason: REASON },
  ]);
  await returnMoney();
  expect(intentOf(world, id).status).toBe('canceled');
  await expectLedgerMatchesStripe(world);
});

test('finishBlocks waits a minute, so that every index shows what was paid before the block', async () => {
  const staff = await newPerson(world, { staff: ['MODERATOR'] });
  const recipient = await newPerson(world, { price: PRICE });
  await block(staff, recipient);
  await runFinishBlocks();
  expect(await unfinished(recipient)).toBeDefined();
  await completeBlocks();
  expect(await unfinished(recipient)).toBeUndefined();
});

test('finishBlocks ends nothing of an account whose block has ended', async () => {
  const staff = await newPerson(world, { staff: ['MODERATOR'] });
  const recipient = await newPerson(world, { price: PRICE });
  const { sender, id } = await blockedWithUnseenMessage(staff, recipient);
  await staff.unblocksAccount(recipient, { reason: REASON });
  await completeBlocks();
  expect((await sender.seesAsSender({ id })).status).toBe('PENDING');
  expect(await unfinished(recipient)).toBeUndefined();
});

/** Creates a person with a plan, a message to them and one from them. */
async function equippedPerson() {
  const offer = { paidResponsePrice: cents(PRICE), paidResponseCommitment: 100 };
  const { user } = await onPlan(world, 'STARTER', offer);
  const person = await personOf(world, user);
  const sender = await newPerson(world);
  const received = (await sender.pays(person, { card: 'pm_card_visa' })).id;
  const sent = (await person.pays(await newPerson(world, { price: PRICE }))).id;
  return { ...person, sender, received, sent };
}

async function expectCompleted(person: Awaited<ReturnType<typeof equippedPerson>>): Promise<void> {
  const { user, sender, received, sent } = person;
  const { stripeCustomerId } = await storedUser(world, user.id);
  const [plan] = subscriptionsOf(world).filter(({ customer }) => customer === stripeCustomerId);
  expect(plan?.cancel_at_period_end).toBe(true);
  expect((await sender.seesAsSender({ id: received })).status).toBe('EXPIRED');
  for (const id of [received, sent]) {
    expect(await auditEntriesAbout(world, id)).toHaveLength(1);
    expect(intentOf(world, id).status).toBe('canceled');
  }
  expect(await auditEntriesAbout(world, user.id)).toHaveLength(1);
  expect(await unfinished(person)).toBeUndefined();
}

test('an interrupted block is completed by finishBlocks, and nothing ends twice', async () => {
  const staff = await newPerson(world, { staff: ['MODERATOR'] });
  await world.crashingAtEveryWrite(async ({ crash }) => {
    const person = await equippedPerson();
    await crash(() => block(staff, person));
    if ((await storedUser(world, person.user.id)).blockedAt === undefined) return;
    await crash(completeBlocks);
    await completeBlocks();
    await returnMoney();
    await expectCompleted(person);
  });
  await deliverWebhooks(world);
  await expectLedgerMatchesStripe(world);
});

test('finishBlocks tries again later to end a plan that Stripe could not end', async () => {
  const staff = await newPerson(world, { staff: ['MODERATOR'] });
  const person = await equippedPerson();
  world.stripe.faults.next({
    kind: 'refuse-connection',
    path: '/v1/subscriptions/:id',
    times: 1_000,
  });
  expect((await block(staff, person)).body.data[0].message).toContain('couldn’t be ended');
  world.advance(2 * MINUTE);
  await expect(runFinishBlocks()).rejects.toThrow('1 of 1 blocks of accounts');
  const postponed = await unfinished(person);
  expect(postponed).toMatchObject({ failures: 1 });
  expect(dueTime(postponed?.gsi5sk ?? '')).toBeGreaterThan(world.now());
  world.stripe.faults.clear();
  world.advance(DAY);
  await runFinishBlocks();
  await returnMoney();
  await expectCompleted(person);
});
