import { describe, expect, test } from '@jest/globals';
import { cents } from '#shared/money.ts';
import { fromIso, instant } from '#shared/time.ts';
import { homeAlerts } from '#web/features/accounts/pages/dashboard/home-alerts.ts';
import { paths } from '#web/paths.ts';
import { dayWords } from '#web/shell/dates.ts';

/* Alerts on the home screen, which stay until they are resolved. */

const at = fromIso('2026-11-22T10:00:00.000Z');
const user: Parameters<typeof homeAlerts>[0] = {
  licenseId: 'STARTER',
  trusted: true,
  fullName: 'Nora Lindqvist',
  planPaymentFailed: false,
};
type Kind = Parameters<typeof homeAlerts>[1]['alerts'][number]['kind'];
const alert = (kind: Kind, more: { count?: number; amount?: number; about?: string } = {}) => ({
  kind,
  at,
  count: more.count ?? 1,
  about: more.about ?? null,
  amount: cents(more.amount ?? 0),
});
const titles = (holder: Parameters<typeof homeAlerts>[0], ...alerts: ReturnType<typeof alert>[]) =>
  homeAlerts(holder, { alerts, waitingAmount: cents(0) }).map(({ title }) => title);

test('homeAlerts is empty for a user without events', () => {
  expect(titles(user)).toEqual([]);
});

test('the alert of a failed renewal stays until the plan changes and cannot be dismissed', () => {
  const [failed] = homeAlerts(
    { ...user, planPaymentFailed: true },
    { alerts: [], waitingAmount: cents(0) },
  );
  expect(failed).toMatchObject({
    title: 'Your plan couldn’t be renewed',
    action: { to: paths.subscription() },
  });
  expect(failed?.dismiss).toBeUndefined();
});

test('the alert of earnings that wait for a payout account stays until the payout', () => {
  const [waits] = homeAlerts(user, { alerts: [], waitingAmount: cents(4_670) });
  expect(waits?.title).toBe('$46.70 is waiting for your payout account');
  expect(waits?.dismiss).toBeUndefined();
});

describe('homeAlerts', () => {
  test('leaves out the end of a plan if the user has a plan again', () => {
    const ended = alert('PLAN_ENDED', { about: 'STARTER' });
    expect(titles({ ...user, licenseId: 'FREE' }, ended)).toEqual([
      `Your Starter plan ended on ${dayWords(at, instant(Date.now()))}`,
    ]);
    expect(titles(user, ended)).toEqual([]);
  });

  test('leaves out a lost badge if the user has it again or has no plan with a badge', () => {
    const lost = alert('BADGE_LOST');
    expect(titles({ ...user, trusted: false }, lost)).toEqual(['Your Verified badge is gone']);
    expect(titles(user, lost)).toEqual([]);
    expect(titles({ ...user, licenseId: 'FREE', trusted: false }, lost)).toEqual([]);
  });
});

test('several alerts of one kind are combined into one with their number and a link to all of them', () => {
  const shown = homeAlerts(user, {
    waitingAmount: cents(0),
    alerts: [
      alert('REPORT_CHARGED', { count: 2, about: 'b' }),
      alert('BONUS_EARNED', { count: 3, amount: 300 }),
      alert('BONUS_TAKEN_BACK', { amount: 100 }),
    ],
  });
  expect(shown.map(({ title }) => title)).toEqual([
    '2 letters you sent were reported',
    'You earned $3.00 for 3 invitations',
    '$1.00 for an invitation was taken back',
  ]);
  expect(shown[0]?.action.to).toBe(paths.orders());
  expect(
    homeAlerts(user, {
      waitingAmount: cents(0),
      alerts: [alert('REPORT_CHARGED', { about: 'b' })],
    })[0]?.action.to,
  ).toBe(paths.orderViewer('b'));
});

test.each([
  ['BOUNCE', ['Emails to you came back']],
  ['COMPLAINT', []],
  [null, []],
] as const)(
  'an address whose emails were suppressed by %s is told on Home: %j',
  (suppressed, shown) => {
    const none = { alerts: [], waitingAmount: cents(0) };
    expect(homeAlerts(user, none, suppressed).map(({ title }) => title)).toEqual(shown);
  },
);

test('the alert of a message of care leads to the message and speaks of no decision', () => {
  const [care] = homeAlerts(user, {
    alerts: [alert('DECISION', { about: 'CARE_MESSAGE 01HZX' })],
    waitingAmount: cents(0),
  });
  expect(care).toMatchObject({
    title: 'A message from our team',
    words: 'A person on our team has a message for you.',
    action: { label: 'Read the message', to: paths.decision('01HZX') },
  });
});
