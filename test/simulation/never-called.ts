import type { Operation } from './handlers.ts';

const PASSKEY = 'It needs an authenticator; test/functions/auth has one in software.';

/** The operations that random histories never call, with the reason. */
export const NEVER_CALLED = {
  finishPasskeySignIn: PASSKEY,
  finishPasskeyRegistration: PASSKEY,
  finishPasskeyConfirmation: PASSKEY,
  removePasskey: PASSKEY,
  renamePasskey: PASSKEY,
  signAnswer: PASSKEY,
} as const satisfies Partial<Record<Operation, string>>;
