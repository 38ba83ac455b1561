import type { DomainEvent } from '../../domain-events.ts';
import { DAY } from '../../time.ts';
import type { Notification } from './notification.ts';

/** The notification of an added or removed passkey. Its name is not in it, because it shows on the lock screen. */
export function passkeyNotification({
  type,
  detail: { userId },
}: DomainEvent<'user.passkeyAdded' | 'user.passkeyRemoved'>): Notification {
  const words =
    type === 'user.passkeyAdded'
      ? {
          title: 'A passkey was added to your account',
          body: 'It can sign in. If this was not you, remove it and choose a new password.',
        }
      : {
          title: 'A passkey was removed from your account',
          body: 'If this was not you, choose a new password and ask us for help.',
        };
  const about = { tag: 'passkey', urgency: 'high', goodFor: 7 * DAY } as const;
  return { ...words, open: words, userId, path: '/settings/security', ...about };
}
