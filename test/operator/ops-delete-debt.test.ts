import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { payouts } from '#functions/gateways/payouts.ts';
import { continueRecovery } from '#functions/payouts/debt-recovery.ts';
import { decideDeletion } from '#functions/storage/accounts/deletions.ts';
import { userById } from '#functions/storage/accounts/users.ts';
import { balanceOf } from '#functions/storage/ledger/ledger.ts';
import { table } from '#functions/storage/table.ts';
import { auditEntryOf } from '#lib/operator/ops/plan.ts';
import { cents } from '#shared/money.ts';
import { HOUR, MINUTE } from '#shared/time.ts';
import { owedTo } from '../support/disputes.ts';
import { expectLedgerMatchesStripe, postAllEvents } from '../support/money.ts';
import { OPERATOR, runConfirmedOps, runOps } from '../support/ops.ts';
import { answeredOrder } from '../support/orders.ts';
import { advanceTo, earn, NET, nextPayday, runPayOut, transfersOf } from '../support/payouts.ts';
import { startWorld, type World } from '../support/world.ts';

/* npm run ops -- delete-account while a transfer to the person is being reversed because of a debt. */

let world: World;
beforeEach(async () => {
  await world?.stop();
  world = await startWorld();
});
afterAll(() => world.stop());

test.each([
  ['owes us', 0],
  ['has repaid the debt with later earnings', 1],
])(
  'delete-account is refused while a transfer to a person who %s is being reversed',
  async (_who, earnings) => {
    const { id, intent, recipient } = await answeredOrder(world);
    const { user } = recipient;
    await recipient.setsUpPayouts(world.stripe);
    advanceTo(world, nextPayday(world));
    await runPayOut();
    await world.bank.decides(await world.bank.disputes(intent), 'lost');
    await postAllEvents(world);
    world.advance(HOUR);
    // An operator deletes the account between the decision and the reversal at Stripe.
    const reverse: typeof payouts.reverse = async (order) => {
      for (let nth = 0; nth < earnings; nth += 1) await earn(world, recipient);
      await runConfirmedOps(world, 'block', user.username);
      world.advance(MINUTE);
      expect(await balanceOf(table, user.id)).toMatchObject({ recovering: NET });
      expect(await runOps(world, 'delete-account', user.id)).toMatch(
        /^A transfer to them is being reversed for their debt/,
      );
      const blocked = await userById(table, user.id, world.now());
      if (!blocked) throw new Error('nobody to delete');
      const debt = cents(earnings ? 0 : NET);
      const word = { command: 'delete-account', reason: 'ticket 17' };
      const act = auditEntryOf({ who: OPERATOR, now: world.now() }, word, user.id, 'Nothing.');
      const decision = { act, debt, restAt: world.now() };
      expect(await decideDeletion(table, blocked, decision, world.now())).toBe('CHANGED');
      return payouts.reverse(order);
    };
    await continueRecovery(
      { table, payouts: { ...payouts, reverse }, now: world.now() },
      user.id,
      id,
    );
    expect(transfersOf(world)[0]?.amount_reversed).toBe(NET);
    expect(await owedTo(recipient)).toBe(earnings * NET);
    expect(await runConfirmedOps(world, 'delete-account', user.id)).toMatch(/Done\./);
    await expectLedgerMatchesStripe(world);
  },
);
