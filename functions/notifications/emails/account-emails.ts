import { PRODUCT_NAME } from '#shared/brand.ts';
import type { ReadersDates } from '#shared/messages/dates.ts';
import { SECURITY_WAIT } from '#shared/rules/auth/security-wait.ts';
import { momentIn } from '#shared/rules/auth/takeover-ladder.ts';
import { STEP_SENTENCES } from '#shared/rules/auth/text-messages.ts';
import { type Instant, later } from '#shared/time.ts';
import type { SecurityStep } from '../../storage/auth/security-steps.ts';
import { type EmailContent, factsOf, text } from './content.ts';

/* Emails about the address itself, and what protects the account. */

const TEN_MINUTES = 'It works for 10 minutes. Never share it.';

/** The email with the code that confirms an address. */
export const codeEmail = (digits: string): EmailContent => ({
  subject: `${digits} is your ${PRODUCT_NAME} code`,
  preview: `Enter it where you asked for it. ${TEN_MINUTES}`,
  heading: 'Confirm your email address',
  blocks: [
    { kind: 'code', digits },
    text(`Enter this code where you asked for it. ${TEN_MINUTES}`),
    text('If you didn’t ask for it, ignore this email: nothing happens without the code.'),
  ],
  reason: `Someone entered this address at ${PRODUCT_NAME}.`,
  isOutsideAccount: true,
});

/** The email with the code for an account whose phone is lost. */
export const recoveryEmail = (digits: string): EmailContent => ({
  subject: `${digits} is your ${PRODUCT_NAME} code`,
  preview: `Enter it to move your account to another phone. ${TEN_MINUTES}`,
  heading: 'Move your account to another phone',
  blocks: [
    { kind: 'code', digits },
    text(
      `Enter this code and your password to move your account to another phone number. ${TEN_MINUTES}`,
    ),
    text(
      'If you didn’t ask for it, ignore this email: nothing happens without the code and your password.',
    ),
  ],
  reason: LOST_PHONE,
  isOutsideAccount: true,
});

const LOST_PHONE = 'Someone said that they no longer have the phone of your account.';

/** The email instead of the code while the account cannot be moved yet. */
export const waitingRecoveryEmail = (from: Instant, dates: ReadersDates): EmailContent => ({
  subject: `Your ${PRODUCT_NAME} account can’t be moved yet`,
  preview: `You can move it to another phone starting ${momentIn(dates, from)}.`,
  heading: 'Your account can’t be moved yet',
  blocks: [
    text(
      `Something that protects your account changed less than 72 hours ago. You can move it to another phone starting ${momentIn(dates, from)}. Ask for a code then.`,
    ),
    text('If you didn’t ask for it, ignore this email: nothing has happened.'),
  ],
  reason: LOST_PHONE,
  isOutsideAccount: true,
});

/**
 * The email that tells the address that an account had before a step of the takeover ladder, with the link that stops the step. It
 * contains neither the new phone number nor the new address.
 */
export const securityStepEmail = (
  title: string,
  { step, at }: Pick<SecurityStep, 'step' | 'at'>,
  path: string,
  dates: ReadersDates,
): EmailContent => {
  // A requested phone change can be stopped later too, but then it may have been made.
  const until = momentIn(dates, later(at, SECURITY_WAIT));
  return {
    subject: title,
    preview: `If this wasn’t you, stop it by ${until}.`,
    heading: title,
    blocks: [
      text(STEP_SENTENCES[step]),
      ...(step === 'EMAIL_CHANGE'
        ? [
            text(
              `If this address was removed from your ${PRODUCT_NAME} account, this is the last email to it.`,
            ),
          ]
        : []),
      ...(step === 'PHONE_REQUEST' ? [text(`The change can be made starting ${until}.`)] : []),
      text([
        'If this was you, you don’t need to do anything. If not, stop it by ',
        { strong: until },
        '. The page says what stopping does before you decide.',
      ]),
      factsOf([{ label: 'When', value: dates.moment(at) }]),
    ],
    action: { label: 'This wasn’t me', path },
    reason: 'You get this because it protects your account.',
    isOutsideAccount: true,
  };
};
