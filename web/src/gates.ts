import type { CurrentUser } from './api/current-user.ts';
import { nextStep } from './features/auth/registration-choices.ts';
import { paths } from './paths.ts';

/* Where a signed-in user must go first. docs/product/auth.md#where-people-go-first */

type GatedUser = Pick<CurrentUser, 'verified' | 'licenseId'>;

/**
 * The gate of the app: requires a confirmed phone number and a finished registration, which continues at its next
 * step. Returns the address to redirect to; undefined if the user may pass.
 */
export function appGate({ verified, licenseId }: GatedUser): string | undefined {
  if (!verified) return paths.verify();
  return licenseId === 'NONE' ? nextStep() : undefined;
}

/** The gate of the registration steps, for users without a plan. */
export function registrationGate({ verified, licenseId }: GatedUser): string | undefined {
  if (!verified) return paths.verify();
  return licenseId === 'NONE' ? undefined : paths.dashboard();
}

/** The gate of contacts and chat, which need a paid plan. docs/product/contacts.md#plans */
export function membersGate({ licenseId }: GatedUser): string | undefined {
  return licenseId === 'FREE' ? paths.subscription() : undefined;
}
