import { viewPayouts } from '../../shared/api/payouts.ts';
import { payoutPage } from '../flows/payout-list.ts';
import { serve } from '../serve.ts';

/** The caller's payouts, the newest first. */
export const handler = serve(viewPayouts, (input, { table, caller }) =>
  payoutPage(table, caller.userId, input),
);
