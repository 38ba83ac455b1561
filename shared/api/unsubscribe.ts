import * as z from 'zod/mini';
import { MINUTE, operation } from './operation.ts';

/* Ending a kind of emails from an email, without a sign-in. docs/product/email.md#unsubscribing */

/** Ends the kind of emails that the token names. Mailboxes call it with one press (RFC 8058). */
export const unsubscribeByEmail = operation({
  name: 'unsubscribeByEmail',
  method: 'POST',
  who: 'anyone',
  // Mailboxes send the address of the email's header as it is, and a body of their own.
  readsQuery: true,
  uses: ['accounts.write', 'hashKey'],
  idempotent: 'byNature',
  // A mailbox provider calls for all of its users from a few addresses, so the limit stops only scripts.
  limits: [{ per: 'address', max: 600, within: 5 * MINUTE, inMemory: true }],
  impact: 'The button of mailboxes to unsubscribe does nothing; the settings still work.',
  input: z.object({
    token: z.string('The link is not complete').check(z.maxLength(200, 'The link is not complete')),
  }),
  /** What ended, as the settings call it. */
  output: z.object({ title: z.string() }),
});
