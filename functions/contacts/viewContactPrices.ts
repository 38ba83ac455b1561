import { viewContactPrices } from '#shared/api/contact-prices.ts';
import { serve } from '../serve.ts';
import { pricedContactsPage } from './contact-views.ts';

/** Returns the contacts to whom the caller gave a price of their own, the last changed first. */
export const handler = serve(viewContactPrices, (input, { table, caller, now }) =>
  pricedContactsPage(table, caller.userId, input, now),
);
