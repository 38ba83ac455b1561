import { channelAt, HINT_MAX_BYTES, HINTS_PER_CALL, type Hint, hintWithin } from '#shared/live.ts';
import { type Instant, later, SECOND } from '#shared/time.ts';
import type { Logger } from '../log.ts';
import { guarded } from '../role-guard.ts';
import { AppSyncClient, EventPublishCommand } from './app-sync.ts';

const appSync = guarded(new AppSyncClient());

/** The hints for one person. */
type PersonalHints = { readonly userId: string; readonly hints: readonly Hint[] };

/** Publishes live hints (shared/live.ts). */
export type Live = {
  /**
   * Sends hints to open screens, which takes a second if the Event API does not answer. It never throws: what a lost hint says is asked
   * for within a minute.
   */
  publish(all: readonly PersonalHints[], at: Pick<Call, 'now' | 'log'>): Promise<void>;
};

type Call = { readonly now: Instant; readonly log: Logger };

/** Clocks differ by less. Around the end of a period, a hint goes to the channels of both. */
const CLOCK_DIFFERENCE = 5 * SECOND;

export const live: Live = {
  async publish(all, { now, log }) {
    // A stage without AppSync polls only.
    if (!process.env.LIVE_HTTP_URL) return;
    const requests = all.flatMap((one) => requestsOf(one, now));
    // All at once, so that their timeouts end together. The client has at most 50 connections.
    const sent = await Promise.allSettled(
      requests.map((request) => appSync.send(new EventPublishCommand(request))),
    );
    const failed = sent.filter(({ status }) => status === 'rejected').length;
    if (failed > 0) log.warn('hints were not published', { failed, of: requests.length });
  },
};

function requestsOf({ userId, hints }: PersonalHints, now: Instant) {
  const channels = new Set(
    [-CLOCK_DIFFERENCE, CLOCK_DIFFERENCE].map((wait) => channelAt(userId, later(now, wait))),
  );
  const events = hints.map((hint) => JSON.stringify(hintWithin(HINT_MAX_BYTES, hint)));
  return [...channels].flatMap((channel) =>
    batches(events).map((batch) => ({ channel, events: batch })),
  );
}

const batches = (events: readonly string[]) =>
  Array.from({ length: Math.ceil(events.length / HINTS_PER_CALL) }, (_, nth) =>
    events.slice(nth * HINTS_PER_CALL, (nth + 1) * HINTS_PER_CALL),
  );
