import { checkUser } from '#shared/api/current-session.ts';
import { refresh } from '#web/api/queries.ts';
import { storeAccessToken } from '#web/api/session.ts';

/** Stores the access token with the new plan and reloads the user. */
export async function followPlan(answer: Parameters<typeof storeAccessToken>[0]): Promise<void> {
  storeAccessToken(answer);
  await refresh(checkUser);
}
