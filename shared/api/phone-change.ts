import * as z from 'zod/mini';
import { verificationCode } from '../rules/accounts/accounts.ts';
import { confirmationToken } from '../rules/auth/passkeys.ts';
import { moment, typedPhoneNumber } from '../wire.ts';
import { DAY, HOUR, nothing, operation } from './operation.ts';
import { ownPassword, PASSWORD_GUESSES } from './own-password.ts';

/* Changing the phone number of an account. docs/product/auth.md */

const CANNOT_CHANGE_PHONE = 'People cannot move their account to another phone number.';

export const sendVerificationCode = operation({
  name: 'sendVerificationCode',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.read', 'phoneNumbers.read', 'codes.write', 'limits.count', 'sms'],
  limits: [
    { per: 'caller', max: 10, within: HOUR },
    { per: 'caller', max: 20, within: DAY },
  ],
  impact: CANNOT_CHANGE_PHONE,
  input: z.object({ phoneNumber: typedPhoneNumber() }),
  output: nothing,
});

export const sendOldNumberCode = operation({
  name: 'sendOldNumberCode',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.read', 'codes.write', 'limits.count', 'sms'],
  knowsDevice: true,
  limits: [
    { per: 'caller', max: 10, within: HOUR },
    { per: 'caller', max: 20, within: DAY },
  ],
  impact: 'People who change their phone number have to wait 72 hours for it.',
  input: nothing,
  output: nothing,
});

export const changePhoneNumber = operation({
  name: 'changePhoneNumber',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write', 'phoneNumbers.write', 'codes.write', 'events.append', 'live'],
  limits: PASSWORD_GUESSES,
  impact: CANNOT_CHANGE_PHONE,
  input: z.object({
    phoneNumber: typedPhoneNumber(),
    code: verificationCode('Please enter your verification code', 'Please enter a valid code'),
    password: ownPassword,
    /** The code from the current number; without it or a confirmation the change is pending for 72 hours, and expires after 7 more days. */
    oldCode: z.optional(verificationCode('Please enter the code', 'Please enter a valid code')),
    /** The confirmation by a passkey (`finishPasskeyConfirmation`), instead of the code. */
    confirmation: z.optional(confirmationToken),
  }),
  /** When the pending change can be completed; null if the number is changed already. */
  output: z.object({ effectiveAt: z.nullable(moment) }),
});

export const stopPhoneChange = operation({
  name: 'stopPhoneChange',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write'],
  idempotent: 'byNature',
  limits: [{ per: 'caller', max: 30, within: HOUR, inMemory: true }],
  impact: 'No one can cancel a change of their phone number that someone else requested.',
  input: nothing,
  output: nothing,
});
