import { authenticate } from '#shared/api/auth.ts';
import { WRONG_PASSWORDS } from '#shared/metrics.ts';
import { Refusal } from '#shared/refusals.ts';
import { report } from '../metrics.ts';
import { serve } from '../serve.ts';
import { userByUsername } from '../storage/accounts/users.ts';
import { findDeviceOfUsername } from './known-device.ts';
import { isPassword } from './passwords.ts';
import { signIn } from './sign-in.ts';

/**
 * Signs in with a username and a password (docs/product/auth.md#password-sign-in). An unknown username and a wrong password
 * get the same response after the same work. An account whose phone is not confirmed can sign in, but can only confirm its
 * phone.
 */
export const handler = serve(
  authenticate,
  async ({ username, password, timeZone }, call) => {
    const { table, now } = call;
    const user = await userByUsername(table, username, now);
    const right = await isPassword(password, user?.passwordHash);
    if (!user || !right) {
      report({ [WRONG_PASSWORDS]: 1 });
      throw new Refusal('UNAUTHENTICATED', { message: 'Wrong username or password' });
    }
    return signIn<never>({ ...call, timeZone }, user, 'password');
  },
  { findDevice: findDeviceOfUsername },
);
