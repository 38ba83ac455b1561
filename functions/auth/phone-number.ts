import plans from 'libphonenumber-js/max/metadata';
import { invalidInput } from '../../shared/refusals.ts';
import { openPhoneNumber } from '../../shared/rules/auth/phone-numbers.ts';
import type { Settings } from '../../shared/settings.ts';

/** A typed phone number in E.164; refuses at its field what is no number, or none that this stage sends text messages to. */
export function acceptedPhoneNumber(typed: string, settings: Settings): string {
  const read = openPhoneNumber(typed, settings, plans);
  if (read.fault !== undefined) throw invalidInput({ phoneNumber: read.fault });
  return read.number;
}
