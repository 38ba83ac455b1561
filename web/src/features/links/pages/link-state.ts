import { formatCount } from '#shared/format-count.ts';
import type { Instant } from '#shared/time.ts';
import { deadlineWords } from '#web/shell/dates.ts';
import type { OwnLink } from './own-links.ts';

/** Whether visitors see a link now, and until or from when. */
export function stateWords({ isOn, visibleFrom, visibleUntil }: OwnLink, now: Instant): string {
  if (!isOn) return 'Hidden: switched off';
  if (visibleUntil !== null && visibleUntil <= now)
    return `Hidden since ${deadlineWords(visibleUntil, now)}`;
  if (visibleFrom !== null && visibleFrom > now) {
    const until = visibleUntil === null ? '' : ` until ${deadlineWords(visibleUntil, now)}`;
    return `Hidden: visible from ${deadlineWords(visibleFrom, now)}${until}`;
  }
  return visibleUntil === null ? 'Visible' : `Visible until ${deadlineWords(visibleUntil, now)}`;
}

/** `1 click in 30 days` */
export const clickWords = (clicks: number): string =>
  `${formatCount(clicks)} ${clicks === 1 ? 'click' : 'clicks'} in 30 days`;
