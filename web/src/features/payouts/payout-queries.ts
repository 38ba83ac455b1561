import { viewAccountBalance } from '#shared/api/ledger.ts';
import { viewPayoutAccount, viewPayouts } from '#shared/api/payouts.ts';
import { pagedQuery, query } from '../../api/queries.ts';

/** The queries of the payout card. */
export const payoutCardQueries = () => ({
  account: query(viewPayoutAccount, {}),
  balance: query(viewAccountBalance, {}),
});

/** The query of the payout history. */
export const payoutsQueries = () => ({ payouts: pagedQuery(viewPayouts, {}) });
