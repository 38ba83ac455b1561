import { type HelpLine, helpLineSentence } from '../help-lines.ts';
import { type Cents, formatMoney } from '../money.ts';

/* The messages to people about whom somebody was worried, and to whoever was worried. docs/product/desk.md#danger */

/**
 * The message of staff to somebody who may be in danger, word for word. `firstName`: undefined for an account that is gone. `returned`:
 * the money of the letter that came back to them.
 */
export const careMessage = (person: {
  readonly firstName: string | undefined;
  readonly isLetter: boolean;
  readonly line: HelpLine;
  readonly returned: Cents | undefined;
}): string =>
  [
    `${['Hello', person.firstName].filter(Boolean).join(' ')}, we read ${person.isLetter ? 'your letter' : 'what you wrote'} and we are glad you wrote it.`,
    'You don’t have to carry this alone.',
    helpLineSentence(person.line),
    ...(person.returned === undefined
      ? []
      : [`Your ${formatMoney(person.returned)} is back with you.`]),
    'If you answer this, a person reads it.',
  ].join(' ');

/** The subject of the message, above it. */
export const CARE_FACTS = 'Someone who read what you wrote was worried about you.';

/** The answer to whoever reported it, the same for each decision: help for the person stays between them and us. */
export const CARE_REPORT_FACTS = 'You reported something because you were worried about someone.';
export const CARE_THANKS =
  'Thank you for looking out for them. A person on our team read it. What we do for them stays between them and us.';

/** The notifications. They say nothing that others should read on a lock screen. */
export const CARE_NOTIFICATION = {
  title: 'We wrote to you',
  body: 'A person on our team has a message for you.',
};
export const CARE_REPORT_NOTIFICATION = {
  title: 'Thank you for your report',
  body: 'A person on our team read it.',
};

/** The label of the link to the message, in the email and on Home. */
export const CARE_LABEL = 'Read the message';
/** The reason in its email, which always comes, whatever was chosen. */
export const CARE_EMAIL_REASON = 'You get this because a person on our team wrote to you.';
