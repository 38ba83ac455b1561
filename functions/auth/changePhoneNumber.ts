import { changePhoneNumber } from '../../shared/api/phone-change.ts';
import { invalidInput, Refusal } from '../../shared/refusals.ts';
import {
  pendingPhone,
  SECURITY_WAIT,
  securityWaitEnd,
} from '../../shared/rules/auth/security-wait.ts';
import { type Instant, later } from '../../shared/time.ts';
import { publishEndedSession } from '../live/publish.ts';
import { serve } from '../serve.ts';
import { type User, userById } from '../storage/accounts/users.ts';
import { spendConfirmation } from '../storage/auth/passkey-challenges.ts';
import {
  changePhone,
  type PhoneChangeOutcome,
  requestPhoneChange,
} from '../storage/auth/phone-changes.ts';
import { endAllSessions } from '../storage/auth/sessions.ts';
import { type CodePurpose, tryCode } from '../storage/auth/verification-codes.ts';
import type { Step, TableWriter } from '../storage/table.ts';
import { isPassword } from './passwords.ts';
import { acceptedPhoneNumber } from './phone-number.ts';
import { CHANGED_MEANWHILE, phoneTaken, rightCode, wrongCode } from './refusals.ts';
import type { Caller } from './tokens.ts';

const WRONG = 'This code is wrong or no longer good';
const RESET_LATELY =
  'Your password was reset less than 72 hours ago, so a code or a passkey is not enough yet. Please choose to wait.';

/**
 * Changes the phone number of the caller's account and ends every other session (docs/product/accounts.md#phone-change). It
 * needs the password, a code from the new number, and a code from the old number or a confirmation by a passkey. Without either the
 * change is pending for 72 hours, in which the owner can cancel it. The call is repeated within the 7 days after that to
 * complete the change; later it starts a new one. `tellOldNumber` texts the old phone. A repeated call for the account's
 * current number succeeds and changes nothing.
 */
export const handler = serve(changePhoneNumber, async (input, call) => {
  const { table, caller, settings, now } = call;
  const phoneNumber = acceptedPhoneNumber(input.phoneNumber, settings);
  const user = await userById(table, caller.userId, now);
  if (!user) throw new Refusal('UNAUTHENTICATED');
  if (user.phoneNumber === phoneNumber) return { effectiveAt: null };
  if (!(await isPassword(input.password, user.passwordHash)))
    throw invalidInput({ password: 'This is not your password' });
  const stored = pendingPhone(user, now);
  const pending = stored?.phoneNumber === phoneNumber ? stored : undefined;
  const hasWaited = pending !== undefined && now >= pending.at;
  const hasProof = Boolean(input.oldCode || input.confirmation);
  if (pending && !hasWaited && !hasProof) return { effectiveAt: pending.at };
  const context = { table, user, now };
  const proofs: Proof[] = [await proofOf('PHONE', phoneNumber, input.code, 'code', context)];
  if (input.oldCode) proofs.push(await proofFromOldPhone(input.oldCode, context));
  else if (input.confirmation) proofs.push(proofFromPasskey(input.confirmation, caller, context));
  const change = { phoneNumber, sessionId: caller.sessionId, proofs };
  // The product's own account is created without a phone number, so there is no old phone that could confirm the change.
  if (!hasProof && !hasWaited && user.phoneNumber !== '') {
    const outcome = await requestPhoneChange(table, user, change, now);
    if (outcome !== 'done') throw REFUSAL_OF[outcome]();
    return { effectiveAt: later(now, SECURITY_WAIT) };
  }
  const outcome = await changePhone(table, user, change, now);
  if (outcome !== 'done') throw REFUSAL_OF[outcome]();
  await endAllSessions(table, user.id, { except: caller.sessionId });
  await publishEndedSession(call, user.id, null);
  return { effectiveAt: null };
});

type Proof = Step<'SPENT' | 'UNCONFIRMED'>;
type TryContext = { readonly table: TableWriter; readonly user: User; readonly now: Instant };

/** Checks a code that was texted to `phoneNumber` and returns the step that spends it; a refusal names the form field. */
async function proofOf(
  purpose: CodePurpose,
  phoneNumber: string,
  digits: string,
  field: string,
  { table, user, now }: TryContext,
): Promise<Step<'SPENT'>> {
  const tried = await tryCode(table, { purpose, subject: user.id, digits }, now);
  const { sentTo, spend } = rightCode(tried, WRONG, field);
  if (sentTo !== phoneNumber) throw wrongCode(WRONG, field);
  return spend;
}

/**
 * Checks the code from the old phone. It is not accepted for 72 hours after a password reset: a thief with the unlocked
 * phone can reset the password with it, so the phone would be the only proof.
 */
function proofFromOldPhone(digits: string, context: TryContext): Promise<Step<'SPENT'>> {
  const { user, now } = context;
  if (securityWaitEnd(user.passwordResetAt, now)) throw invalidInput({ oldCode: RESET_LATELY });
  return proofOf('OLD_PHONE', user.phoneNumber, digits, 'oldCode', context);
}

/**
 * Returns the step that spends the confirmation by a passkey, which takes the place of the code from the old phone. It is not
 * accepted for 72 hours after a password reset either: the reset may have been the thief's.
 */
function proofFromPasskey(
  confirmation: string,
  caller: Caller,
  { user, now }: TryContext,
): Step<'UNCONFIRMED'> {
  if (securityWaitEnd(user.passwordResetAt, now))
    throw invalidInput({ confirmation: RESET_LATELY });
  return spendConfirmation(confirmation, 'PHONE', caller, now);
}

const REFUSAL_OF: { readonly [Outcome in Exclude<PhoneChangeOutcome, 'done'>]: () => Refusal } = {
  SPENT: () => wrongCode(WRONG, 'code'),
  UNCONFIRMED: () => new Refusal('PASSKEY_REQUIRED'),
  PHONE_TAKEN: phoneTaken,
  SESSION_OVER: () => new Refusal('UNAUTHENTICATED'),
  CHANGED: () => new Refusal('WRONG_STATUS', { message: CHANGED_MEANWHILE }),
};
