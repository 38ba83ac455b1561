import { PRODUCT_NAME } from '../../brand.ts';

/* The text messages to phones. */

/**
 * The text message that carries a code. Its last line lets a phone offer the code on this site alone
 * (https://wicg.github.io/sms-one-time-codes/), so it names the host and comes last.
 */
export function codeMessage(digits: string, origin: string): string {
  const { hostname } = new URL(origin);
  return `${digits} is your ${PRODUCT_NAME} code. It works for 10 minutes. Never share it.\n\n@${hostname} #${digits}`;
}

/**
 * The text message to the old phone after a phone change. A person who did not make the change can still sign in with the
 * password, but cannot reset it: the code would go to the new phone.
 */
export function formerPhoneMessage(origin: string): string {
  return `Your ${PRODUCT_NAME} account moved to another phone number, so its codes no longer come here. If that was you, all is well. If not, sign in with your password at ${origin}/login, choose a new password and ask us for help there.`;
}

/**
 * The text message that warns the old phone of a pending phone change. `day`: the first day on which it can be completed.
 */
export function phoneChangeAskedMessage(origin: string, day: string): string {
  return `Somebody asked to move your ${PRODUCT_NAME} account to another phone number. It can happen from ${day} on. If that was you, all is well. If not, sign in at ${origin}/change-phone-number, stop it and choose a new password.`;
}
