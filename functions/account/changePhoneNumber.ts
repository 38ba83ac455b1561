import { changePhoneNumber } from '../../shared/api/account.ts';
import { Refusal } from '../../shared/refusals.ts';
import { CHANGED_MEANWHILE } from '../flows/changed-meanwhile.ts';
import { acceptedPhoneNumber } from '../flows/phone-number.ts';
import { phoneTaken } from '../flows/phone-taken.ts';
import { rightCode, wrongCode } from '../flows/right-code.ts';
import { serve } from '../serve.ts';
import { changePhone, type PhoneChanged } from '../storage/change-phone.ts';
import { tryCode } from '../storage/codes.ts';
import { endAllSessions } from '../storage/sessions.ts';
import { userById } from '../storage/users.ts';

const WRONG = 'This code is wrong or no longer good';

/**
 * Moves the account to the number that a code proves, and ends every other session (spec part 1, sections 4 and 5).
 * The phone it leaves is told by `tellOldNumber`. Saved twice, the second time finds it done.
 */
export const handler = serve(changePhoneNumber, async (input, { table, caller, settings, now }) => {
  const phoneNumber = acceptedPhoneNumber(input.phoneNumber, settings);
  const { code: digits } = input;
  const user = await userById(table, caller.userId, now);
  if (!user) throw new Refusal('UNAUTHENTICATED');
  if (user.phoneNumber === phoneNumber) return {};
  const tried = await tryCode(table, { purpose: 'PHONE', subject: user.id, digits }, now);
  const { sentTo, spend: proof } = rightCode(tried, WRONG, 'code');
  if (sentTo !== phoneNumber) throw wrongCode(WRONG, 'code');
  const { sessionId } = caller;
  const outcome = await changePhone(table, user, { phoneNumber, sessionId, proof }, now);
  if (outcome !== 'done') throw REFUSED[outcome]();
  await endAllSessions(table, user.id, { except: sessionId });
  return {};
});

const REFUSED: { readonly [Outcome in Exclude<PhoneChanged, 'done'>]: () => Refusal } = {
  SPENT: () => wrongCode(WRONG, 'code'),
  PHONE_TAKEN: phoneTaken,
  SESSION_OVER: () => new Refusal('UNAUTHENTICATED'),
  CHANGED: () => new Refusal('WRONG_STATUS', { message: CHANGED_MEANWHILE }),
};
