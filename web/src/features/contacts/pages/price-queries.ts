import { viewContactPrices } from '#shared/api/contact-prices.ts';
import { viewInboundSettings } from '#shared/api/inbound-settings.ts';
import { viewUserProfile } from '#shared/api/profiles.ts';
import { pagedQuery, query } from '#web/api/queries.ts';
import type { Address } from '#web/api/screen-loader.ts';

/* The queries of the pages about prices of contacts. */

export const contactPricesQueries = () => ({ list: pagedQuery(viewContactPrices, {}) });

export const contactPriceQueries = ({ params: { userId = '' } }: Pick<Address, 'params'>) => ({
  person: query(viewUserProfile, { id: userId }),
  pricing: query(viewInboundSettings, {}),
});
