import { accountSeenBy, newEarner, runPayOut, setUp } from '#test/support/payouts.ts';
import { newPerson } from '#test/support/people.ts';
import type { World } from '#test/support/world.ts';
import type { Paths } from './request.ts';

/** Creates a user with earnings and a payout account that is ready. */
export async function readyToBePaid(world: World): Promise<void> {
  const person = await newEarner(world);
  await setUp(world, person);
  // Records that the account is ready, so that no earnings wait for it.
  await accountSeenBy(world, person);
  await runPayOut();
}

/** The usual path of each operation on payouts. */
export const payoutPaths = {
  viewPayouts: async (world) => ({ token: (await newPerson(world)).token }),
  // A user who has not set up a payout account.
  viewPayoutAccount: async (world) => ({ token: (await newPerson(world)).token }),
  createPayoutSetupLink: async (world) => ({ token: (await newPerson(world)).token }),
} satisfies Paths;
