import * as z from 'zod/mini';
import { dollars, moment } from '../wire.ts';
import { all, HOUR, nothing, operation } from './operation.ts';

/* The payments of the caller's plans. docs/product/billing.md#payments-of-plans */

/** The latest 100 payments, newest first, as Stripe has them. */
export const viewPlanPayments = operation({
  name: 'viewPlanPayments',
  method: 'GET',
  who: 'verified',
  uses: ['accounts.read', 'planPayments.read', 'subscriptions'],
  limits: [{ per: 'caller', max: 120, within: HOUR, inMemory: true }],
  impact: 'People cannot see what they paid for their plans; receipts by email come.',
  input: nothing,
  output: all(
    z.object({
      id: z.string(),
      /** What Stripe writes on the invoice. */
      description: z.string(),
      /** When it was paid, or if it was not, when it was due. */
      at: moment,
      from: moment,
      to: moment,
      amount: dollars(),
      /** The part that went back to the card, by a refund or a dispute. */
      returned: dollars(),
      status: z.enum(['PAID', 'OPEN', 'CANCELLED']),
      /** Stripe's page of the invoice, with its receipt. */
      receiptUrl: z.nullable(z.url()),
    }),
  ),
});
