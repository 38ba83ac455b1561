import * as z from 'zod/mini';
import { id } from '../ids.ts';
import {
  fullName,
  newPassword,
  PASSWORD_MIN,
  username,
  verificationCode,
} from '../rules/accounts/accounts.ts';
import { typedPhoneNumber, yesOrNo } from '../wire.ts';
import { tokens, user } from './entities.ts';
import { keptPasskeys, listedPasskey } from './kept-passkeys.ts';
import { all, DAY, HOUR, MINUTE, nothing, one, operation } from './operation.ts';
import { ownPassword, PASSWORD_GUESSES } from './own-password.ts';
import { ownTimeZone } from './own-time-zone.ts';

/* Sign-in, registration and account security. docs/product/auth.md */

const CANNOT_SIGN_IN =
  'People cannot sign in; people who are signed in stay so for up to 15 minutes.';
const CANNOT_REGISTER = 'No one can register or finish a registration.';
const CANNOT_RESET = 'People who forgot their password cannot set a new one.';

/** The schema of a password at sign-in: only its length is checked before it is compared. */
const password = z
  .string('Please enter a password')
  .check(
    z.minLength(1, 'Please enter a password'),
    z.minLength(PASSWORD_MIN, 'The password must be 8 characters or longer'),
    z.maxLength(200, 'Wrong username or password'),
  );

/** The schema of the username of an existing account. */
const ownUsername = z
  .string('Please enter your username')
  .check(z.trim(), z.toLowerCase(), z.minLength(1, 'Please enter your username'), z.maxLength(60));

export const authenticate = operation({
  name: 'authenticate',
  method: 'POST',
  path: '/authenticate',
  who: 'anyone',
  uses: ['accounts.write', 'usernames.read', 'events.append', 'tokenKeys'],
  refreshCookie: true,
  knowsDevice: true,
  limits: [
    { per: 'address', max: 60, within: 5 * MINUTE, spares: 'knownDevice' },
    {
      per: { field: 'username', from: 'address' },
      max: 10,
      within: 15 * MINUTE,
      spares: 'knownDevice',
    },
    { per: { field: 'username' }, max: 100, within: HOUR, spares: 'knownDevice' },
  ],
  impact: CANNOT_SIGN_IN,
  input: z.object({
    username: ownUsername,
    password,
    ...ownTimeZone,
  }),
  output: tokens,
});

export const sendOneTimeLoginCode = operation({
  name: 'sendOneTimeLoginCode',
  method: 'POST',
  who: 'anyone',
  uses: ['accounts.read', 'phoneNumbers.read', 'codes.write', 'limits.count', 'sms'],
  knowsDevice: true,
  limits: [
    { per: 'address', max: 20, within: HOUR, spares: 'knownDevice' },
    { per: { field: 'phoneNumber' }, max: 12, within: DAY, spares: 'knownDevice' },
  ],
  impact: 'No one can sign in by text message.',
  input: z.object({ phoneNumber: typedPhoneNumber() }),
  output: nothing,
});

export const verifyOneTimeLogin = operation({
  name: 'verifyOneTimeLogin',
  method: 'POST',
  who: 'anyone',
  uses: ['accounts.write', 'phoneNumbers.read', 'codes.write', 'events.append', 'tokenKeys'],
  refreshCookie: true,
  knowsDevice: true,
  limits: [{ per: 'address', max: 60, within: HOUR, spares: 'knownDevice' }],
  impact: 'No one can sign in by text message.',
  input: z.object({
    phoneNumber: typedPhoneNumber(),
    verificationCode: verificationCode('Please enter your one-time code'),
    ...ownTimeZone,
  }),
  output: tokens,
});

export const requestPasswordReset = operation({
  name: 'requestPasswordReset',
  method: 'POST',
  who: 'anyone',
  uses: ['accounts.read', 'usernames.read', 'codes.write', 'limits.count', 'sms'],
  knowsDevice: true,
  limits: [
    { per: 'address', max: 20, within: HOUR, spares: 'knownDevice' },
    { per: { field: 'username', from: 'address' }, max: 6, within: DAY, spares: 'knownDevice' },
    // The same phone also gets sign-in codes, so strangers who request resets must not use up its daily codes.
    { per: { field: 'username' }, max: 9, within: DAY, spares: 'knownDevice' },
  ],
  impact: CANNOT_RESET,
  input: z.object({ username: ownUsername }),
  output: nothing,
});

const resetCode = verificationCode('Please enter your verification code');

export const verifyPasswordReset = operation({
  name: 'verifyPasswordReset',
  method: 'POST',
  who: 'anyone',
  uses: ['accounts.read', 'usernames.read', 'codes.write'],
  knowsDevice: true,
  limits: [{ per: 'address', max: 60, within: HOUR, spares: 'knownDevice' }],
  impact: CANNOT_RESET,
  input: z.object({ username: ownUsername, verificationCode: resetCode }),
  /** The passkeys of the account, oldest first, of which the person keeps some. */
  output: all(listedPasskey),
});

export const confirmPasswordReset = operation({
  name: 'confirmPasswordReset',
  method: 'POST',
  who: 'anyone',
  uses: [
    'accounts.write',
    'usernames.read',
    'passkeys.write',
    'codes.write',
    'events.append',
    'live',
  ],
  knowsDevice: true,
  limits: [{ per: 'address', max: 60, within: HOUR, spares: 'knownDevice' }],
  impact: CANNOT_RESET,
  input: z.object({
    username: ownUsername,
    password: newPassword('Please enter your password'),
    verificationCode: resetCode,
    keptPasskeys,
  }),
  output: nothing,
});

export const createUser = operation({
  name: 'createUser',
  method: 'POST',
  who: 'anyone',
  uses: [
    'accounts.write',
    'usernames.write',
    'phoneNumbers.read',
    'codes.write',
    'limits.count',
    'sms',
  ],
  idempotent: 'byKey',
  limits: [{ per: 'address', max: 30, within: HOUR }],
  impact: CANNOT_REGISTER,
  input: z.object({
    fullName,
    phoneNumber: typedPhoneNumber(),
    username,
    password: newPassword('Please enter a password'),
    invitedByCode: z.optional(z.string().check(z.trim(), z.maxLength(40))),
    /**
     * Whether the person registers in order to write to somebody. Their account is complete once the phone is confirmed: on the Free
     * plan, accepting no messages.
     */
    asSender: z.optional(yesOrNo()),
  }),
  output: one(user),
});

export const verifyUser = operation({
  name: 'verifyUser',
  method: 'POST',
  who: 'anyone',
  uses: [
    'accounts.write',
    'usernames.write',
    'phoneNumbers.write',
    'codes.write',
    'events.append',
    'tokenKeys',
  ],
  refreshCookie: true,
  limits: [{ per: 'address', max: 60, within: HOUR }],
  impact: CANNOT_REGISTER,
  input: z.object({
    userId: id(),
    verificationCode: verificationCode('Please enter your verification code'),
    ...ownTimeZone,
  }),
  output: z.pick(tokens, { access_token: true, refresh_token: true, device_token: true }),
});

export const resendVerificationCode = operation({
  name: 'resendVerificationCode',
  method: 'POST',
  who: 'anyone',
  uses: ['accounts.read', 'phoneNumbers.read', 'codes.write', 'limits.count', 'sms'],
  limits: [{ per: 'address', max: 20, within: HOUR }],
  impact: 'People who did not get the first code cannot finish registering.',
  input: z.object({ userId: id() }),
  output: nothing,
});

export const correctPhoneNumber = operation({
  name: 'correctPhoneNumber',
  method: 'POST',
  who: 'anyone',
  uses: ['accounts.write', 'phoneNumbers.read', 'codes.write', 'limits.count', 'sms'],
  limits: [
    // It reveals whether a number is taken, as doesPhoneNumberExist does.
    { per: 'address', max: 20, within: HOUR },
    { per: 'address', max: 60, within: DAY },
    // A correction sends a text message, so a registration cannot be used to text many numbers.
    { per: { field: 'userId' }, max: 10, within: DAY },
  ],
  impact: 'People who mistyped their phone number cannot finish registering.',
  input: z.object({ userId: id(), phoneNumber: typedPhoneNumber() }),
  output: nothing,
});

export const doesPhoneNumberExist = operation({
  name: 'doesPhoneNumberExist',
  method: 'POST',
  who: 'anyone',
  uses: ['phoneNumbers.read'],
  limits: [
    { per: 'address', max: 20, within: HOUR },
    { per: 'address', max: 60, within: DAY },
  ],
  impact: 'The registration form shows a taken phone number only after it is sent.',
  input: z.object({ phoneNumber: typedPhoneNumber() }),
  output: z.object({ phoneNumberExists: z.boolean() }),
});

export const updatePassword = operation({
  name: 'updatePassword',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write', 'passkeys.write', 'events.append', 'live'],
  knowsDevice: true,
  limits: PASSWORD_GUESSES,
  impact: 'People cannot change their password, and cannot end their other sessions that way.',
  input: z
    .object({
      oldPassword: ownPassword,
      newPassword: newPassword('Please enter a password'),
      keptPasskeys,
    })
    .check(
      z.refine((input) => input.newPassword !== input.oldPassword, {
        path: ['newPassword'],
        message: 'The new password must differ from the old one',
      }),
    ),
  output: nothing,
});
