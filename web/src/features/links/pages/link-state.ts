import type { Instant } from '../../../../../shared/time.ts';
import { localTime } from './local-time.ts';
import type { OwnLink } from './own-links.ts';

/** Whether visitors see a link now, and until or from when. */
export function stateWords({ isOn, visibleFrom, visibleUntil }: OwnLink, now: Instant): string {
  if (!isOn) return 'Hidden: switched off';
  if (visibleUntil !== null && visibleUntil <= now)
    return `Hidden since ${localTime(visibleUntil)}`;
  if (visibleFrom !== null && visibleFrom > now) {
    const until = visibleUntil === null ? '' : ` until ${localTime(visibleUntil)}`;
    return `Hidden: visible from ${localTime(visibleFrom)}${until}`;
  }
  return visibleUntil === null ? 'Visible' : `Visible until ${localTime(visibleUntil)}`;
}

/** `1 click in 30 days` */
export const clickWords = (clicks: number): string =>
  `${clicks.toLocaleString('en-US')} ${clicks === 1 ? 'click' : 'clicks'} in 30 days`;
