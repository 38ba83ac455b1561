import * as z from 'zod/mini';
import { verificationCode } from '../rules/accounts/accounts.ts';
import { emailAddress } from '../rules/email/addresses.ts';
import { DAY, HOUR, nothing, one, operation } from './operation.ts';
import { ownPassword, PASSWORD_GUESSES } from './own-password.ts';

/* The email address of an account. docs/product/email.md#the-address */

const CANNOT_CHANGE = 'People cannot set or change their email address.';

export const viewEmail = operation({
  name: 'viewEmail',
  method: 'GET',
  who: 'verified',
  uses: ['accounts.read', 'suppressedEmails.read'],
  impact: 'People cannot see to which address emails go; emails themselves are sent.',
  input: nothing,
  output: one(
    z.object({
      /** Whether this stage sends email. */
      offered: z.boolean(),
      /** The confirmed address; null without one. */
      address: z.nullable(z.string()),
      /** Why nothing is sent to it: messages came back, or one of them was called spam. Null if it gets them. */
      suppressed: z.nullable(z.enum(['BOUNCE', 'COMPLAINT'])),
    }),
  ),
});

/** Sends a code to an address that the caller wants to use. */
export const sendEmailCode = operation({
  name: 'sendEmailCode',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.read', 'codes.write', 'limits.count', 'email.send'],
  knowsDevice: true,
  limits: [
    { per: 'caller', max: 10, within: HOUR },
    { per: 'caller', max: 20, within: DAY },
  ],
  impact: CANNOT_CHANGE,
  input: z.object({ email: emailAddress }),
  output: nothing,
});

/** Sets the caller's address, with the code that was sent to it and the password. The owner is notified. */
export const confirmEmail = operation({
  name: 'confirmEmail',
  method: 'POST',
  who: 'verified',
  uses: [
    'accounts.write',
    'codes.write',
    'emails.write',
    'events.append',
    'suppressedEmails.write',
  ],
  limits: PASSWORD_GUESSES,
  impact: CANNOT_CHANGE,
  input: z.object({
    email: emailAddress,
    code: verificationCode('Please enter your verification code', 'Please enter a valid code'),
    password: ownPassword,
  }),
  output: nothing,
});

/** Removes the caller's address. The owner is notified. */
export const removeEmail = operation({
  name: 'removeEmail',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write', 'emails.write', 'events.append'],
  idempotent: 'byNature',
  limits: PASSWORD_GUESSES,
  impact: 'People cannot remove their email address; they can still switch emails off.',
  input: z.object({ password: ownPassword }),
  output: nothing,
});
