import { accountSeenBy, earner, runPayOut, setUp } from '../../test/support/payouts.ts';
import { newPerson } from '../../test/support/people.ts';
import type { World } from '../../test/support/world.ts';
import type { Paths } from './request.ts';

/** Somebody whom payouts reach, and who is owed something. */
export async function readyToBePaid(world: World): Promise<void> {
  const person = await earner(world);
  await setUp(world, person);
  // The account is known to be ready, and nothing waits for it any more.
  await accountSeenBy(world, person);
  await runPayOut();
}

/** The usual path of each operation of payouts. */
export const payoutPaths = {
  viewPayouts: async (world) => ({ token: (await newPerson(world)).token }),
  // Nobody has an account before they set it up.
  viewPayoutAccount: async (world) => ({ token: (await newPerson(world)).token }),
  createPayoutSetupLink: async (world) => ({ token: (await newPerson(world)).token }),
} satisfies Paths;
