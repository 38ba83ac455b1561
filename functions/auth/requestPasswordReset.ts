import { requestPasswordReset } from '#shared/api/auth.ts';
import { ladderWait } from '#shared/rules/auth/takeover-ladder.ts';
import { sms } from '../gateways/sms.ts';
import { serve } from '../serve.ts';
import { userByUsername } from '../storage/accounts/users.ts';
import { knownDevice } from '../storage/auth/known-devices.ts';
import { findDeviceOfUsername } from './known-device.ts';
import { textCode, withTextingTime } from './text-code.ts';

/**
 * Texts the code that allows setting a new password (docs/product/auth.md#password-reset). Nothing is sent for an unknown
 * username, or to an unconfirmed phone, which may not belong to the person who typed it. While the reset waits after another step
 * of the takeover ladder, the text message says from when on there is a code, so that a thief who changed the number cannot also take the
 * password. In all these cases the response, its limits and its time are the same. The response does not reveal the phone number of a
 * username.
 */
export const handler = serve(
  requestPasswordReset,
  async ({ username }, call) => {
    const { table, now } = call;
    await withTextingTime(async () => {
      const user = await userByUsername(table, username, now);
      // A confirmed number gets codes even if its country has been closed to new numbers since.
      const known = user?.verified && user.phoneNumber !== '' ? user : undefined;
      await textCode(call, {
        purpose: 'RESET',
        subject: username,
        userId: known?.id,
        phoneNumber: known?.phoneNumber ?? `nobody:${username}`,
        deliver: known !== undefined,
        confirmed: true,
        discreet: true,
        timeZone: known?.timeZone,
        notBefore: known && ladderWait('PASSWORD_RESET', known, now)?.until,
        findDevice: () => knownDevice(table, known?.id, call.deviceTokens, now),
      });
    });
    return {};
  },
  { findDevice: findDeviceOfUsername, gives: { sms } },
);
