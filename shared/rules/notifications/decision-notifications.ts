import type { DomainEvent } from '../../domain-events.ts';
import { DAY } from '../../time.ts';
import type { Notification } from './notification.ts';

/** The notification of a decision of staff. It says nothing of what was decided, because it shows on the lock screen. */
export function decisionNotification(
  event: DomainEvent<'statement.written' | 'case.decided'>,
): Notification {
  const words = { title: decisionTitle(event), body: 'Open it to read what was decided, and why.' };
  const about = { tag: `decision:${event.id}`, urgency: 'normal', goodFor: 7 * DAY } as const;
  return { ...words, open: words, userId: event.detail.userId, path: '/dashboard', ...about };
}

function decisionTitle({ detail }: DomainEvent<'statement.written' | 'case.decided'>): string {
  if (!('kind' in detail)) return 'A decision about your account';
  return detail.kind === 'REPORT' ? 'A decision about your report' : 'A decision about your appeal';
}
