import type { DomainEvent, DomainEventType } from '../../domain-events.ts';
import { CARE_NOTIFICATION, CARE_REPORT_NOTIFICATION } from '../../messages/care.ts';
import * as earnings from '../../messages/earnings.ts';
import * as plans from '../../messages/plans.ts';
import { DAY } from '../../time.ts';
import { type PaidPlan, PLAN_TERMS } from '../billing/plans.ts';
import { periodInWords } from '../payouts/payouts.ts';
import type { Notification } from './notification.ts';
import {
  deletionNotification,
  emailNotification,
  exportNotification,
  passkeyNotification,
  passwordNotification,
  payoutSetupNotification,
  phoneNotification,
  signInNotification,
  stoppedStepNotification,
} from './security-notifications.ts';

/*
 * Notifications about an account: its payouts, plan, phone number, invitations, reports and decisions. They contain no amounts,
 * which only the app shows.
 */

const WEEK = 7 * DAY;

export const ACCOUNT_EVENTS = [
  'payout.paid',
  'payout.waiting',
  'payout.held',
  'payout.failed',
  'plan.renewalFailed',
  'plan.ended',
  'referral.earned',
  'referral.takenBack',
  'user.signedIn',
  'user.passwordReset',
  'user.passwordChanged',
  'user.emailChanged',
  'user.passkeyAdded',
  'user.passkeyRemoved',
  'user.phoneChangeAsked',
  'user.phoneChanged',
  'user.payoutSetUp',
  'user.stepStopped',
  'user.deletionRequested',
  'user.deletionSoon',
  'export.ready',
  'report.decided',
  'appeal.decided',
  'statement.written',
  'place.free',
] as const satisfies readonly DomainEventType[];

type AccountEvent = DomainEvent<(typeof ACCOUNT_EVENTS)[number]>;

/** Returns the notification of an account event. */
export function accountNotification(event: AccountEvent): Notification {
  switch (event.type) {
    case 'plan.renewalFailed':
    case 'plan.ended':
      return planNotification(event);
    case 'referral.earned':
    case 'referral.takenBack':
      return referralNotification(event);
    case 'user.signedIn':
      return signInNotification(event);
    case 'user.passwordReset':
    case 'user.passwordChanged':
      return passwordNotification(event);
    case 'user.payoutSetUp':
      return payoutSetupNotification(event);
    case 'user.stepStopped':
      return stoppedStepNotification(event);
    case 'user.emailChanged':
      return emailNotification(event);
    case 'user.passkeyAdded':
    case 'user.passkeyRemoved':
      return passkeyNotification(event);
    case 'user.phoneChangeAsked':
    case 'user.phoneChanged':
      return phoneNotification(event);
    case 'user.deletionRequested':
    case 'user.deletionSoon':
      return deletionNotification(event);
    case 'export.ready':
      return exportNotification(event);
    case 'report.decided':
      return reportNotification(event);
    case 'appeal.decided':
      return appealNotification(event);
    case 'statement.written':
      return statementNotification(event);
    case 'place.free':
      return placeNotification(event);
    case 'payout.held':
      return heldPayoutNotification(event);
    default:
      return payoutNotification(event);
  }
}

/** The notification of a free place. The home screen names the person. */
function placeNotification({ detail }: DomainEvent<'place.free'>): Notification {
  const words = {
    title: 'There’s an opening for your letter',
    body: 'You asked us to let you know. Openings go to the first person who pays.',
  };
  const about = {
    path: '/dashboard',
    tag: `place:${detail.ownerId}`,
    urgency: 'normal',
    goodFor: WEEK,
  } as const;
  return { ...words, open: words, userId: detail.userId, ...about };
}

/** The notification of a decided report. It says nothing about the reported person. */
function reportNotification({ id, detail }: DomainEvent<'report.decided'>): Notification {
  const words = detail.care
    ? CARE_REPORT_NOTIFICATION
    : {
        title: 'We looked at your report',
        body:
          detail.outcome === 'UPHELD'
            ? 'We have acted on it. Thank you.'
            : 'We found no breach of our rules.',
      };
  const about = {
    path: pathOfDecision(detail.statementId),
    tag: `report:${id}`,
    urgency: 'normal',
    goodFor: WEEK,
  } as const;
  return { ...words, open: words, userId: detail.userId, ...about };
}

/** The notification of a decided appeal. What was decided is not for a lock screen. */
function appealNotification({
  detail: { userId, statementId },
}: DomainEvent<'appeal.decided'>): Notification {
  const words = {
    title: 'A decision about your appeal',
    body: 'Open it to read what was decided, and why.',
  };
  const about = { tag: 'statement', urgency: 'normal', goodFor: WEEK } as const;
  const path = pathOfDecision(statementId);
  return { ...words, open: words, userId, path, ...about };
}

/** The screen of a decision; the list of all if the event does not name one. */
const pathOfDecision = (statementId: string | undefined): string =>
  statementId === undefined ? '/decisions' : `/decisions/${statementId}`;

/** The notification of a statement of reasons. What was decided is not for a lock screen. */
function statementNotification({
  detail: { userId, appealable, care = false, statementId },
}: DomainEvent<'statement.written'>): Notification {
  const words = care
    ? CARE_NOTIFICATION
    : {
        title: 'A decision about your account',
        body: appealable
          ? 'Open it to read the reasons, and how to appeal.'
          : 'Open it to read what was decided, and why.',
      };
  const about = { tag: 'statement', urgency: 'high', goodFor: WEEK } as const;
  return { ...words, open: words, userId, path: pathOfDecision(statementId), ...about };
}

const planName = (plan: string) => PLAN_TERMS[plan as PaidPlan].name;

function planNotification({
  type,
  detail: { userId, plan },
}: DomainEvent<'plan.renewalFailed' | 'plan.ended'>): Notification {
  const words =
    type === 'plan.renewalFailed'
      ? plans.renewalFailed(planName(plan))
      : plans.ended(planName(plan));
  const about = { tag: 'plan', urgency: 'normal', goodFor: WEEK } as const;
  return { ...words, open: words, userId, path: '/subscription', ...about };
}

function referralNotification({
  type,
  detail: { userId, invitedUserId },
}: DomainEvent<'referral.earned' | 'referral.takenBack'>): Notification {
  const words =
    type === 'referral.earned'
      ? earnings.bonusNotifications.earned
      : earnings.bonusNotifications.takenBack;
  const about = { tag: `referral:${invitedUserId}`, urgency: 'normal', goodFor: WEEK } as const;
  return { ...words, open: words, userId, path: '/account-balance', ...about };
}

/** The notification of a payout that is held for a check. Which signs led to it is for staff only. */
function heldPayoutNotification({ detail: { userId } }: DomainEvent<'payout.held'>): Notification {
  const words = earnings.payoutNotifications.held;
  const about = { path: '/payouts', tag: 'payout:held', urgency: 'normal', goodFor: WEEK } as const;
  return { ...words, open: words, userId, ...about };
}

const PAYOUT_NOTIFICATIONS = {
  'payout.paid': { ...earnings.payoutNotifications.paid, path: '/payouts' },
  'payout.waiting': { ...earnings.payoutNotifications.waiting, path: '/account-balance' },
  'payout.failed': { ...earnings.payoutNotifications.failed, path: '/payouts' },
} as const;

/** The notification of a payout event. It contains no amount, which only the app shows. */
function payoutNotification({
  type,
  detail: { userId, period },
}: DomainEvent<keyof typeof PAYOUT_NOTIFICATIONS>): Notification {
  const { title, body, path } = PAYOUT_NOTIFICATIONS[type];
  const open = { title, body: `${periodInWords(period)}. ${body}` };
  const tag = `payout:${period}`;
  return { userId, title, body, open, path, tag, urgency: 'normal', goodFor: WEEK };
}
