import { expect, test } from '@jest/globals';
import { deletionWithAccount } from '#functions/storage/accounts/account-deletions.ts';
import { conversationById } from '#functions/storage/conversations/conversations.ts';
import { changeBalance } from '#functions/storage/ledger/ledger.ts';
import { linksOf } from '#functions/storage/links/links.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { cents } from '#shared/money.ts';
import { MINUTE } from '#shared/time.ts';
import { requestDueDeletion, runDeleteAccounts } from '../../support/account-deletions.ts';
import { answeredOrder } from '../../support/orders.ts';
import { signedInAgain } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

/*
 * A claim that is made while the account of the recipient is deleted, at each step of the deletion. It ends in one of the two
 * states that docs/product/accounts.md#deleting-your-account names.
 */

const world = worldOfFile();

/** An answered order whose recipient is blocked, and deleted by the next run; with a new session of its sender. */
async function orderOfBlockedRecipient() {
  const { sender, recipient, id } = await answeredOrder(world);
  const paidOut = changeBalance(recipient.user.id, cents(-2_200), world.now(), { entries: 0 });
  if (paidOut) await table.write(paidOut);
  await recipient.addsLink('Home');
  await requestDueDeletion(world, recipient);
  await runDeleteAccounts();
  world.advance(2 * MINUTE);
  return { id, recipient, sender: await signedInAgain(world, sender) };
}

/** Runs the job, and says whether every deletion succeeded. */
const runJob = () =>
  runDeleteAccounts().then(
    () => 'done',
    () => 'failed',
  );

test.each([
  ['is made', []],
  ['was read before the deletion and is written', [1]],
] as const)(
  'a claim that %s at any step of a deletion leaves a deleted account without a claim, or a whole account with one',
  async (_when, first) => {
    await orderOfBlockedRecipient();
    const steps = await world.stepsOf(runJob);
    const outcomes = new Set<string>();
    for (let before = 0; before <= steps; before += 1) {
      const { id, recipient, sender } = await orderOfBlockedRecipient();
      const deletes = (turns: number) => Array<0>(turns).fill(0);
      const claims = Array<1>(8).fill(1);
      const order = [...first, ...deletes(before), ...claims, ...deletes(2 * steps)];
      const [deletion, claimed] = await world.inOrder<unknown>(order, runJob, () =>
        responseTo(sender.claims({ id })),
      );
      world.advance(5 * MINUTE);
      expect(await runJob()).toBe('done');
      const { user } = await deletionWithAccount(table, recipient.user.id);
      const conversation = await conversationById(table, id, world.now());
      if (user?.deletedAt === undefined) {
        expect(claimed).toMatchObject({ result: { http: 200 } });
        expect(user?.blockedAt).toBeUndefined();
        expect(await linksOf(table, recipient.user.id)).toHaveLength(1);
        expect(conversation?.money.claim).toMatchObject({ state: 'OPEN' });
        outcomes.add('claim');
      } else {
        expect(deletion).toEqual({ result: 'done' });
        expect(claimed).toMatchObject({
          result: { http: 409, body: { message: expect.stringContaining('is closed') } },
        });
        expect(conversation?.money.claim).toBeUndefined();
        expect(await linksOf(table, recipient.user.id)).toEqual([]);
        expect(user.fullName).toBe('Deleted account');
        outcomes.add('deletion');
      }
    }
    expect([...outcomes].sort()).toEqual(['claim', 'deletion']);
  },
);
