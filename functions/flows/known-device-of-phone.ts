import { holderOfPhone } from '../storage/users.ts';
import { deviceOf } from './known-device.ts';
import { acceptedPhoneNumber } from './phone-number.ts';

/* In a file of its own: it needs the numbering plans of the world. */

export const deviceOfPhone = deviceOf((from, input: { phoneNumber: string }, { settings }) =>
  holderOfPhone(from, acceptedPhoneNumber(input.phoneNumber, settings)),
);
