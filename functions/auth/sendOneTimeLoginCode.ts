import { sendOneTimeLoginCode } from '#shared/api/auth.ts';
import { sms } from '../gateways/sms.ts';
import { serve } from '../serve.ts';
import { holderOfPhone } from '../storage/accounts/users.ts';
import { knownDevice } from '../storage/auth/known-devices.ts';
import { findDeviceOfPhone } from './known-device-of-phone.ts';
import { acceptedPhoneNumber } from './phone-number.ts';
import { textCode, withTextingTime } from './text-code.ts';

/**
 * Texts a code to sign in with. The response, its limits and its time are the same for a number without an account or with
 * an unconfirmed registration, whose number may belong to somebody else. They do not reveal either how many codes the
 * number received at its owner's own request.
 */
export const handler = serve(
  sendOneTimeLoginCode,
  async (input, call) => {
    const phoneNumber = acceptedPhoneNumber(input.phoneNumber, call.settings);
    await withTextingTime(async () => {
      const userId = (await holderOfPhone(call.table, phoneNumber))?.userId;
      const deliver = userId !== undefined;
      const order = { purpose: 'LOGIN', subject: phoneNumber, phoneNumber, userId } as const;
      const findDevice = () => knownDevice(call.table, userId, call.deviceTokens, call.now);
      await textCode(call, { ...order, deliver, confirmed: true, discreet: true, findDevice });
    });
    return {};
  },
  { findDevice: findDeviceOfPhone, gives: { sms } },
);
