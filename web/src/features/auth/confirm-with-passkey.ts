import { beginPasskeyConfirmation, finishPasskeyConfirmation } from '#shared/api/passkeys.ts';
import type { ConfirmedAction } from '#shared/rules/auth/passkeys.ts';
import { call } from '../../api/client.ts';
import { signWithPasskey } from './passkey-browser.ts';

/**
 * Asks the person to confirm an action with a passkey, and returns the confirmation for its operation. Throws a refusal with a
 * sentence if no passkey was used.
 */
export async function confirmWithPasskey(action: ConfirmedAction): Promise<string> {
  const { challenge, allowed } = await call(beginPasskeyConfirmation, { action });
  const response = await signWithPasskey(challenge, allowed);
  return (await call(finishPasskeyConfirmation, { ...response, action })).confirmation;
}
