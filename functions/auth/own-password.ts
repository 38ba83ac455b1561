import { invalidInput, Refusal } from '#shared/refusals.ts';
import type { Instant } from '#shared/time.ts';
import { type User, userById } from '../storage/accounts/users.ts';
import type { TableReader } from '../storage/table.ts';
import { isPassword } from './passwords.ts';

/**
 * Returns the caller's account if `password` is its password. A wrong one is refused at its form field, and not with
 * UNAUTHENTICATED, which means to the web app that the session has ended.
 */
export async function accountByOwnPassword(
  { table, caller, now }: OwnPasswordContext,
  password: string,
): Promise<User> {
  const user = await userById(table, caller.userId, now);
  if (!user) throw new Refusal('UNAUTHENTICATED');
  if (!(await isPassword(password, user.passwordHash)))
    throw invalidInput({ password: 'That password is incorrect' });
  return user;
}

type OwnPasswordContext = {
  readonly table: TableReader;
  readonly caller: { readonly userId: string };
  readonly now: Instant;
};
