import { describe, expect, test } from '@jest/globals';
import { payouts } from '#functions/gateways/payouts.ts';
import { continueRecovery as recoverDebt } from '#functions/payouts/debt-recovery.ts';
import { balanceOf } from '#functions/storage/ledger/ledger.ts';
import { table } from '#functions/storage/table.ts';
import { ZERO } from '#shared/money.ts';
import { HOUR, MINUTE } from '#shared/time.ts';
import { owedTo } from '../../support/disputes.ts';
import { expectLedgerMatchesStripe, postAllEvents } from '../../support/money.ts';
import { NET, newEarner, runPayday, transfersOf } from '../../support/payouts.ts';
import {
  contextInterruptedBy,
  lostAfter,
  paidOut,
  reconciled,
  recover,
  refundAsFraud,
} from '../../support/reversals.ts';
import { worldOfEachTest } from '../../support/test-world.ts';

/* Recoveries whose debt grows or ends while they are under way: another fraudulent refund, a lost dispute that is won. */

const world = worldOfEachTest();

test('a debt that grows while Stripe refuses its reversal is checked again after a crash at any effect', async () => {
  await world.crashingAtEveryWrite(
    async ({ crash }) => {
      const { recipient, id } = await paidOut(world);
      await refundAsFraud(world, id, 1_000);
      world.advance(15 * MINUTE);
      let grown = false;
      const grow = async () => {
        grown = true;
        await refundAsFraud(world, id);
      };
      const context = contextInterruptedBy(world, grow, 'REFUSED');
      const work = () => recoverDebt(context, recipient.user.id, id);
      await crash(work);
      if (!grown) await grow();
      for (let run = 0; run < 2; run += 1) await recover(world);
      expect(transfersOf(world)[0]?.amount_reversed).toBe(NET);
      expect(await balanceOf(table, recipient.user.id)).toMatchObject({
        balance: 0,
        recovering: 0,
      });
      await expectLedgerMatchesStripe(world);
    },
    { inNewWorlds: true },
  );
});

test('a debt that grows while nothing of a transfer can be reversed is checked again', async () => {
  const { recipient, id } = await paidOut(world);
  await refundAsFraud(world, id, 1_000);
  world.advance(15 * MINUTE);
  let grown = false;
  const reversible: typeof payouts.reversible = async (transferId) => {
    if (grown) return payouts.reversible(transferId);
    grown = true;
    await refundAsFraud(world, id);
    return ZERO;
  };
  const context = { table, payouts: { ...payouts, reversible }, now: world.now() };
  await recoverDebt(context, recipient.user.id, id);
  expect(transfersOf(world)[0]?.amount_reversed).toBe(NET);
  expect(await owedTo(recipient)).toBe(0);
});

describe('a LOST dispute that later becomes WON', () => {
  type Lost = Awaited<ReturnType<typeof lostAfter>>;
  const win = async ({ opened }: Lost) => {
    await world.bank.decides(opened, 'won');
    await postAllEvents(world);
  };

  test.each<[when: string, reversed: number, (lost: Lost) => Promise<void>]>([
    [
      'after the transfer was reversed',
      NET,
      async (lost) => {
        await recover(world);
        expect(await owedTo(lost.recipient)).toBe(0);
        await win(lost);
      },
    ],
    [
      'while the transfer is being reversed',
      NET,
      async (lost) => {
        world.advance(15 * MINUTE);
        await recoverDebt(
          contextInterruptedBy(world, () => win(lost)),
          lost.recipient.user.id,
          lost.id,
        );
      },
    ],
    ['before the transfer is reversed', 0, win],
  ])('%s returns exactly the recovered amount, once', async (_when, reversed, play) => {
    const lost = await lostAfter(world, HOUR);
    await play(lost);
    for (let run = 0; run < 2; run += 1) await recover(world);
    expect(transfersOf(world)[0]?.amount_reversed).toBe(reversed);
    expect(await balanceOf(table, lost.recipient.user.id)).toMatchObject({
      balance: reversed,
      recovering: 0,
    });
    await reconciled(world);
    // The platform bears the bank's fee, so other earnings have to fund this person's payout.
    await newEarner(world);
    await runPayday(world);
    await postAllEvents(world);
    const sent = transfersOf(world).map((one) => one.amount - one.amount_reversed);
    expect(sent.reduce((sum, one) => sum + one, 0)).toBe(NET);
    expect(await owedTo(lost.recipient)).toBe(0);
    await reconciled(world);
  });
});
