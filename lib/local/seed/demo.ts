import { createHash } from 'node:crypto';

/** The password of every demo account. */
export const DEMO_PASSWORD = 'Letters-4-all';

/** The accounts that the terminal suggests for signing in. */
export const DEMO_ACCOUNTS = [
  {
    username: 'ana.markovic',
    about: 'answers questions on immigration papers, on the Starter plan; chats',
  },
  { username: 'ben.okafor', about: 'asks: orders in every status, a card on file' },
  { username: 'lucia.prado', about: 'answers on contracts, on the Starter plan' },
  { username: 'support', about: 'the product itself: reads and answers help tickets' },
  {
    username: 'desk',
    about:
      'staff: work in every desk queue. Add a passkey under Settings, Devices and passkeys, then sign in with it.',
  },
  { username: 'desk.finance', about: 'staff: the second person that a large refund needs' },
] as const;

/** The members of staff among the demo accounts. */
export const DEMO_STAFF = ['desk', 'desk.finance'] as const;

/** The token of the link with which a member of the demo staff adds a passkey for the desk. `npm start` prints it. */
export const demoDeskLink = (username: string): string =>
  createHash('sha256').update(`the demo desk of ${username}`).digest('base64url');
