import { requestPasswordReset } from '../../shared/api/signing-in.ts';
import { waitEnds } from '../../shared/rules/security-wait.ts';
import { deviceOfUsername } from '../flows/known-device.ts';
import { inTextingTime, textCode } from '../flows/text-code.ts';
import { serve } from '../serve.ts';
import { knownDevice } from '../storage/known-devices.ts';
import { userByUsername } from '../storage/users.ts';

/**
 * Texts the code that lets somebody set a new password (spec part 1, section 4). The answer, its limits and its time
 * are the same for a name that nobody has, and for one whose phone is not confirmed, which gets no code: whoever
 * registered that number may not be its owner. Nor for an account that moved to another number less than 72 hours ago:
 * whoever moved it must not also get the password. Nor does an answer tell which number belongs to a name.
 */
export const handler = serve(
  requestPasswordReset,
  async ({ username }, call) => {
    const { table, now } = call;
    await inTextingTime(async () => {
      const user = await userByUsername(table, username, now);
      // The number was confirmed once, so it gets codes though its country may be closed to new numbers since.
      const isReached =
        user?.verified && user.phoneNumber !== '' && !waitEnds(user.phoneChangedAt, now);
      const known = isReached ? user : undefined;
      await textCode(call, {
        purpose: 'RESET',
        subject: username,
        userId: known?.id,
        phoneNumber: known?.phoneNumber ?? `nobody:${username}`,
        deliver: known !== undefined,
        confirmed: true,
        discreet: true,
        findDevice: () => knownDevice(table, known?.id, call.deviceTokens, now),
      });
    });
    return {};
  },
  deviceOfUsername,
);
