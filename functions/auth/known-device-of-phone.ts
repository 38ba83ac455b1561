import { holderOfPhone } from '../storage/accounts/users.ts';
import { knownDeviceFinder } from './known-device.ts';
import { acceptedPhoneNumber } from './phone-number.ts';

/**
 * Finds the known device of a call that names a phone number. It has its own file because it bundles libphonenumber's
 * metadata.
 */
export const findDeviceOfPhone = knownDeviceFinder(
  (from, input: { phoneNumber: string }, { settings }) =>
    holderOfPhone(from, acceptedPhoneNumber(input.phoneNumber, settings)),
);
