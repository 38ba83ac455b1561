import { systemFunctions } from '../../shared/api/system-functions.ts';
import { serveStream } from '../serve-work.ts';
import { viewsByOwner } from '../storage/profiles/profile-views.ts';

/**
 * Adds the views of profiles that visits have stored to the counters of the profiles, with one write for each profile of a
 * batch. Views whose counter cannot be written are logged and lost: a batch that is tried again would count the others twice.
 */
export const handler = serveStream(systemFunctions.countViews, async (records, work) => {
  const keys = records.map(({ dynamodb }) => ({
    pk: dynamodb?.Keys?.pk?.S ?? '',
    sk: dynamodb?.Keys?.sk?.S ?? '',
  }));
  const added = [...viewsByOwner(keys)].map(([ownerId, views]) => work.addViews(ownerId, views));
  for (const outcome of await Promise.allSettled(added))
    if (outcome.status === 'rejected')
      work.log.warn('views of a profile were not counted', outcome.reason as Error);
  return [];
});
