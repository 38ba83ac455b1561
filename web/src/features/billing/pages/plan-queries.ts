import { viewPaymentMethod } from '#shared/api/billing.ts';
import { viewInboundSettings } from '#shared/api/inbound-settings.ts';
import { query } from '#web/api/queries.ts';

/* The queries of the pages for the plan and the card. */

export const subscriptionQueries = () => ({
  cards: query(viewPaymentMethod, {}),
  pricing: query(viewInboundSettings, {}),
});

export const cardQueries = () => ({ cards: query(viewPaymentMethod, {}) });
