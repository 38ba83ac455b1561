import type { Case } from './cases.ts';

/* Why a member of staff may not decide something: nobody decides about themselves. docs/product/desk.md#decisions */

/** Why somebody may not decide about a conversation or an account; undefined if they may. `people`: whom it concerns. */
export const obstacleTo = (staffId: string, people: readonly string[]): string | undefined =>
  people.includes(staffId)
    ? 'You take part in this yourself, so somebody else has to decide it.'
    : undefined;

/**
 * Why somebody may not decide a case; undefined if they may. `people`: who takes part in the conversation or chat that it is
 * about.
 */
export function obstacleToCase(
  { openedBy, userId, kind }: Pick<Case, 'openedBy' | 'userId' | 'kind'>,
  staffId: string,
  people: readonly string[],
): string | undefined {
  if (openedBy === staffId)
    return kind === 'REFUND'
      ? 'You proposed this refund, so somebody else has to decide it.'
      : 'You opened this case yourself, so somebody else has to decide it.';
  if (userId === staffId) return 'This case is about you, so somebody else has to decide it.';
  return obstacleTo(staffId, people);
}

/** Whether a case is a report that somebody may be in danger, which nobody decides without having seen what was reported. */
export const isDanger = ({ kind, harm }: Pick<Case, 'kind' | 'harm'>): boolean =>
  kind === 'REPORT' && harm === 3;
