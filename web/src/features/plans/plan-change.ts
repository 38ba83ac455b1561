import { checkUser } from '../../../../shared/api/account.ts';
import { refreshSession } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { readSession } from '../../api/session.ts';

/** The plan changed: the token that carries it, and the account as the screens show it, are brought up to it. */
export async function followPlan(): Promise<void> {
  // The old token is good as well; the new one only carries the plan sooner.
  await refreshSession(readSession()?.accessToken).catch(() => undefined);
  await refresh(checkUser);
}
