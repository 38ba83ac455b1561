import plans from 'libphonenumber-js/max/metadata';
import { invalidInput } from '#shared/refusals.ts';
import { openPhoneNumber } from '#shared/rules/auth/phone-numbers.ts';
import type { Settings } from '#shared/settings.ts';

/**
 * Converts a typed phone number to E.164. Refuses, at its form field, a text that is not a number and a number that this
 * stage does not send text messages to.
 */
export function acceptedPhoneNumber(typed: string, settings: Settings): string {
  const read = openPhoneNumber(typed, settings, plans);
  if (read.fault !== undefined) throw invalidInput({ phoneNumber: read.fault });
  return read.number;
}
