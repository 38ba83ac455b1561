import { Refusal } from '#shared/refusals.ts';
import type { Instant } from '#shared/time.ts';
import { readAppealToken } from '../auth/tokens.ts';

/** The person of an appeal token. Refuses with UNAUTHENTICATED any other token, and one that has expired. */
export async function personOf(appealToken: string, now: Instant): Promise<string> {
  const userId = await readAppealToken(appealToken, now);
  if (userId === undefined)
    throw new Refusal('UNAUTHENTICATED', { message: 'Please sign in again to read the decision.' });
  return userId;
}
