import { viewEmail } from '../../../../shared/api/email.ts';
import { query } from '../../api/queries.ts';

/** The query of the page about the e-mail address. */
export const emailQueries = () => ({ email: query(viewEmail, {}) });
