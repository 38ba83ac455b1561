import { PRODUCT_NAME } from '../../../shared/brand.ts';
import type { EmailContent } from './render.ts';

/* E-mails about the address itself. */

/** The e-mail with the code that confirms an address. */
export const codeEmail = (digits: string): EmailContent => ({
  subject: `${digits} is your ${PRODUCT_NAME} code`,
  heading: 'Confirm your e-mail address',
  code: digits,
  paragraphs: [
    'Enter this code where you asked for it. It works for 10 minutes. Never share it.',
    'If you did not ask for it, ignore this e-mail: nothing happens without the code.',
  ],
  reason: `Somebody entered this address at ${PRODUCT_NAME}.`,
});

/** The e-mail with the code for an account whose phone is lost. */
export const recoveryEmail = (digits: string): EmailContent => ({
  subject: `${digits} is your ${PRODUCT_NAME} code`,
  heading: 'Move your account to another phone',
  code: digits,
  paragraphs: [
    'Enter this code and your password to move your account to another phone number. It works for 10 minutes. Never share it.',
    'If you did not ask for it, ignore this e-mail: nothing happens without the code and your password.',
  ],
  reason: 'Somebody said that they no longer have the phone of your account.',
});

/** The e-mail to the address that an account had before. It does not contain the new one. */
export const formerAddressEmail = (): EmailContent => ({
  subject: `Your ${PRODUCT_NAME} e-mail address has changed`,
  heading: 'Your e-mail address has changed',
  paragraphs: [
    `This address was removed from your ${PRODUCT_NAME} account, so this is the last e-mail to it.`,
    'If that was you, all is well. If not, sign in, choose a new password and ask us for help there.',
  ],
  action: { label: 'Change your password', path: '/change-password' },
  reason: 'You get this because it protects your account.',
});
