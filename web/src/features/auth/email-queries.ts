import { viewEmail } from '#shared/api/email.ts';
import { query } from '../../api/queries.ts';

/** The query of the page about the email address. */
export const emailQueries = () => ({ email: query(viewEmail, {}) });
