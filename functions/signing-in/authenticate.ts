import { authenticate } from '../../shared/api/signing-in.ts';
import { WRONG_PASSWORDS } from '../../shared/metrics.ts';
import { Refusal } from '../../shared/refusals.ts';
import { deviceOfUsername } from '../flows/known-device.ts';
import { signIn } from '../flows/sign-in.ts';
import { report } from '../metrics.ts';
import { isPassword } from '../passwords.ts';
import { serve } from '../serve.ts';
import { userByUsername } from '../storage/users.ts';

/**
 * Signs in by username and password (docs/product/auth.md#password-sign-in). An unknown name and a wrong password get the same
 * answer after the same work. Somebody whose phone is not confirmed gets in, as far as confirming it.
 */
export const handler = serve(
  authenticate,
  async ({ username, password }, call) => {
    const { table, now } = call;
    const user = await userByUsername(table, username, now);
    const right = await isPassword(password, user?.passwordHash);
    if (!user || !right) {
      report({ [WRONG_PASSWORDS]: 1 });
      throw new Refusal('UNAUTHENTICATED', { message: 'Wrong username or password' });
    }
    return signIn<never>(call, user);
  },
  deviceOfUsername,
);
