import { requestAccountRecovery } from '../../shared/api/account-recovery.ts';
import { securityWaitEnd } from '../../shared/rules/auth/security-wait.ts';
import type { Instant } from '../../shared/time.ts';
import { emailAddressOf } from '../notifications/emails/email-address.ts';
import { serve } from '../serve.ts';
import { type User, userByUsername } from '../storage/accounts/users.ts';
import { sendRecoveryCode } from './email-code.ts';
import { findDeviceOfUsername } from './known-device.ts';
import { withTextingTime } from './text-code.ts';

/**
 * Sends a code to the e-mail address of an account whose phone is lost (docs/product/email.md#a-lost-phone). None is sent for an
 * unknown username, without an address, to one from which messages came back, and within 72 hours of its confirmation, so that a
 * thief who entered one cannot take the account with it. In all these cases the response, its limits and its time are the same.
 */
export const handler = serve(
  requestAccountRecovery,
  async ({ username }, call) => {
    const { table, now } = call;
    await withTextingTime(async () => {
      const user = await userByUsername(table, username, now);
      const to = user && mayRecover(user, now) ? await emailAddressOf(table, user, now) : undefined;
      const owner = user && to !== undefined ? { userId: user.id } : {};
      await sendRecoveryCode(call, { subject: username, to, ...owner });
    });
    return {};
  },
  { findDevice: findDeviceOfUsername },
);

const mayRecover = ({ emailConfirmedAt, blockedAt }: User, now: Instant): boolean =>
  blockedAt === undefined && !securityWaitEnd(emailConfirmedAt, now);
