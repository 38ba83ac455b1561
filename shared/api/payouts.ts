import * as z from 'zod/mini';
import { confirmationToken } from '../rules/auth/passkeys.ts';
import { PAYOUT_ACCOUNT_STATUSES, PAYOUT_STATUSES } from '../rules/payouts/payouts.ts';
import { dollars, moment } from '../wire.ts';
import { HOUR, MINUTE, nothing, one, operation, page } from './operation.ts';
import { paging } from './paging.ts';

/* Operations on payouts. docs/product/payouts.md */

const payout = z.object({
  id: z.string(),
  /** The calendar month that is paid out, `2026-11`. */
  period: z.string(),
  amount: dollars(),
  status: z.enum(PAYOUT_STATUSES),
  createdAt: moment,
  /** When it was transferred to the person's account at Stripe; null before. */
  paidAt: z.nullable(moment),
});

export const viewPayouts = operation({
  name: 'viewPayouts',
  method: 'GET',
  who: 'verified',
  uses: ['accounts.read'],
  impact: 'People cannot see their payouts; payouts are still made.',
  input: z.object(paging),
  output: page(payout),
});

export const viewPayoutAccount = operation({
  name: 'viewPayoutAccount',
  method: 'GET',
  who: 'verified',
  uses: ['accounts.write', 'payouts'],
  // Each call may send a request to Stripe.
  limits: [{ per: 'caller', max: 60, within: MINUTE, inMemory: true }],
  impact: 'People cannot see the date of their next payout, or what Stripe still needs from them.',
  input: nothing,
  output: one(
    z.object({
      status: z.enum(PAYOUT_ACCOUNT_STATUSES),
      nextPayoutDate: moment,
      /** Whether `nextPayoutDate` is later than the 8th because the first payout waits 14 days. */
      firstPayoutWaits: z.boolean(),
      /** When the hold on the payout ends; null if it is not held for a check. */
      heldUntil: z.nullable(moment),
      /** Until when no payout goes out, to protect the account after a step of the takeover ladder; null if none is held for that. */
      securityHoldUntil: z.nullable(moment),
      /** The amount of the next payout; zero if the balance is below the minimum and rolls over. */
      nextPayoutAmount: dollars(),
      /** Whether the payout history has a line. */
      hasPayouts: z.boolean(),
    }),
  ),
});

export const createPayoutSetupLink = operation({
  name: 'createPayoutSetupLink',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write', 'codes.write', 'events.append', 'payouts'],
  idempotent: 'byNature',
  limits: [{ per: 'caller', max: 30, within: HOUR }],
  impact: 'People cannot set up payouts; their earnings stay in their balance.',
  /** The confirmation by a passkey (`finishPasskeyConfirmation`), which people need who have one that confirms. */
  input: z.object({ confirmation: z.optional(confirmationToken) }),
  output: z.object({ url: z.url() }),
});
