import { systemFunctions } from '#shared/api/system-functions.ts';
import { serveStream } from '../serve-work.ts';
import { viewCounters, visitsIn } from '../storage/profiles/profile-views.ts';

/**
 * Adds the visits of profiles and the new drafts that the table has stored to the counters of the profiles, with one write for
 * each profile of a batch and one for each of its days. Visits whose counter cannot be written are logged and lost: a batch
 * that is tried again would count the others twice.
 */
export const handler = serveStream(
  systemFunctions.countViews,
  async (records, work) => {
    const { views, days } = visitsIn(records);
    const added = [
      ...[...views].map(([ownerId, number]) => work.addViews(ownerId, number)),
      ...days.map((day) => work.addToDay(day)),
    ];
    for (const outcome of await Promise.allSettled(added))
      if (outcome.status === 'rejected')
        work.log.warn('visits of a profile were not counted', outcome.reason as Error);
    return [];
  },
  { gives: { ...viewCounters } },
);
