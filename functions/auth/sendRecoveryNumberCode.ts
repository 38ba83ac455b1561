import { sendRecoveryNumberCode } from '#shared/api/account-recovery.ts';
import { invalidInput } from '#shared/refusals.ts';
import { sms } from '../gateways/sms.ts';
import { serve } from '../serve.ts';
import { holderOfPhone } from '../storage/accounts/users.ts';
import { passkeysOf } from '../storage/auth/passkeys.ts';
import { findDeviceOfUsername } from './known-device.ts';
import { listedPasskeyView } from './passkey-views.ts';
import { acceptedPhoneNumber } from './phone-number.ts';
import { recoveringUser } from './recovery-proof.ts';
import { phoneTaken } from './refusals.ts';
import { textCode } from './text-code.ts';

const OWN = 'This is the number of the account already';

/**
 * Texts a code to the new number of an account whose phone is lost, given the code from the email and the password. Returns the
 * passkeys of the account, of which the person keeps some.
 */
export const handler = serve(
  sendRecoveryNumberCode,
  async (input, call) => {
    const { table, settings } = call;
    const phoneNumber = acceptedPhoneNumber(input.phoneNumber, settings);
    const { user } = await recoveringUser(call, input, { spends: false });
    if (user.phoneNumber === phoneNumber) throw invalidInput({ phoneNumber: OWN });
    if (await holderOfPhone(table, phoneNumber)) throw phoneTaken();
    await textCode(call, {
      purpose: 'RECOVERY_PHONE',
      subject: user.id,
      phoneNumber,
      deliver: true,
      confirmed: false,
    });
    return { data: (await passkeysOf(table, user.id)).map(listedPasskeyView) };
  },
  { findDevice: findDeviceOfUsername, gives: { sms } },
);
