import { newPerson } from '#test/support/people.ts';
import type { Paths } from './request.ts';

/** The usual path of each operation on payouts. */
export const payoutPaths = {
  viewPayouts: async (world) => ({ token: (await newPerson(world)).token }),
  // A user who has not set up a payout account.
  viewPayoutAccount: async (world) => ({ token: (await newPerson(world)).token }),
  createPayoutSetupLink: async (world) => ({ token: (await newPerson(world)).token }),
} satisfies Paths;
