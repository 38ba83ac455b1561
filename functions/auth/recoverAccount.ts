import { recoverAccount } from '#shared/api/account-recovery.ts';
import { live } from '../gateways/live.ts';
import { publishEndedSession } from '../live/publish.ts';
import { serve } from '../serve.ts';
import { passkeysNotKept } from '../storage/auth/passkeys.ts';
import { recoverPhone } from '../storage/auth/phone-changes.ts';
import { endAllSessions } from '../storage/auth/sessions.ts';
import { tryCode } from '../storage/auth/verification-codes.ts';
import { findDeviceOfUsername } from './known-device.ts';
import { acceptedPhoneNumber } from './phone-number.ts';
import { recoveringUser } from './recovery-proof.ts';
import { changeRefusal, phoneTaken, rightCode, WRONG_CODE, wrongCode } from './refusals.ts';

/**
 * Moves an account whose phone is lost to another number, given the code from its email address, its password and the code from
 * the new number. It ends every session and the passkeys that the person does not keep, forgets the known devices, and holds payouts
 * for 72 hours; `tellOldNumber` texts the old phone at once.
 */
export const handler = serve(
  recoverAccount,
  async (input, call) => {
    const { table, settings, now } = call;
    const phoneNumber = acceptedPhoneNumber(input.phoneNumber, settings);
    const { user, code } = await recoveringUser(call, input, { spends: true });
    const attempt = {
      purpose: 'RECOVERY_PHONE',
      subject: user.id,
      digits: input.phoneCode,
    } as const;
    const tried = await tryCode(table, attempt, now);
    if (typeof tried === 'string') await table.write(code.giveBack);
    const { sentTo, spend } = rightCode(tried, WRONG_CODE, 'phoneCode');
    if (sentTo !== phoneNumber) throw wrongCode(WRONG_CODE, 'phoneCode');
    const endedPasskeys = await passkeysNotKept(table, user.id, input.keptPasskeys ?? []);
    const change = { phoneNumber, proofs: [code.spend, spend], endedPasskeys };
    const outcome = await recoverPhone(table, user, change, now);
    if (outcome === 'SPENT') throw wrongCode(WRONG_CODE, 'phoneCode');
    if (outcome === 'PHONE_TAKEN') throw phoneTaken();
    if (outcome !== 'done') throw changeRefusal(outcome);
    await endAllSessions(table, user.id);
    await publishEndedSession(call, user.id, null);
    return {};
  },
  { findDevice: findDeviceOfUsername, gives: { live } },
);
