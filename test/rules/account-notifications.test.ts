import { describe, expect, test } from '@jest/globals';
import type { DomainEvent } from '#shared/domain-events.ts';
import {
  ACCOUNT_EVENTS,
  accountNotification,
} from '#shared/rules/notifications/account-notifications.ts';
import {
  partsOf,
  TEXTED_EVENTS,
  textMessageOf,
} from '#shared/rules/notifications/text-messages.ts';
import { DAY, instant } from '#shared/time.ts';

/* What people read on a lock screen, and in a text message, about each event of their account. */

type AccountEventType = (typeof ACCOUNT_EVENTS)[number];
type Words = readonly [title: string, body: string];
type Rest = readonly [path: string, tag: string, urgency?: 'high'];

const DETAIL = {
  userId: 'ana',
  invitedUserId: 'ben',
  ownerId: 'cleo',
  sessionId: 's1',
  plan: 'STARTER',
  period: '2026-10',
  outcome: 'UPHELD',
  deletionAt: Date.UTC(2026, 11, 9),
  amountCents: 40,
  appealable: true,
};
const notificationOf = (type: AccountEventType, detail: object = {}) =>
  accountNotification({
    id: 'e1',
    type,
    at: instant(0),
    detail: { ...DETAIL, ...detail },
  } as unknown as DomainEvent<AccountEventType>);

const CHOOSE = 'choose a new password';
const STOP = 'If this wasn’t you, stop it with the link in our text message or email.';

const NOTIFICATIONS: Record<AccountEventType, readonly [Words, Rest]> = {
  'payout.paid': [
    ['Your payout is paid', 'Stripe passes it on to your bank.'],
    ['/payouts', 'payout:2026-10'],
  ],
  'payout.waiting': [
    ['Your payout is waiting for your payout account', 'Set up payouts, and it goes out.'],
    ['/account-balance', 'payout:2026-10'],
  ],
  'payout.held': [
    [
      'Your payout is held for a check',
      'You don’t lose any of it, and the check needs nothing from you.',
    ],
    ['/payouts', 'payout:held'],
  ],
  'payout.failed': [
    ['Your payout didn’t go through', 'We still owe it to you.'],
    ['/payouts', 'payout:2026-10'],
  ],
  'plan.renewalFailed': [
    [
      'Starter couldn’t be renewed',
      'The payment was declined. Check your payment method to keep your plan.',
    ],
    ['/subscription', 'plan'],
  ],
  'plan.ended': [
    ['Your Starter plan has ended', 'You’re on the Free plan now.'],
    ['/subscription', 'plan'],
  ],
  'referral.earned': [
    ['You earned a bonus for an invitation', 'It’s in your balance.'],
    ['/account-balance', 'referral:ben'],
  ],
  'referral.takenBack': [
    ['A bonus for an invitation was taken back', 'The payment behind it was refunded or disputed.'],
    ['/account-balance', 'referral:ben'],
  ],
  'user.signedIn': [
    ['Someone signed in on a new device', `If this wasn’t you, sign it out and ${CHOOSE}.`],
    ['/settings/security', 'sign-in:s1', 'high'],
  ],
  'user.passwordReset': [
    ['Your password was reset', STOP],
    ['/settings/security', 'password', 'high'],
  ],
  'user.passwordChanged': [
    ['Your password was changed', STOP],
    ['/settings/security', 'password', 'high'],
  ],
  'user.payoutSetUp': [
    ['The setup of your payouts was opened', STOP],
    ['/account-balance', 'payout-setup', 'high'],
  ],
  'user.stepStopped': [
    [
      'A change of your account was stopped',
      'Everyone is signed out. If this wasn’t you, ask us for help.',
    ],
    ['/settings/security', 'stopped', 'high'],
  ],
  'user.emailChanged': [
    ['Your email address has changed', STOP],
    ['/settings/email', 'email', 'high'],
  ],
  'user.passkeyAdded': [
    ['A passkey was added to your account', 'It can sign in. If this wasn’t you, remove it now.'],
    ['/settings/security', 'passkey', 'high'],
  ],
  'user.passkeyRemoved': [
    ['A passkey was removed from your account', STOP],
    ['/settings/security', 'passkey', 'high'],
  ],
  'user.phoneChangeAsked': [
    ['Your phone number is about to change', 'It takes 72 hours. If this wasn’t you, stop it now.'],
    ['/change-phone-number', 'phone', 'high'],
  ],
  'user.phoneChanged': [
    ['Your phone number has changed', STOP],
    ['/change-phone-number', 'phone', 'high'],
  ],
  'user.deletionRequested': [
    ['Your account will be deleted', `On Dec 9, 2026. If this wasn’t you, keep it and ${CHOOSE}.`],
    ['/settings/leaving', 'deletion', 'high'],
  ],
  'user.deletionSoon': [
    ['Your account will be deleted soon', 'On Dec 9, 2026. Until then you can keep it.'],
    ['/settings/leaving', 'deletion', 'high'],
  ],
  'export.ready': [
    [
      'The copy of your data is ready',
      `You can download it for 7 days. If you didn’t ask for it, ${CHOOSE}.`,
    ],
    ['/settings/leaving', 'export'],
  ],
  'report.decided': [
    ['We looked at your report', 'We have acted on it. Thank you.'],
    ['/decisions', 'report:e1'],
  ],
  'appeal.decided': [
    ['A decision about your appeal', 'Open it to read what was decided, and why.'],
    ['/decisions', 'statement'],
  ],
  'statement.written': [
    ['A decision about your account', 'Open it to read the reasons, and how to appeal.'],
    ['/decisions', 'statement', 'high'],
  ],
  'place.free': [
    [
      'There’s an opening for your letter',
      'You asked us to let you know. Openings go to the first person who pays.',
    ],
    ['/dashboard', 'place:cleo'],
  ],
};

/** The payouts of a month, which the notification names. */
const OF_A_PERIOD = { 'payout.paid': 1, 'payout.waiting': 1, 'payout.failed': 1 };

describe('the notification of', () => {
  test.each(ACCOUNT_EVENTS)('%s says what happened and opens its screen', (type) => {
    const [[title, body], [path, tag, urgency = 'normal']] = NOTIFICATIONS[type];
    const open = { title, body: type in OF_A_PERIOD ? `October 2026. ${body}` : body };
    expect(notificationOf(type)).toEqual({
      userId: 'ana',
      title,
      body,
      open,
      path,
      tag,
      urgency,
      goodFor: 7 * DAY,
    });
  });

  test('a decision that is not against the person does not speak of an appeal', () =>
    expect(notificationOf('statement.written', { appealable: false }).body).toBe(
      'Open it to read what was decided, and why.',
    ));

  test('a rejected report says that no rule was broken', () =>
    expect(notificationOf('report.decided', { outcome: 'REJECTED' }).body).toBe(
      'We found no breach of our rules.',
    ));
});

/** The words of texts that differ from those of the notification. */
const OWN_TEXTS: Partial<Record<(typeof TEXTED_EVENTS)[number], string>> = {
  'plan.renewalFailed':
    'your Starter plan could not be renewed, the payment was declined. Check it at https://r.test/subscription',
  'plan.ended':
    'your Starter plan has ended. You are on the Free plan. Plans: https://r.test/subscription',
  'referral.earned': 'you earned $0.40 for an invitation. See https://r.test/account-balance',
  'claim.opened':
    'a sender claims that your answer does not answer the question. Respond by Sun, Jan 4, 1970, 12:00 AM UTC, or they get their money back: https://r.test/inbox-viewer/c1',
  'user.stepStopped':
    'a change of your account was stopped, and everyone is signed out. Not you? Ask us for help: https://r.test/login',
  'user.deletionRequested':
    'your account will be deleted on Wed, Dec 9, 2026, 12:00 AM UTC. Keep it: https://r.test/settings/leaving',
  'user.deletionSoon':
    'your account will be deleted on Wed, Dec 9, 2026, 12:00 AM UTC. Keep it: https://r.test/settings/leaving',
};

test.each(TEXTED_EVENTS)('the text message of %s says what happened and where to go', (type) => {
  const event = { id: 'e1', type, at: instant(0), detail: { ...DETAIL, conversationId: 'c1' } };
  const notification = { title: 'It isn’t so', body: 'Read “why” – now.', path: '/there' };
  const sent = textMessageOf(
    event as unknown as Parameters<typeof textMessageOf>[0],
    notification,
    'https://r.test',
  );
  const notified = 'It isn\'t so. Read "why" - now. https://r.test/there';
  expect(sent).toBe(`ReplyPaid: ${OWN_TEXTS[type] ?? notified}`);
});

test.each([
  [160, 1],
  [161, 2],
  [306, 2],
  [307, 3],
])('a text of %d characters is sent in %d messages', (characters, parts) =>
  expect(partsOf('x'.repeat(characters))).toBe(parts),
);
