import { viewDashboardStats, viewInboundSettings } from '../../../../shared/api/accounts.ts';
import { viewPaymentMethod } from '../../../../shared/api/billing.ts';
import { viewAccountBalance, viewLedger } from '../../../../shared/api/ledger.ts';
import { pagedQuery, query } from '../../api/queries.ts';
import { payoutCardQueries } from '../../payouts/payout-queries.ts';

/* What the person's own pages ask for. */

export const homeQueries = () => ({
  figures: query(viewDashboardStats, {}),
  pricing: query(viewInboundSettings, {}),
});

/** The price of a message and how many are taken a month. */
export const pricingQueries = () => ({ pricing: query(viewInboundSettings, {}) });

export const settingsQueries = () => ({
  pricing: query(viewInboundSettings, {}),
  balance: query(viewAccountBalance, {}),
  cards: query(viewPaymentMethod, {}),
});

export const balanceQueries = payoutCardQueries;

export const ledgerQueries = () => ({ lines: pagedQuery(viewLedger, {}) });
