import { changePhoneNumber } from '#shared/api/phone-change.ts';
import { invalidInput, Refusal } from '#shared/refusals.ts';
import { pendingPhone, SECURITY_WAIT } from '#shared/rules/auth/security-wait.ts';
import { doneSentence, type LadderWait, ladderWait } from '#shared/rules/auth/takeover-ladder.ts';
import { type Instant, later } from '#shared/time.ts';
import { live } from '../gateways/live.ts';
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
import type { RightCode } from '../storage/auth/verification-codes.ts';
import type { Step, TableWriter } from '../storage/table.ts';
import { provenCode } from './code-proof.ts';
import { refuseWaitingStep } from './ladder.ts';
import { isPassword } from './passwords.ts';
import { acceptedPhoneNumber } from './phone-number.ts';
import { changeRefusal, phoneTaken, WRONG_CODE, wrongCode } from './refusals.ts';
import type { Caller } from './tokens.ts';

/** Why no proof is enough yet, while the change has to wait after another step of the takeover ladder. */
const notEnoughYet = ({ after }: LadderWait) =>
  `${doneSentence(after)}, so a code or a passkey isn’t enough yet. Please choose to wait.`;

/**
 * Changes the phone number of the caller's account and ends every other session (docs/product/accounts.md#phone-change). It
 * needs the password, a code from the new number, and a code from the old number or a confirmation by a passkey. Without either the
 * change is pending for 72 hours, in which the owner can cancel it. The call is repeated within the 7 days after that to
 * complete the change; later it starts a new one. `tellOldNumber` texts the old phone. A repeated call for the account's
 * current number succeeds and changes nothing.
 */
export const handler = serve(
  changePhoneNumber,
  async (input, call) => {
    const { table, caller, settings, now } = call;
    const phoneNumber = acceptedPhoneNumber(input.phoneNumber, settings);
    const user = await userById(table, caller.userId, now);
    if (!user) throw new Refusal('UNAUTHENTICATED');
    if (user.phoneNumber === phoneNumber) return { effectiveAt: null };
    if (!(await isPassword(input.password, user.passwordHash)))
      throw invalidInput({ password: 'That password is incorrect' });
    const stored = pendingPhone(user, now);
    const pending = stored?.phoneNumber === phoneNumber ? stored : undefined;
    const hasWaited = pending !== undefined && now >= pending.at;
    const hasProof = Boolean(input.oldCode || input.confirmation);
    if (pending && !hasWaited && !hasProof) return { effectiveAt: pending.at };
    // The product's own account is created without a phone number, so there is no old phone that could confirm the change.
    const waits = !hasProof && !hasWaited && user.phoneNumber !== '';
    const context = { table, user, now };
    // Another step may have been made while the change was pending; its 72 hours are not over either.
    if (!waits && !hasProof) refuseWaitingStep('PHONE_CHANGE', user, now);
    const entered = {
      purpose: 'PHONE',
      subject: user.id,
      digits: input.code,
      sentTo: phoneNumber,
    } as const;
    const codes = [await provenCode(table, entered, 'code', now)];
    try {
      if (input.oldCode) codes.push(await codeFromOldPhone(input.oldCode, context));
      const proofs: Proof[] = codes.map(({ spend }) => spend);
      if (!input.oldCode && input.confirmation)
        proofs.push(proofFromPasskey(input.confirmation, caller, context));
      const change = { phoneNumber, sessionId: caller.sessionId, proofs };
      const write = waits ? requestPhoneChange : changePhone;
      throwIfRefused(await write(table, user, change, now));
    } catch (fault) {
      // The entry of a right code is no guess. If it counted, wrong guesses of the other code would use up both.
      if (fault instanceof Refusal) for (const { giveBack } of codes) await table.write(giveBack);
      throw fault;
    }
    if (waits) return { effectiveAt: later(now, SECURITY_WAIT) };
    await endAllSessions(table, user.id, { except: caller.sessionId });
    await publishEndedSession(call, user.id, null);
    return { effectiveAt: null };
  },
  { gives: { live } },
);

type Proof = Step<'SPENT' | 'UNCONFIRMED'>;
type TryContext = { readonly table: TableWriter; readonly user: User; readonly now: Instant };

/**
 * Checks the code from the old phone. It is not accepted for 72 hours after another step of the takeover ladder: a thief with the
 * unlocked phone can reset the password with it, so the phone would be the only proof.
 */
async function codeFromOldPhone(
  digits: string,
  { table, user, now }: TryContext,
): Promise<RightCode> {
  const wait = ladderWait('PHONE_CHANGE', user, now);
  if (wait) throw invalidInput({ oldCode: notEnoughYet(wait) });
  const { id: subject, phoneNumber: sentTo } = user;
  return provenCode(table, { purpose: 'OLD_PHONE', subject, digits, sentTo }, 'oldCode', now);
}

/**
 * Returns the step that spends the confirmation by a passkey, which takes the place of the code from the old phone. It is not
 * accepted for 72 hours after another step of the takeover ladder either: that may have been the thief's.
 */
function proofFromPasskey(
  confirmation: string,
  caller: Caller,
  { user, now }: TryContext,
): Step<'UNCONFIRMED'> {
  const wait = ladderWait('PHONE_CHANGE', user, now);
  if (wait) throw invalidInput({ confirmation: notEnoughYet(wait) });
  return spendConfirmation(confirmation, 'PHONE', caller, now);
}

function throwIfRefused(outcome: PhoneChangeOutcome): void {
  if (outcome === 'done') return;
  if (outcome === 'SPENT') throw wrongCode(WRONG_CODE, 'code');
  if (outcome === 'UNCONFIRMED') throw new Refusal('PASSKEY_REQUIRED');
  throw outcome === 'PHONE_TAKEN' ? phoneTaken() : changeRefusal(outcome);
}
