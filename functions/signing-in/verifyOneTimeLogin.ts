import { verifyOneTimeLogin } from '../../shared/api/signing-in.ts';
import { Refusal } from '../../shared/refusals.ts';
import { serve } from '../serve.ts';
import { signIn } from '../sign-in.ts';
import { tryCode } from '../storage/codes.ts';
import { userById } from '../storage/users.ts';

const WRONG = 'There was an error verifying code';
const USED_UP = 'Too many wrong tries. Please ask for a new code.';

/** Signs in by a texted code, once, and only whom the number still belongs to. */
export const handler = serve(verifyOneTimeLogin, async (input, { table, now }) => {
  const { phoneNumber: subject, verificationCode: digits } = input;
  const code = await tryCode(table, { purpose: 'LOGIN', subject, digits }, now);
  if (code === 'USED_UP') throw new Refusal('UNAUTHENTICATED', { message: USED_UP });
  const userId = code === 'WRONG' ? undefined : code.userId;
  const user = userId ? await userById(table, userId, now) : undefined;
  if (code === 'WRONG' || !user?.verified || user.phoneNumber !== subject)
    throw new Refusal('UNAUTHENTICATED', { message: WRONG });
  const tokens = await signIn(table, user, now, code.spend);
  if (tokens === 'SPENT') throw new Refusal('UNAUTHENTICATED', { message: WRONG });
  return tokens;
});
