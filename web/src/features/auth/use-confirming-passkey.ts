import { useQuery } from '@tanstack/react-query';
import { serverNow } from '../../api/clock.ts';
import { hasPasskeys } from './passkey-browser.ts';
import { securityQueries } from './passkey-queries.ts';

/** Whether the person has a passkey that confirms actions by now, and a browser that can use it. */
export function useConfirmingPasskey(): boolean {
  const passkeys = useQuery(securityQueries().passkeys).data?.data ?? [];
  return hasPasskeys() && passkeys.some(({ confirmsFrom }) => confirmsFrom <= serverNow());
}
