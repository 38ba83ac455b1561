import { viewDashboardStats, viewInboundSettings } from '../../../../../shared/api/accounts.ts';
import { viewPaymentMethod } from '../../../../../shared/api/billing.ts';
import { viewAccountBalance } from '../../../../../shared/api/ledger.ts';
import { query } from '../../../api/queries.ts';

/* The queries of a user's own pages. */

export const homeQueries = () => ({
  figures: query(viewDashboardStats, {}),
  pricing: query(viewInboundSettings, {}),
});

/** The price of a message and the monthly commitment. */
export const pricingQueries = () => ({ pricing: query(viewInboundSettings, {}) });

export const settingsQueries = () => ({
  pricing: query(viewInboundSettings, {}),
  balance: query(viewAccountBalance, {}),
  cards: query(viewPaymentMethod, {}),
});
