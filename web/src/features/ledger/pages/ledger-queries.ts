import { viewLedger } from '#shared/api/ledger.ts';
import { pagedQuery } from '#web/api/queries.ts';
import { payoutCardQueries } from '../../payouts/payout-queries.ts';

export const balanceQueries = payoutCardQueries;

export const ledgerQueries = () => ({ lines: pagedQuery(viewLedger, {}) });
