import { invalidInput } from '../../shared/refusals.ts';
import type { Instant } from '../../shared/time.ts';
import { type User, userById } from '../storage/accounts/users.ts';
import {
  type CodeOutcome,
  peekCode,
  type RightCode,
  tryCode,
} from '../storage/auth/verification-codes.ts';
import type { TableWriter } from '../storage/table.ts';
import { isPassword } from './passwords.ts';
import { rightCode, WRONG_CODE, wrongCode } from './refusals.ts';

type RecoveryProof = {
  readonly username: string;
  readonly code: string;
  readonly password: string;
};

/**
 * Returns the account of a lost phone, and its code, if the code from its e-mail address and the password are right. A wrong code
 * and an unknown username get the same response. `spends`: whether the code is spent next; otherwise a right try is not counted.
 */
export async function recoveringUser(
  { table, now }: { readonly table: TableWriter; readonly now: Instant },
  { username: subject, code: digits, password }: RecoveryProof,
  { spends }: { readonly spends: boolean },
): Promise<{ readonly user: User; readonly code: RightCode }> {
  const attempt = { purpose: 'RECOVERY', subject, digits } as const;
  const tried: CodeOutcome = await (spends ? tryCode : peekCode)(table, attempt, now);
  const code = rightCode(tried, WRONG_CODE, 'code');
  const user = code.userId ? await userById(table, code.userId, now) : undefined;
  // Since the code was sent, the account may have changed its username or its address, or was blocked.
  if (!user || user.username !== subject || user.email !== code.sentTo || user.blockedAt)
    throw wrongCode(WRONG_CODE, 'code');
  if (!(await isPassword(password, user.passwordHash))) {
    if (spends) await table.write(code.giveBack);
    throw invalidInput({ password: 'This is not the password of this account' });
  }
  return { user, code };
}
