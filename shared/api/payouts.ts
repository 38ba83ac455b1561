import * as z from 'zod';
import { PAYOUT_ACCOUNT_STATUSES, PAYOUT_STATUSES } from '../rules/payouts/payouts.ts';
import { dollars, moment } from '../wire.ts';
import { HOUR, MINUTE, nothing, one, operation, page } from './operation.ts';
import { paging } from './paging.ts';

/* What people earned, on its way to their bank. docs/product/payouts.md */

const payout = z.object({
  id: z.string(),
  /** The calendar month that is paid out, `2026-11`. */
  period: z.string(),
  amount: dollars(),
  status: z.enum(PAYOUT_STATUSES),
  createdAt: moment,
  /** When it was handed to the payout provider; null before. */
  paidAt: moment.nullable(),
});

export const viewPayouts = operation({
  name: 'viewPayouts',
  method: 'GET',
  who: 'verified',
  uses: ['accounts.read'],
  impact: 'People cannot see what was paid out to them; the payouts themselves go on.',
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
  impact: 'People cannot see when they are paid next and what is missing for it.',
  input: nothing,
  output: one(
    z.object({
      status: z.enum(PAYOUT_ACCOUNT_STATUSES),
      nextPayoutDate: moment,
      /** Whether `nextPayoutDate` is later than the 8th because the first payout waits 14 days. */
      firstPayoutWaits: z.boolean(),
      /** When the hold on the payout ends; null if it is not held for a check. */
      heldUntil: moment.nullable(),
      /** What would go out then; nothing where it is below the minimum and rolls over. */
      nextPayoutAmount: dollars(),
    }),
  ),
});

export const createPayoutSetupLink = operation({
  name: 'createPayoutSetupLink',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write', 'payouts'],
  idempotent: 'byNature',
  limits: [{ per: 'caller', max: 30, within: HOUR }],
  impact: 'Nobody can set up payouts; what they earned waits for them.',
  input: nothing,
  output: z.object({ url: z.url() }),
});
