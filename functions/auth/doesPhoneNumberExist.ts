import { doesPhoneNumberExist } from '#shared/api/auth.ts';
import { serve } from '../serve.ts';
import { holderOfPhone } from '../storage/accounts/users.ts';
import { acceptedPhoneNumber } from './phone-number.ts';

/**
 * Returns whether an account has confirmed a phone number. This reveals no more than registering does, and has tight
 * limits.
 */
export const handler = serve(doesPhoneNumberExist, async (input, { table, settings }) => {
  const phoneNumber = acceptedPhoneNumber(input.phoneNumber, settings);
  return { phoneNumberExists: Boolean(await holderOfPhone(table, phoneNumber)) };
});
