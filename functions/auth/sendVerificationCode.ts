import { sendVerificationCode } from '#shared/api/phone-change.ts';
import { invalidInput, Refusal } from '#shared/refusals.ts';
import { sms } from '../gateways/sms.ts';
import { serve } from '../serve.ts';
import { holderOfPhone, userById } from '../storage/accounts/users.ts';
import { phoneKey } from '../storage/keys.ts';
import { acceptedPhoneNumber } from './phone-number.ts';
import { phoneTaken } from './refusals.ts';
import { textCode } from './text-code.ts';

const OWN = 'This is your phone number already';

/**
 * Texts the code that proves the caller's new phone number (docs/product/accounts.md#phone-change). The refusal of another
 * account's number reveals nothing new, because `doesPhoneNumberExist` reveals the same.
 */
export const handler = serve(
  sendVerificationCode,
  async (input, call) => {
    const { table, caller, now, settings } = call;
    const phoneNumber = acceptedPhoneNumber(input.phoneNumber, settings);
    const [user, holder] = await Promise.all([
      userById(table, caller.userId, now),
      holderOfPhone(table, phoneNumber),
    ]);
    if (!user) throw new Refusal('UNAUTHENTICATED');
    if (user.phoneNumber === phoneNumber) throw invalidInput({ phoneNumber: OWN });
    if (holder) throw phoneTaken();
    const { id: subject } = user;
    await textCode(call, {
      purpose: 'PHONE',
      subject,
      phoneNumber,
      deliver: true,
      confirmed: false,
    });
    return {};
  },
  { readAhead: ({ phoneNumber }) => [phoneKey(phoneNumber)], gives: { sms } },
);
