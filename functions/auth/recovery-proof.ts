import { invalidInput, Refusal } from '#shared/refusals.ts';
import { ladderWait, waitSentence } from '#shared/rules/auth/takeover-ladder.ts';
import { DAY, type Instant, SECOND } from '#shared/time.ts';
import { type User, userById } from '../storage/accounts/users.ts';
import {
  type CodeOutcome,
  peekCode,
  type RightCode,
  tryCode,
} from '../storage/auth/verification-codes.ts';
import { countCall } from '../storage/limits.ts';
import type { TableWriter } from '../storage/table.ts';
import { isPassword } from './passwords.ts';
import { rightCode, WRONG_CODE, wrongCode } from './refusals.ts';

/** How many passwords of an account are tried in a day, in both steps together. */
const PASSWORDS_PER_DAY = 20;

type RecoveryContext = {
  readonly table: TableWriter;
  readonly deviceTokens: readonly string[];
  readonly now: Instant;
};
type RecoveryProof = {
  readonly username: string;
  readonly code: string;
  readonly password: string;
};

/**
 * Returns the account of a lost phone, and its code, if the code from its email address and the password are right. A wrong code
 * and an unknown username get the same response. `spends`: whether the code is spent next; otherwise a right try is not counted.
 */
export async function recoveringUser(
  { table, deviceTokens, now }: RecoveryContext,
  { username: subject, code: digits, password }: RecoveryProof,
  { spends }: { readonly spends: boolean },
): Promise<{ readonly user: User; readonly code: RightCode }> {
  const attempt = { purpose: 'RECOVERY', subject, digits, deviceTokens } as const;
  const tried: CodeOutcome = await (spends ? tryCode : peekCode)(table, attempt, now);
  const code = rightCode(tried, WRONG_CODE, 'code');
  const user = code.userId ? await userById(table, code.userId, now) : undefined;
  // Since the code was sent, the account may have changed its username or its address, or was blocked.
  if (!user || user.username !== subject || user.email !== code.sentTo || user.blockedAt)
    throw wrongCode(WRONG_CODE, 'code');
  const refusal = (await passwordRefusal(table, user, password, now)) ?? waitRefusal(user, now);
  if (refusal && spends) await table.write(code.giveBack);
  if (refusal) throw refusal;
  return { user, code };
}

/** A code that was sent before another step of the takeover ladder waits too. Only whoever proved all else is told. */
function waitRefusal(user: User, now: Instant): Refusal | undefined {
  const wait = ladderWait('RECOVERY', user, now);
  return wait && new Refusal('WRONG_STATUS', { message: waitSentence(wait) });
}

/**
 * Checks the password, which is limited for the account. Only calls with the right code from the email are counted: all others check no
 * password, and if they counted, strangers who know the username could use up the tries of its owner.
 */
async function passwordRefusal(
  table: TableWriter,
  user: User,
  password: string,
  now: Instant,
): Promise<Refusal | undefined> {
  const what = `recovery:${user.id}`;
  const daily = { what, max: PASSWORDS_PER_DAY, within: DAY / SECOND, now };
  const retryAfter = await countCall(table, daily);
  if (retryAfter !== undefined) return new Refusal('TOO_MANY_REQUESTS', { retryAfter });
  if (await isPassword(password, user.passwordHash)) return undefined;
  return invalidInput({ password: 'That password is incorrect' });
}
