import { sendOldNumberCode } from '#shared/api/phone-change.ts';
import { Refusal } from '#shared/refusals.ts';
import { sms } from '../gateways/sms.ts';
import { serve } from '../serve.ts';
import { userById } from '../storage/accounts/users.ts';
import { knownDevice } from '../storage/auth/known-devices.ts';
import { textCode } from './text-code.ts';

const NO_NUMBER = 'There’s no phone number to text a code to';

/**
 * Texts a code to the caller's current phone number. With it, `changePhoneNumber` takes effect at once. A known device has a
 * daily limit of its own, so that strangers who request sign-in codes for the number do not keep its owner from the change.
 */
export const handler = serve(
  sendOldNumberCode,
  async (_input, call) => {
    const { table, caller, deviceTokens, now } = call;
    const user = await userById(table, caller.userId, now);
    if (!user) throw new Refusal('UNAUTHENTICATED');
    const { id: subject, phoneNumber } = user;
    if (phoneNumber === '') throw new Refusal('WRONG_STATUS', { message: NO_NUMBER });
    await textCode(call, {
      purpose: 'OLD_PHONE',
      subject,
      phoneNumber,
      deliver: true,
      confirmed: true,
      findDevice: () => knownDevice(table, subject, deviceTokens, now),
    });
    return {};
  },
  { gives: { sms } },
);
