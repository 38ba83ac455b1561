import { updateAvailability } from '#shared/api/offers.ts';
import { invalidInput, Refusal } from '#shared/refusals.ts';
import { PAUSE_DAYS_MAX, type Pause } from '#shared/rules/conversations/availability.ts';
import { DAY, type Instant, later } from '#shared/time.ts';
import { serve } from '../serve.ts';
import { saveAvailability } from '../storage/accounts/users.ts';

/**
 * Sets when the caller takes messages. Orders that are paid already are unaffected. If there is a place now, the
 * subscriber `offerPlaces` tells those who have waited longest for it.
 */
export const handler = serve(updateAvailability, async (input, { table, caller, now }) => {
  const { waitingMax, paused, pausedUntil } = input;
  const saved = {
    ...(waitingMax !== undefined && { waitingMax }),
    ...(paused && { pause: pauseUntil(pausedUntil, now) }),
  };
  if ((await saveAvailability(table, caller.userId, saved, now)) === 'GONE')
    throw new Refusal('NOT_FOUND');
  return {};
});

function pauseUntil(until: Instant | undefined, now: Instant): Pause {
  if (until === undefined) return {};
  if (until <= now) throw invalidInput({ pausedUntil: 'Please choose a day in the future' });
  if (until > later(now, PAUSE_DAYS_MAX * DAY))
    throw invalidInput({ pausedUntil: 'Please choose a day within a year' });
  return { until };
}
