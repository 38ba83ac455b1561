import { viewPasskeys } from '#shared/api/passkeys.ts';
import { viewSessions } from '#shared/api/sessions.ts';
import { query } from '../../api/queries.ts';

/** The queries of the page about devices and passkeys. */
export const securityQueries = () => ({
  sessions: query(viewSessions, {}),
  passkeys: query(viewPasskeys, {}),
});
