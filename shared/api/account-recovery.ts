import * as z from 'zod/mini';
import { verificationCode } from '../rules/accounts/accounts.ts';
import { typedPhoneNumber } from '../wire.ts';
import { keptPasskeys, listedPasskey } from './kept-passkeys.ts';
import { all, DAY, HOUR, nothing, operation } from './operation.ts';
import { ownPassword } from './own-password.ts';

/* A second way into an account whose phone is lost: its email address and its password. docs/product/email.md#a-lost-phone */

const CANNOT_RECOVER = 'People who lost their phone cannot move their account to another number.';

const username = z
  .string('Please enter your username')
  .check(z.trim(), z.toLowerCase(), z.minLength(1, 'Please enter your username'), z.maxLength(60));
const code = verificationCode('Please enter your verification code', 'Please enter a valid code');
/**
 * Calls are not limited for a username, so strangers cannot use up those of its owner. Guesses are: of a code by its tries and by the
 * codes of a day, and of the password, which is checked with the right code only, in `functions/auth/recovery-proof.ts`.
 */
const GUESSES = [{ per: 'address', max: 20, within: HOUR, spares: 'knownDevice' }] as const;

/** Sends a code to the email address of an account. The answer does not reveal whether it has one. */
export const requestAccountRecovery = operation({
  name: 'requestAccountRecovery',
  method: 'POST',
  who: 'anyone',
  uses: [
    'accounts.read',
    'usernames.read',
    'codes.write',
    'limits.count',
    'suppressedEmails.read',
    'email.send',
  ],
  knowsDevice: true,
  limits: [
    { per: 'address', max: 20, within: HOUR, spares: 'knownDevice' },
    { per: { field: 'username', from: 'address' }, max: 6, within: DAY, spares: 'knownDevice' },
    // Each code can be guessed five times, so codes are few, also from many addresses. That leaves some after a stranger at one address,
    // and none after strangers at several: docs/product/email.md#a-lost-phone says why there is no more.
    { per: { field: 'username' }, max: 9, within: DAY, spares: 'knownDevice' },
  ],
  impact: CANNOT_RECOVER,
  input: z.object({ username }),
  output: nothing,
});

const proof = { username, code, password: ownPassword, phoneNumber: typedPhoneNumber() };

/** Texts a code to the new number, given the code from the email and the password. */
export const sendRecoveryNumberCode = operation({
  name: 'sendRecoveryNumberCode',
  method: 'POST',
  who: 'anyone',
  uses: [
    'accounts.read',
    'usernames.read',
    'phoneNumbers.read',
    'codes.write',
    'limits.count',
    'sms',
  ],
  knowsDevice: true,
  limits: GUESSES,
  impact: CANNOT_RECOVER,
  input: z.object(proof),
  /** The passkeys of the account, oldest first, of which the person keeps some. */
  output: all(listedPasskey),
});

/** Moves the account to the new number, ends every session and all passkeys but the kept ones, and holds payouts for 72 hours. */
export const recoverAccount = operation({
  name: 'recoverAccount',
  method: 'POST',
  who: 'anyone',
  uses: [
    'accounts.write',
    'usernames.read',
    'phoneNumbers.write',
    'passkeys.write',
    'codes.write',
    'events.append',
    'live',
  ],
  knowsDevice: true,
  limits: GUESSES,
  impact: CANNOT_RECOVER,
  input: z.object({ ...proof, phoneCode: code, keptPasskeys }),
  output: nothing,
});
