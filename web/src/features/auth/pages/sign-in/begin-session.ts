import type { authenticate } from '../../../../../../shared/api/auth.ts';
import type { Output } from '../../../../../../shared/api/operation.ts';
import { storeTokens } from '../../../../api/client.ts';
import { queryClient } from '../../../../api/queries.ts';
import { takeReturnAddress } from '../../../../api/return-address.ts';
import { paths } from '../../../../paths.ts';

/** Signs this browser in, clears the query cache of the previous user, and returns the address to open. */
export function beginSession(tokens: Output<typeof authenticate>): string {
  queryClient.clear();
  storeTokens(tokens);
  return takeReturnAddress() ?? paths.dashboard();
}
