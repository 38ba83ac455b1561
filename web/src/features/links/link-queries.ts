import { viewUserLinks } from '../../../../shared/api/links.ts';
import { query } from '../../api/queries.ts';

/** What the screens of a person's own links ask for. */
export const linkQueries = () => ({ links: query(viewUserLinks, {}) });
