import * as z from 'zod/mini';
import { dollars, moment } from '../wire.ts';
import { all, nothing, operation } from './operation.ts';

/* Who joined by a person's invitation. docs/product/billing.md#referral-bonus */

/** The 50 people who joined last by the caller's invitation, newest first, and what each of them brought. */
export const viewInvitations = operation({
  name: 'viewInvitations',
  method: 'GET',
  who: 'verified',
  uses: ['accounts.read'],
  impact: 'People cannot see who joined by their invitation; bonuses are booked.',
  input: nothing,
  output: all(
    z.object({
      id: z.string(),
      fullName: z.string(),
      /** Null if nobody can see the profile. */
      username: z.nullable(z.string()),
      joinedAt: moment,
      /** NONE: no second month is paid yet. TAKEN_BACK: its payment was given back or is disputed; what was paid out stays. */
      bonus: z.enum(['NONE', 'EARNED', 'TAKEN_BACK']),
      /** What is booked for this person now. */
      amount: dollars(),
    }),
  ),
});
