import { expect, test } from '@jest/globals';
import {
  LADDER_STEPS,
  stepsWaitingAfter,
  TAKEOVER_LADDER,
} from '#shared/rules/auth/takeover-ladder.ts';
import { instant } from '#shared/time.ts';
import { afterStepWords, waitEndWords } from '#web/features/auth/ladder-words.ts';

test.each(LADDER_STEPS)('the sentence about %s names each step that waits after it', (step) => {
  const words = afterStepWords(step);
  const named = {
    PASSWORD_RESET: 'reset the password',
    PASSWORD_CHANGE: 'change the password',
    PHONE_CHANGE: 'change the phone number',
    RECOVERY: 'move the account by email',
    EMAIL_CHANGE: 'change the email address',
    PASSKEY_ADDED: 'add a passkey',
    PASSKEY_REMOVED: 'remove a passkey',
    PAYOUT_SETUP: 'set up payouts',
  } as const;
  const waiting = LADDER_STEPS.filter((one) => words.includes(named[one]));
  expect(waiting).toEqual(stepsWaitingAfter(step));
  for (const one of waiting) expect(TAKEOVER_LADDER[one].waitsAfter).toContain(step);
});

test('the end of the wait has a weekday, a day and a time', () => {
  const now = instant(Date.UTC(2026, 10, 29, 9, 12));
  expect(waitEndWords(now)).toMatch(/ wait until Wed, Dec 2, \d+:\d\d [AP]M\.$/);
});
