import { checkUser } from '#shared/api/current-session.ts';
import type { Output } from '#shared/api/operation.ts';
import { query, useEntity } from './queries.ts';

export type CurrentUser = Output<typeof checkUser>['data'][number];

/** The signed-in user. Only for screens inside the guard, which has loaded the user already. */
export function useCurrentUser(): CurrentUser {
  const { data: user } = useEntity(query(checkUser, {}));
  if (!user) throw new Error('this screen stands outside of the gate');
  return user;
}
