import * as z from 'zod/mini';
import { confirmationToken } from '../rules/auth/passkeys.ts';
import { dollars, moment } from '../wire.ts';
import { HOUR, nothing, one, operation } from './operation.ts';
import { ownPassword, PASSWORD_GUESSES } from './own-password.ts';

/* The deletion of one's own account, with 14 days to keep it. docs/product/accounts.md#deleting-your-account */

/** What a deletion means for the caller, before it is requested and while it is pending. */
export const viewAccountDeletion = operation({
  name: 'viewAccountDeletion',
  method: 'GET',
  who: 'verified',
  uses: ['accounts.read'],
  impact: 'People cannot see whether their account will be deleted.',
  input: nothing,
  output: one(
    z.object({
      /** When the account will be deleted; null if nobody asked for it. */
      deletionAt: z.nullable(moment),
      /** A sentence about what prevents the deletion now; null if nothing does. */
      obstacle: z.nullable(z.string()),
      /** The number of messages that wait for the caller's answer, and of the caller's own that wait. */
      toAnswer: z.int(),
      sent: z.int(),
      /** What the caller is owed. */
      owed: dollars(),
      /** Whether the caller has a plan that renews. */
      renews: z.boolean(),
    }),
  ),
});

/** Requests the deletion of the account in 14 days. It needs the password or the confirmation by a passkey. */
export const requestAccountDeletion = operation({
  name: 'requestAccountDeletion',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write', 'conversations.write', 'codes.write', 'events.append'],
  idempotent: 'byNature',
  limits: PASSWORD_GUESSES,
  impact: 'People cannot ask for the deletion of their account.',
  input: z.object({
    password: z.optional(ownPassword),
    /** The confirmation by a passkey (`finishPasskeyConfirmation`), instead of the password. */
    confirmation: z.optional(confirmationToken),
  }),
  output: z.object({ deletionAt: moment }),
});

/** Keeps the account. Nothing happens if no deletion is pending. Refuses with WRONG_STATUS once the account is being deleted. */
export const cancelAccountDeletion = operation({
  name: 'cancelAccountDeletion',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write', 'events.append'],
  idempotent: 'byNature',
  limits: [{ per: 'caller', max: 60, within: HOUR, inMemory: true }],
  impact: 'People cannot keep an account whose deletion they asked for.',
  input: nothing,
  output: nothing,
});
