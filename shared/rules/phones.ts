import { PRODUCT_NAME } from '../brand.ts';

/* Phone numbers and the codes that are texted to them. */

/** Whether a number in E.164 belongs to a country that codes are sent to; `1` stands for all of +1. */
export function mayBeTexted(phoneNumber: string, allowedCallingCodes: readonly string[]): boolean {
  return allowedCallingCodes.some((code) => phoneNumber.startsWith(`+${code}`));
}

/**
 * The text message that carries a code. Its last line lets a phone offer the code on this site alone
 * (https://wicg.github.io/sms-one-time-codes/), so it names the host and comes last.
 */
export function codeMessage(digits: string, origin: string): string {
  const { hostname } = new URL(origin);
  return `${digits} is your ${PRODUCT_NAME} code. It works for 10 minutes. Never share it.\n\n@${hostname} #${digits}`;
}
