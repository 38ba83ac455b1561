import { useQuery } from '@tanstack/react-query';
import { checkUser } from '../../../shared/api/auth.ts';
import type { Output } from '../../../shared/api/operation.ts';
import { query } from './queries.ts';

export type CurrentUser = Output<typeof checkUser>['data'][number];

/** The signed-in user. Only for screens inside the guard, which has loaded the user already. */
export function useCurrentUser(): CurrentUser {
  const { data } = useQuery(query(checkUser, {}));
  const user = data?.data[0];
  if (!user) throw new Error('this screen stands outside of the gate');
  return user;
}
