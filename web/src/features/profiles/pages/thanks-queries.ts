import { viewThanks } from '#shared/api/thanks.ts';
import { pagedQuery } from '#web/api/queries.ts';

/* The query of the page with the thank-yous that the user received. */
export const thanksQueries = () => ({ list: pagedQuery(viewThanks, {}) });
