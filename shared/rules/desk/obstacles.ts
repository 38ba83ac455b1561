import { type Case, isProposal } from './cases.ts';

/*
 * Why a member of staff may not do something: nobody acts in a case that concerns them, and nobody is the second person of their own
 * proposal or of their own decision. docs/product/desk.md#who-may-not
 */

/** Why somebody may not decide about a conversation or an account; undefined if they may. `people`: whom it concerns. */
export const obstacleTo = (staffId: string, people: readonly string[]): string | undefined =>
  people.includes(staffId)
    ? 'You take part in this yourself, so someone else has to decide it.'
    : undefined;

/** The sentence for somebody whom a case concerns and who acts on its people. It does not say which case, or whose. */
export const NOT_YOURS = 'Someone else has to do this.';

/** The people whom a case concerns by itself. A member of staff who proposed something is not one of them. */
export const peopleOfCase = (
  one: Pick<Case, 'kind' | 'openedBy' | 'userId' | 'quotes'>,
): readonly string[] => [
  ...(isProposal(one) ? [] : [one.openedBy]),
  one.userId,
  ...one.quotes.map(({ userId }) => userId),
];

type Deciding = Pick<Case, 'openedBy' | 'kind' | 'proposal'>;

/**
 * Why somebody whom a case does not concern may not decide it; undefined if they may. `deciders`: who made the decision that is
 * appealed.
 */
export function obstacleToCase(
  one: Deciding,
  staffId: string,
  deciders: readonly string[] = [],
): string | undefined {
  if (isProposal(one) && one.openedBy === staffId)
    return one.kind === 'REFUND'
      ? 'You proposed this refund, so someone else has to decide it.'
      : 'You proposed this, so someone else has to decide it.';
  if (one.proposal?.byUserId === staffId)
    return 'You proposed a decision, so someone else has to make it.';
  if (deciders.includes(staffId))
    return 'You took part in the decision that is appealed, so someone else has to look at it again.';
  return undefined;
}

/** Whether a case is a report that somebody may be in danger, which nobody decides without having seen what was reported. */
export const isDanger = ({ kind, harm }: Pick<Case, 'kind' | 'harm'>): boolean =>
  kind === 'REPORT' && harm === 3;
