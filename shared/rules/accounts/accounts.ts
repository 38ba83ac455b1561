import * as z from 'zod/mini';
import { type Instant, MINUTE } from '../../time.ts';
import { halfWidth, plainDigits } from '../text/digits.ts';
import { readable, readableColumns } from '../text/readable-text.ts';
import { oneLine } from '../text.ts';

/* Rules for names, passwords, plans and visits. docs/product/accounts.md#names */

export const PLANS = ['FREE', 'STARTER', 'PROFESSIONAL'] as const;
export type Plan = (typeof PLANS)[number];
/** NONE until registration is finished. */
export type LicenseId = Plan | 'NONE';

const FULL_NAME_MIN = 5;
const FULL_NAME_MAX = 80;
export const USERNAME_MIN = 3;
export const USERNAME_MAX = 30;
export const PASSWORD_MIN = 8;
/** scrypt reads the whole password, so very long ones would cost computing time. */
export const PASSWORD_MAX = 200;
export const CODE_LENGTH = 6;

const NAME_TOO_SHORT =
  'Your full name must be at least 5 characters. If your name is short, please add your surname';

/** The schema of a full name. An ideograph or syllable counts as 2.5 characters, so 王伟 and 이산 are names. */
export const fullName = z
  .string('Please enter your full name')
  .check(
    z.overwrite(oneLine),
    z.minLength(1),
    readable(FULL_NAME_MIN, NAME_TOO_SHORT, readableColumns),
    z.maxLength(FULL_NAME_MAX, 'Your full name can have at most 80 characters'),
  );

/** Filters the input of a username field, also for signing in: lower-case letters, digits, underscores and dots, without leading dots. */
export function filterUsername(typed: string): string {
  return halfWidth(typed)
    .toLowerCase()
    .replace(/[^a-z0-9_.]/g, '')
    .replace(/^\.+/, '')
    .slice(0, USERNAME_MAX);
}

const USERNAME_SIGNS = 'A username has letters, digits, underscores and dots only';

/** The schema of a username that an account may have: older ones can end with a dot. */
export const heldUsername = z
  .string('Please enter your username')
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1),
    z.regex(/^[a-z0-9_][a-z0-9_.]*$/, USERNAME_SIGNS),
    z.minLength(USERNAME_MIN, 'Your username must be at least 3 characters'),
    z.maxLength(USERNAME_MAX, 'Your username can have at most 30 characters'),
  );

/**
 * Why a username cannot be chosen any more, although accounts may have it. Undefined for one that can be chosen. A dot at the
 * end is lost when a name ends a sentence, and two dots in a row are seen as one.
 */
export function newUsernameFault(name: string): string | undefined {
  if (name.endsWith('.')) return 'A username can’t end with a dot';
  if (name.includes('..')) return 'A username can’t have two dots in a row';
  if (!/[a-z0-9]/.test(name)) return 'A username needs a letter or a digit';
  return undefined;
}

/** The schema of a new username. */
export const username = heldUsername.check((context) => {
  const message = newUsernameFault(context.value);
  if (message) context.issues.push({ code: 'custom', message, input: context.value });
});

const PASSWORD_TOO_LONG = `The password can have at most ${PASSWORD_MAX} characters`;

/**
 * Returns the message for the first rule that a password breaks; undefined for a valid one. The form shows the rules in the
 * same order.
 */
export function passwordFault(password: string): string | undefined {
  if (password.length < PASSWORD_MIN) return 'The password must be 8 characters or longer';
  if (password.length > PASSWORD_MAX) return PASSWORD_TOO_LONG;
  if (!/\p{Lu}/u.test(password) || !/\p{Ll}/u.test(password))
    return 'Password must include both uppercase and lowercase letters';
  if (!/[^\p{L}\p{N}\s]/u.test(password))
    return 'Password must include at least one special character';
  return undefined;
}

/** The schema of a new password. Signing in checks only the length. `missing`: the message for an empty field. */
export const newPassword = (missing: string) =>
  z
    .string(missing)
    .check(z.minLength(1, missing), z.maxLength(PASSWORD_MAX, PASSWORD_TOO_LONG), (context) => {
      const fault = context.value === '' ? undefined : passwordFault(context.value);
      if (fault) context.issues.push({ code: 'custom', message: fault, input: context.value });
    });

/**
 * The schema of a verification code: six digits. The form field removes spaces that a phone pastes along. `wrong`: the
 * message for anything else.
 */
export const verificationCode = (missing: string, wrong = missing) =>
  z
    .string(missing)
    .check(z.minLength(1, missing), z.overwrite(plainDigits), z.regex(/^\d{6}$/, wrong));

/** Whether a person registered before the launch date (`2026-12-01`) of the stage. */
export function isFounder(creationDate: string, launchDate: string): boolean {
  return creationDate < launchDate;
}

/* Visits of a person. docs/product/accounts.md#visits */

/** Activity after a pause of this length begins a new visit. */
export const VISIT_GAP = 30 * MINUTE;
/** Activity is stored at most this often, so that most reads of the account write nothing. */
export const VISIT_WRITE_INTERVAL = 10 * MINUTE;

export type Visits = { readonly lastSeenAt?: Instant; readonly previousVisitAt?: Instant };

/** The visits to store when a person is active at `now`; undefined if nothing has to be stored. */
export function updatedVisits(
  { lastSeenAt, previousVisitAt }: Visits,
  now: Instant,
): Visits | undefined {
  if (lastSeenAt === undefined) return { lastSeenAt: now };
  if (now - lastSeenAt < VISIT_WRITE_INTERVAL) return undefined;
  if (now - lastSeenAt < VISIT_GAP) return { lastSeenAt: now, previousVisitAt };
  return { lastSeenAt: now, previousVisitAt: lastSeenAt };
}
