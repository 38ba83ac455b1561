import { changePhoneNumber } from '../../shared/api/account.ts';
import { invalidInput, Refusal } from '../../shared/refusals.ts';
import { SECURITY_WAIT, waitEnds } from '../../shared/rules/security-wait.ts';
import { type Instant, later } from '../../shared/time.ts';
import { CHANGED_MEANWHILE } from '../flows/changed-meanwhile.ts';
import { acceptedPhoneNumber } from '../flows/phone-number.ts';
import { phoneTaken } from '../flows/phone-taken.ts';
import { rightCode, wrongCode } from '../flows/right-code.ts';
import { isPassword } from '../passwords.ts';
import { serve } from '../serve.ts';
import { askForPhone, changePhone, type PhoneChanged } from '../storage/change-phone.ts';
import { type CodePurpose, tryCode } from '../storage/codes.ts';
import { endAllSessions } from '../storage/sessions.ts';
import type { Step, TableWriter } from '../storage/table.ts';
import { type User, userById } from '../storage/users.ts';

const WRONG = 'This code is wrong or no longer good';
const RESET_LATELY =
  'Your password was reset less than 72 hours ago, so a code is not enough yet. Please choose to wait.';

/**
 * Moves the account to the number that a code proves, and ends every other session (spec part 1, sections 4 and 5). The
 * password is asked for, and a code from the old number; without that code the change is pending for 72 hours, in which
 * whoever owns the account can stop it, and then asked for again. The phone it leaves is told by `tellOldNumber`. Saved
 * twice, the second time finds it done.
 */
export const handler = serve(changePhoneNumber, async (input, { table, caller, settings, now }) => {
  const phoneNumber = acceptedPhoneNumber(input.phoneNumber, settings);
  const user = await userById(table, caller.userId, now);
  if (!user) throw new Refusal('UNAUTHENTICATED');
  if (user.phoneNumber === phoneNumber) return { effectiveAt: null };
  if (!(await isPassword(input.password, user.passwordHash)))
    throw invalidInput({ password: 'This is not your password' });
  const isPending = user.nextPhoneNumber === phoneNumber;
  const hasWaited = isPending && now >= (user.nextPhoneAt ?? Number.POSITIVE_INFINITY);
  if (isPending && !hasWaited && !input.oldCode) return { effectiveAt: user.nextPhoneAt ?? null };
  const tries = { table, user, now };
  const proofs = [await proofOf('PHONE', phoneNumber, input.code, 'code', tries)];
  if (input.oldCode) proofs.push(await proofFromOldPhone(input.oldCode, tries));
  const change = { phoneNumber, sessionId: caller.sessionId, proofs };
  // The product's own account begins without a number: there is no old phone, and nobody to ask.
  if (!input.oldCode && !hasWaited && user.phoneNumber !== '') {
    const outcome = await askForPhone(table, user, change, now);
    if (outcome !== 'done') throw REFUSED[outcome]();
    return { effectiveAt: later(now, SECURITY_WAIT) };
  }
  const outcome = await changePhone(table, user, change, now);
  if (outcome !== 'done') throw REFUSED[outcome]();
  await endAllSessions(table, user.id, { except: caller.sessionId });
  return { effectiveAt: null };
});

type Tries = { readonly table: TableWriter; readonly user: User; readonly now: Instant };

/** Spends a code that was sent to this number, and no other; refuses at its field. */
async function proofOf(
  purpose: CodePurpose,
  phoneNumber: string,
  digits: string,
  field: string,
  { table, user, now }: Tries,
): Promise<Step<'SPENT'>> {
  const tried = await tryCode(table, { purpose, subject: user.id, digits }, now);
  const { sentTo, spend } = rightCode(tried, WRONG, field);
  if (sentTo !== phoneNumber) throw wrongCode(WRONG, field);
  return spend;
}

/** Whoever holds an unlocked phone can reset the password by it: for a while its codes are no second proof. */
function proofFromOldPhone(digits: string, tries: Tries): Promise<Step<'SPENT'>> {
  const { user, now } = tries;
  if (waitEnds(user.passwordResetAt, now)) throw invalidInput({ oldCode: RESET_LATELY });
  return proofOf('OLD_PHONE', user.phoneNumber, digits, 'oldCode', tries);
}

const REFUSED: { readonly [Outcome in Exclude<PhoneChanged, 'done'>]: () => Refusal } = {
  SPENT: () => wrongCode(WRONG, 'code'),
  PHONE_TAKEN: phoneTaken,
  SESSION_OVER: () => new Refusal('UNAUTHENTICATED'),
  CHANGED: () => new Refusal('WRONG_STATUS', { message: CHANGED_MEANWHILE }),
};
