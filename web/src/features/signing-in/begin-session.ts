import type { authenticate } from '../../../../shared/api/auth.ts';
import type { Output } from '../../../../shared/api/operation.ts';
import { keepTokens } from '../../api/client.ts';
import { queryClient } from '../../api/queries.ts';
import { takeWantedAddress } from '../../api/wanted.ts';
import { paths } from '../../paths.ts';

/** Signs this browser in and gives the address to go on to. Nothing that was read for somebody else stays. */
export function beginSession(tokens: Output<typeof authenticate>): string {
  queryClient.clear();
  keepTokens(tokens);
  return takeWantedAddress() ?? paths.dashboard();
}
