import { describe, expect, test } from '@jest/globals';
import { handler as expireConversations } from '#functions/jobs/expireConversations.ts';
import { userById } from '#functions/storage/accounts/users.ts';
import {
  changeConversation,
  lockedConversationOf,
} from '#functions/storage/conversations/conversations.ts';
import { mailboxCountsOf } from '#functions/storage/conversations/list-counters.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { DAY, later, MINUTE } from '#shared/time.ts';
import { lambdaContext } from '../../support/call.ts';
import {
  expectLedgerMatchesStripe,
  ledgerOf,
  postAllEvents,
  runSchedules,
} from '../../support/money.ts';
import { PRICE, pendingOrder } from '../../support/orders.ts';
import { newPerson } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { supportOf } from '../../support/tickets.ts';
import type { World } from '../../support/world.ts';

/*
 * Crashes during payments: the process stops before or after each effect in turn, and then everything works again.
 * This file has what the simulation's crash points (test/simulation/flows.ts) do not cover: the card on file, a hold
 * that outlasts its deadline, and help tickets.
 */

const world = worldOfFile();

/** Recovers without user action: the webhooks arrive in any order, and the schedules run until nothing is due. */
async function heal(world: World, by: 'sweep' | 'webhook'): Promise<void> {
  if (by === 'webhook') await postAllEvents(world);
  world.advance(3 * MINUTE);
  await world.stripe.runDue();
  await runSchedules();
  world.advance(3 * MINUTE);
  await runSchedules();
  await expectLedgerMatchesStripe(world);
}

/**
 * The ledger accounts with a balance other than zero. Each scenario has its own world, so they concern its order
 * only.
 */
async function owed(world: World): Promise<Record<string, number>> {
  const accounts = Object.entries(await ledgerOf(world));
  return Object.fromEntries(accounts.filter(([, balance]) => balance !== 0));
}

test('a help ticket is created completely or not at all, and a repeated request creates no second one', async () => {
  const effects = await world.crashingAtEveryWrite(
    async ({ crash }) => {
      const [support, sender] = [await supportOf(world), await newPerson(world)];
      await crash(() => responseTo(sender.asksSupport({ key: 'ticket' })));
      const again = await responseTo(sender.asksSupport({ key: 'ticket' }));
      const lock = await lockedConversationOf(table, sender.user.id, support.user.id);
      expect([again.http, again.body.data[0].id]).toEqual([200, lock]);
      expect(await mailboxCountsOf(table, sender.user.id, 'ORDERS')).toMatchObject({
        ALL: 1,
        PENDING: 1,
      });
      expect(await mailboxCountsOf(table, support.user.id, 'INBOX')).toMatchObject({
        ALL: 1,
        PENDING: 1,
      });
      expect(await owed(world)).toEqual({});
      await expectLedgerMatchesStripe(world);
    },
    { inNewWorlds: true },
  );
  expect(effects).toBeGreaterThanOrEqual(1);
});

test('the answer to a help ticket is stored completely or not at all, and moves no money', async () => {
  await world.crashingAtEveryWrite(
    async ({ crash }) => {
      const [support, sender] = [await supportOf(world), await newPerson(world)];
      const id = (await sender.asksSupport()).id;
      const lived = await crash(() => responseTo(support.answers({ id })));
      await heal(world, 'sweep');
      const seen = await sender.seesAsSender({ id });
      if (lived) expect(seen.status).toBe('OPEN');
      expect(['OPEN', 'PENDING']).toContain(seen.status);
      expect(await owed(world)).toEqual({});
    },
    { inNewWorlds: true },
  );
});

describe.each(['sweep', 'webhook'] as const)(
  'after a crash at any effect and recovery by the %s:',
  (by) => {
    test('a new card is saved if and only if its message is paid', async () => {
      const effects = await world.crashingAtEveryWrite(
        async ({ crash }) => {
          const [sender, recipient] = [
            await newPerson(world),
            await newPerson(world, { price: PRICE }),
          ];
          const draft = await sender.savesDraft(recipient);
          await crash(() =>
            responseTo(sender.pays(recipient, { card: 'pm_card_visa', input: draft })),
          );
          await heal(world, by);
          const lock = await lockedConversationOf(table, sender.user.id, recipient.user.id);
          const { card } = (await userById(table, sender.user.id, world.now())) ?? {};
          expect(card === undefined).toBe(lock === undefined);
        },
        { inNewWorlds: true },
      );
      expect(effects).toBeGreaterThanOrEqual(3);
    });

    test('an order whose hold outlasts its deadline is expired and released', async () => {
      await world.crashingAtEveryWrite(
        async ({ crash }) => {
          const { order, sender } = await pendingOrder(world);
          // Moves the deadline before the end of the hold; with today's cards the hold ends first.
          await changeConversation(table, order.id, world.now(), (found) => ({
            next: { ...found, deadlineAt: later(found.paidAt, 5 * DAY) },
          }));
          world.advance(5 * DAY);
          await crash(() => expireConversations({}, lambdaContext()));
          await heal(world, by);
          expect(await sender.sees(order)).toMatchObject({
            status: 'EXPIRED',
            moneyState: 'RELEASED',
            reasonCode: 'RETURN_TO_SENDER',
          });
          expect(await owed(world)).toEqual({});
        },
        { inNewWorlds: true },
      );
    });
  },
);
