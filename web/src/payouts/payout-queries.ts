import { viewAccountBalance } from '../../../shared/api/ledger.ts';
import { viewPayoutAccount, viewPayouts } from '../../../shared/api/payouts.ts';
import { pagedQuery, query } from '../api/queries.ts';

/** What the card about payouts asks for. */
export const payoutCardQueries = () => ({
  account: query(viewPayoutAccount, {}),
  balance: query(viewAccountBalance, {}),
});

/** What the list of payouts asks for. */
export const payoutsQueries = () => ({ payouts: pagedQuery(viewPayouts, {}) });
