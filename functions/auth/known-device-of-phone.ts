import { holderOfPhone } from '../storage/accounts/users.ts';
import { deviceOf } from './known-device.ts';
import { acceptedPhoneNumber } from './phone-number.ts';

/** Finds the known device of a call that names a phone number. A separate file, because it bundles libphonenumber's data. */
export const deviceOfPhone = deviceOf((from, input: { phoneNumber: string }, { settings }) =>
  holderOfPhone(from, acceptedPhoneNumber(input.phoneNumber, settings)),
);
