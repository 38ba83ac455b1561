import { requestAccountRecovery } from '#shared/api/account-recovery.ts';
import { securityWaitEnd } from '#shared/rules/auth/security-wait.ts';
import { ladderWait } from '#shared/rules/auth/takeover-ladder.ts';
import type { Instant } from '#shared/time.ts';
import { email } from '../gateways/email.ts';
import { emailAddressOf } from '../notifications/emails/email-address.ts';
import { serve } from '../serve.ts';
import { type User, userByUsername } from '../storage/accounts/users.ts';
import { knownDevice } from '../storage/auth/known-devices.ts';
import { sendRecoveryCode } from './email-code.ts';
import { findDeviceOfUsername } from './known-device.ts';
import { withTextingTime } from './text-code.ts';

/**
 * Sends a code to the email address of an account whose phone is lost (docs/product/email.md#a-lost-phone). None is sent for an
 * unknown username, without an address, and to one from which messages came back. While the recovery waits after another step of the
 * takeover ladder, or the address was confirmed less than 72 hours ago, the email says from when on it works instead. In all these
 * cases the response, its limits and its time are the same.
 */
export const handler = serve(
  requestAccountRecovery,
  async ({ username }, call) => {
    const { table, now } = call;
    await withTextingTime(async () => {
      const user = await userByUsername(table, username, now);
      const to = user && !user.blockedAt ? await emailAddressOf(table, user, now) : undefined;
      const owner: { userId?: string } = user && to !== undefined ? { userId: user.id } : {};
      const notBefore = user && waitOf(user, now);
      const device = await knownDevice(table, owner.userId, call.deviceTokens, now);
      const isForKnownDevice = device !== undefined;
      await sendRecoveryCode(call, {
        subject: username,
        to,
        notBefore,
        isForKnownDevice,
        timeZone: user?.timeZone,
        ...owner,
      });
    });
    return {};
  },
  { findDevice: findDeviceOfUsername, gives: { email } },
);

/** From when on the account can be recovered; undefined if it can be now. */
const waitOf = (user: User, now: Instant): Instant | undefined =>
  ladderWait('RECOVERY', user, now)?.until ?? securityWaitEnd(user.emailConfirmedAt, now);
