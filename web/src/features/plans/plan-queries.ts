import { viewInboundSettings } from '../../../../shared/api/accounts.ts';
import { viewPaymentMethod } from '../../../../shared/api/billing.ts';
import { query } from '../../api/queries.ts';

/* What the screens of the plan and its card ask for. */

export const subscriptionQueries = () => ({
  cards: query(viewPaymentMethod, {}),
  pricing: query(viewInboundSettings, {}),
});

export const cardQueries = () => ({ cards: query(viewPaymentMethod, {}) });
