import { authenticate } from '../../shared/api/auth.ts';
import { WRONG_PASSWORDS } from '../../shared/metrics.ts';
import { Refusal } from '../../shared/refusals.ts';
import { report } from '../metrics.ts';
import { serve } from '../serve.ts';
import { userByUsername } from '../storage/accounts/users.ts';
import { deviceOfUsername } from './known-device.ts';
import { isPassword } from './passwords.ts';
import { signIn } from './sign-in.ts';

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
