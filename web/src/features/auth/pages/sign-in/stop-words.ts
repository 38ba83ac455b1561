import { UNLINKED } from '#shared/messages/earnings.ts';
import type { RecordedStep } from '#shared/rules/auth/takeover-ladder.ts';

/* What the page says that stops a change of an account. docs/product/auth.md#stopping-a-step */

/** One effect of a stop: what it will do, and what it did. */
type Effect = { readonly before: string; readonly after: string };

const effect = (before: string, after: string): Effect => ({ before, after });

const SIGNS_OUT = effect(
  'Everyone is signed out, also on your own devices.',
  'Your own devices are signed out too.',
);
const PASSWORD_ENDS = effect(
  'Your password stops working, because someone else may know it.',
  'Your password no longer works, because someone else may know it.',
);
const PASSKEYS_RETURN = effect(
  'Passkeys that it ended work again.',
  'Passkeys that it ended work again.',
);
const NUMBER_RETURNS = effect(
  'Your account goes back to its old phone number.',
  'Your account has its old phone number again.',
);

export const STOP_WORDS: Readonly<
  Record<RecordedStep, { readonly happened: string; readonly ends: readonly Effect[] }>
> = {
  PASSWORD_RESET: {
    happened: 'Your password was reset with a code from your phone',
    ends: [
      effect(
        'The password that you had before works again, and the new one doesn’t.',
        'The password that you had before works again.',
      ),
      PASSKEYS_RETURN,
      SIGNS_OUT,
    ],
  },
  PASSWORD_CHANGE: {
    happened: 'Your password was changed',
    ends: [PASSWORD_ENDS, PASSKEYS_RETURN, SIGNS_OUT],
  },
  PHONE_REQUEST: {
    happened: 'Someone asked to move your account to another phone number',
    ends: [
      effect('The number stays as it is.', 'The number stays as it is.'),
      PASSWORD_ENDS,
      SIGNS_OUT,
    ],
  },
  PHONE_CHANGE: {
    happened: 'Your account was moved to another phone number',
    ends: [NUMBER_RETURNS, PASSWORD_ENDS, SIGNS_OUT],
  },
  RECOVERY: {
    happened: 'Your account was moved to another phone number by email',
    ends: [NUMBER_RETURNS, PASSKEYS_RETURN, PASSWORD_ENDS, SIGNS_OUT],
  },
  EMAIL_CHANGE: {
    happened: 'The email address of your account was changed or removed',
    ends: [
      effect(
        'Your account gets the address back that it had before, or none if it had none.',
        'Your account has the address again that it had before, or none if it had none.',
      ),
      PASSWORD_ENDS,
      SIGNS_OUT,
    ],
  },
  PASSKEY_ADDED: {
    happened: 'A passkey was added to your account',
    ends: [effect('The passkey is removed.', 'The passkey is removed.'), PASSWORD_ENDS, SIGNS_OUT],
  },
  PASSKEY_REMOVED: {
    happened: 'A passkey was removed from your account',
    ends: [
      effect('The passkey works again.', 'The passkey works again.'),
      PASSWORD_ENDS,
      SIGNS_OUT,
    ],
  },
  PAYOUT_SETUP: {
    happened: 'Someone opened the setup of your payouts',
    ends: [effect(UNLINKED, UNLINKED), PASSWORD_ENDS, SIGNS_OUT],
  },
};
