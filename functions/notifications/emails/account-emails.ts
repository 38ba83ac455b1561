import { PRODUCT_NAME } from '../../../shared/brand.ts';
import { SECURITY_WAIT } from '../../../shared/rules/auth/security-wait.ts';
import { momentInUtc, stoppableUntil } from '../../../shared/rules/auth/takeover-ladder.ts';
import { STEP_SENTENCES } from '../../../shared/rules/auth/text-messages.ts';
import { type Instant, later } from '../../../shared/time.ts';
import type { SecurityStep } from '../../storage/auth/security-steps.ts';
import type { EmailContent } from './render.ts';

/* Emails about the address itself, and what protects the account. */

/** The email with the code that confirms an address. */
export const codeEmail = (digits: string): EmailContent => ({
  subject: `${digits} is your ${PRODUCT_NAME} code`,
  heading: 'Confirm your email address',
  code: digits,
  paragraphs: [
    'Enter this code where you asked for it. It works for 10 minutes. Never share it.',
    'If you didn’t ask for it, ignore this email: nothing happens without the code.',
  ],
  reason: `Someone entered this address at ${PRODUCT_NAME}.`,
});

/** The email with the code for an account whose phone is lost. */
export const recoveryEmail = (digits: string): EmailContent => ({
  subject: `${digits} is your ${PRODUCT_NAME} code`,
  heading: 'Move your account to another phone',
  code: digits,
  paragraphs: [
    'Enter this code and your password to move your account to another phone number. It works for 10 minutes. Never share it.',
    'If you didn’t ask for it, ignore this email: nothing happens without the code and your password.',
  ],
  reason: 'Someone said that they no longer have the phone of your account.',
});

/** The email instead of the code while the account cannot be moved yet. */
export const waitingRecoveryEmail = (from: Instant): EmailContent => ({
  subject: `Your ${PRODUCT_NAME} account can’t be moved yet`,
  heading: 'Your account can’t be moved yet',
  paragraphs: [
    `Something that protects your account changed less than 72 hours ago. It can be moved to another phone from ${momentInUtc(from)} on. Please ask for a code then.`,
    'If you didn’t ask for it, ignore this email: nothing has happened.',
  ],
  reason: 'Someone said that they no longer have the phone of your account.',
});

/**
 * The email that tells the address that an account had before a step of the takeover ladder, with the link that stops the step. It
 * contains neither the new phone number nor the new address.
 */
export const securityStepEmail = (
  title: string,
  { step, at }: Pick<SecurityStep, 'step' | 'at'>,
  path: string,
): EmailContent => ({
  subject: title,
  heading: title,
  paragraphs: [
    STEP_SENTENCES[step],
    ...(step === 'EMAIL_CHANGE'
      ? [
          `If this address was removed from your ${PRODUCT_NAME} account, this is the last email to it.`,
        ]
      : []),
    ...(step === 'PHONE_REQUEST'
      ? [`It can happen from ${momentInUtc(later(at, SECURITY_WAIT))} on.`]
      : []),
    `If that was you, all is well. If not, stop it by ${momentInUtc(stoppableUntil(step, at))}. The page says what is stopped before anything happens.`,
  ],
  facts: [{ label: 'When', value: momentInUtc(at) }],
  action: { label: 'This wasn’t me', path },
  reason: 'You get this because it protects your account.',
});
