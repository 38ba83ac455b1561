import type { CurrentUser } from './api/current-user.ts';
import { paths } from './paths.ts';
import { nextStep } from './registration/choices.ts';

/* Where somebody who is signed in has to go first. docs/product/auth.md#where-people-go-first */

type Standing = Pick<CurrentUser, 'verified' | 'licenseId'>;

/**
 * Before the screens of the app: the phone confirmed, the registration finished, which goes on at the step where it was left.
 * Undefined: nowhere, they may pass.
 */
export function beforeTheApp({ verified, licenseId }: Standing): string | undefined {
  if (!verified) return paths.verify();
  return licenseId === 'NONE' ? nextStep() : undefined;
}

/** Before the steps of the registration, which are for whoever has no plan yet. */
export function beforeRegistering({ verified, licenseId }: Standing): string | undefined {
  if (!verified) return paths.verify();
  return licenseId === 'NONE' ? undefined : paths.dashboard();
}

/** Before contacts and chat, which are for whoever has a plan. docs/product/contacts.md#plans */
export function beforeMembers({ licenseId }: Standing): string | undefined {
  return licenseId === 'FREE' ? paths.subscription() : undefined;
}
