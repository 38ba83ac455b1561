import { Refusal } from '#shared/refusals.ts';
import { PASSKEYS_MAX } from '#shared/rules/auth/passkeys.ts';

const FULL = `You have ${PASSKEYS_MAX} passkeys. Please remove one that you don’t use.`;
const NOT_VERIFIED = 'This passkey couldn’t be verified. Please try again.';

/** Refuses one more passkey than an account can have. */
export function refuseFull(count: number): void {
  if (count >= PASSKEYS_MAX) throw new Refusal('WRONG_STATUS', { message: FULL });
}

/**
 * The refusal of a response that a passkey did not give, or gave to another challenge. Not UNAUTHENTICATED, which means to the web
 * app that the session has ended.
 */
export const notVerified = () => new Refusal('FORBIDDEN', { message: NOT_VERIFIED });
