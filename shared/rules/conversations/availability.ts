import type { DomainEventType } from '../../domain-events.ts';
import type { Instant } from '../../time.ts';
import { ENDING_EVENTS } from './conversations.ts';

/* When a person takes paid messages. docs/product/profiles.md#pause */

/** The largest cap on waiting orders. */
export const WAITING_MAX = 200;
/** The longest pause with a return date, in days. */
export const PAUSE_DAYS_MAX = 366;

/** A pause: until a time, or until the person ends it. */
export type Pause = { readonly until?: Instant };

export type Availability = {
  readonly pause?: Pause;
  /** The most paid orders that wait at once; absent for no cap. */
  readonly waitingMax?: number;
  /** The number of orders that are being paid, or wait for an answer. */
  readonly waitingCount?: number;
};

/** Whether the person takes no messages now. A pause with a return date ends by itself. */
export const isPaused = ({ pause }: Availability, now: Instant): boolean =>
  pause !== undefined && (pause.until === undefined || now < pause.until);

/** Whether as many orders wait as the person takes at once. */
export const isFull = ({ waitingMax, waitingCount = 0 }: Availability): boolean =>
  waitingMax !== undefined && waitingCount >= waitingMax;

/** Whether the person takes messages now, apart from what is left of the month's commitment. */
export const isOpen = (availability: Availability, now: Instant): boolean =>
  !isPaused(availability, now) && !isFull(availability);

/** The pause in a response: when it ends, or null if the person has to end it. Empty without a pause. */
export const pauseView = (
  availability: Availability,
  now: Instant,
): { readonly paused?: { readonly until: Instant | null } } =>
  isPaused(availability, now) ? { paused: { until: availability.pause?.until ?? null } } : {};

/** The events after which there may be a place: an order no longer waits, or the person changed when they take messages. */
export const PLACE_EVENTS = [
  'conversation.answered',
  ...ENDING_EVENTS,
  'order.undone',
  'user.availabilityChanged',
] as const satisfies readonly DomainEventType[];
