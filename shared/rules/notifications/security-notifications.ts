import { prettyDate } from '../../dates.ts';
import type { DomainEvent } from '../../domain-events.ts';
import { DAY, instant } from '../../time.ts';
import type { Notification } from './notification.ts';

/* The notifications about the sign-in of an account. Each warns the owner of what somebody else could have done. */

const WEEK = 7 * DAY;

/** The notification of a phone change. It does not contain the number, because it shows on the lock screen. */
export function phoneNotification({
  type,
  detail: { userId },
}: DomainEvent<'user.phoneChangeAsked' | 'user.phoneChanged'>) {
  const words =
    type === 'user.phoneChangeAsked'
      ? {
          title: 'Your phone number is about to change',
          body: 'It takes 72 hours. If this wasn’t you, stop it now.',
        }
      : {
          title: 'Your phone number has changed',
          body: 'If this wasn’t you, stop it with the link in our text message or email.',
        };
  const about = { tag: 'phone', urgency: 'high', goodFor: WEEK } as const;
  return { ...words, open: words, userId, path: '/change-phone-number', ...about };
}

/** The notification of an added or removed passkey. Its name is not in it, because it shows on the lock screen. */
export function passkeyNotification({
  type,
  detail: { userId },
}: DomainEvent<'user.passkeyAdded' | 'user.passkeyRemoved'>) {
  const words =
    type === 'user.passkeyAdded'
      ? {
          title: 'A passkey was added to your account',
          body: 'It can sign in. If this wasn’t you, remove it now.',
        }
      : {
          title: 'A passkey was removed from your account',
          body: 'If this wasn’t you, stop it with the link in our text message or email.',
        };
  const about = { tag: 'passkey', urgency: 'high', goodFor: WEEK } as const;
  return { ...words, open: words, userId, path: '/settings/security', ...about };
}

/** The notification of a new password. */
export function passwordNotification({
  type,
  detail: { userId },
}: DomainEvent<'user.passwordReset' | 'user.passwordChanged'>): Notification {
  const words = {
    title: type === 'user.passwordReset' ? 'Your password was reset' : 'Your password was changed',
    body: 'If this wasn’t you, stop it with the link in our text message or email.',
  };
  const about = { tag: 'password', urgency: 'high', goodFor: WEEK } as const;
  return { ...words, open: words, userId, path: '/settings/security', ...about };
}

/** The notification that the setup of payouts was opened. */
export function payoutSetupNotification({
  detail: { userId },
}: DomainEvent<'user.payoutSetUp'>): Notification {
  const words = {
    title: 'The setup of your payouts was opened',
    body: 'If this wasn’t you, stop it with the link in our text message or email.',
  };
  const about = { tag: 'payout-setup', urgency: 'high', goodFor: WEEK } as const;
  return { ...words, open: words, userId, path: '/account-balance', ...about };
}

/** The notification that one of the old channels stopped a change. */
export function stoppedStepNotification({
  detail: { userId },
}: DomainEvent<'user.stepStopped'>): Notification {
  const words = {
    title: 'A change of your account was stopped',
    body: 'Everyone is signed out. If this wasn’t you, ask us for help.',
  };
  const about = { tag: 'stopped', urgency: 'high', goodFor: WEEK } as const;
  return { ...words, open: words, userId, path: '/settings/security', ...about };
}

/** The notification of another email address, or of its removal. It does not contain the address. */
export function emailNotification({
  detail: { userId },
}: DomainEvent<'user.emailChanged'>): Notification {
  const words = {
    title: 'Your email address has changed',
    body: 'If this wasn’t you, stop it with the link in our text message or email.',
  };
  const about = { tag: 'email', urgency: 'high', goodFor: WEEK } as const;
  return { ...words, open: words, userId, path: '/settings/email', ...about };
}

/** The notification of a requested deletion, and its reminder. */
export function deletionNotification({
  type,
  detail: { userId, deletionAt },
}: DomainEvent<'user.deletionRequested' | 'user.deletionSoon'>): Notification {
  const words =
    type === 'user.deletionRequested'
      ? {
          title: 'Your account will be deleted',
          body: `On ${prettyDate(instant(deletionAt))}. If this wasn’t you, keep it and choose a new password.`,
        }
      : {
          title: 'Your account will be deleted soon',
          body: `On ${prettyDate(instant(deletionAt))}. Until then you can keep it.`,
        };
  const about = { tag: 'deletion', urgency: 'high', goodFor: WEEK } as const;
  return { ...words, open: words, userId, path: '/settings/leaving', ...about };
}

/** The notification of a copy of the data. It warns the owner too, because somebody else could have asked for it. */
export function exportNotification({
  detail: { userId },
}: DomainEvent<'export.ready'>): Notification {
  const words = {
    title: 'The copy of your data is ready',
    body: 'You can download it for 7 days. If you didn’t ask for it, choose a new password.',
  };
  const about = { tag: 'export', urgency: 'normal', goodFor: WEEK } as const;
  return { ...words, open: words, userId, path: '/settings/leaving', ...about };
}

/** The notification of a sign-in on a device that the account did not know. */
export function signInNotification({
  detail: { userId, sessionId },
}: DomainEvent<'user.signedIn'>): Notification {
  const words = {
    title: 'Someone signed in on a new device',
    body: 'If this wasn’t you, sign it out and choose a new password.',
  };
  const about = { tag: `sign-in:${sessionId}`, urgency: 'high', goodFor: WEEK } as const;
  return { ...words, open: words, userId, path: '/settings/security', ...about };
}
