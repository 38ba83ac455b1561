import { checkUser } from '../../../../shared/api/auth.ts';
import { refresh } from '../../api/queries.ts';
import { keepAccessToken } from '../../api/session.ts';

/** Keeps the token that carries the new plan, and brings the account up to date as the screens show it. */
export async function followPlan(answer: Parameters<typeof keepAccessToken>[0]): Promise<void> {
  keepAccessToken(answer);
  await refresh(checkUser);
}
