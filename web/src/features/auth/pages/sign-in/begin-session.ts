import { useNavigate } from 'react-router';
import type { authenticate } from '../../../../../../shared/api/auth.ts';
import type { Output } from '../../../../../../shared/api/operation.ts';
import { storeTokens } from '../../../../api/client.ts';
import { queryClient } from '../../../../api/queries.ts';
import { takeReturnAddress } from '../../../../api/return-address.ts';
import { paths } from '../../../../paths.ts';
import { appealStateOf } from '../../../safety/appeal-token.ts';

type Tokens = Output<typeof authenticate>;

/** Signs this browser in, clears the query cache of the previous user, and returns the address to open. */
export function beginSession(tokens: Tokens): string {
  queryClient.clear();
  storeTokens(tokens);
  return takeReturnAddress() ?? paths.dashboard();
}

/** Signs in and opens the next screen. If the account is blocked by a decision, it opens the page with that decision. */
export function useSignIn() {
  const navigate = useNavigate();
  return async (signIn: () => Promise<Tokens>) => {
    try {
      await navigate(beginSession(await signIn()), { replace: true });
    } catch (fault) {
      const state = appealStateOf(fault);
      if (!state) throw fault;
      await navigate(paths.appeal(), { state });
    }
  };
}
