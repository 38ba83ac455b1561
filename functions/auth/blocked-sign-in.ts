import { Refusal } from '#shared/refusals.ts';
import type { Instant } from '#shared/time.ts';
import { ACCOUNT_BLOCKED } from '../accounts/blocked-accounts.ts';
import type { User } from '../storage/accounts/users.ts';
import type { TableReader } from '../storage/table.ts';
import { blockingStatement } from '../support/statements.ts';
import { signAppealToken } from './sign-tokens.ts';

/**
 * Refuses the sign-in to a blocked account, once the person has authenticated. The refusal carries the decision and a token to read
 * all decisions and to appeal, if a statement of reasons was written.
 */
export async function refuseBlockedSignIn(
  { table, now }: { readonly table: TableReader; readonly now: Instant },
  { id, blockedAt }: Pick<User, 'id' | 'blockedAt'>,
): Promise<void> {
  if (blockedAt === undefined) return;
  const statement = await blockingStatement(table, id, now);
  const details = statement && { statement, appealToken: await signAppealToken(id, now) };
  throw new Refusal('FORBIDDEN', { message: ACCOUNT_BLOCKED, ...(details && { details }) });
}
