import { viewUserLinks } from '#shared/api/links.ts';
import { query } from '#web/api/queries.ts';

/** The query of the user's own links. */
export const linkQueries = () => ({ links: query(viewUserLinks, {}) });
