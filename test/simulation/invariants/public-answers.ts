import { mayBePublic } from '#shared/rules/public-answers/public-answers.ts';
import type { Invariant } from './snapshot.ts';

/* The invariants of public answers. docs/product/public-answers.md#states */

/** What is public is an answer whose money stays with its author. */
export const publicAnswersAreEarned: Invariant = ({ conversations }) =>
  conversations
    .filter((c) => c.publicAnswer?.state === 'PUBLIC' && !mayBePublic(c))
    .map(({ id }) => `the answer of ${id} is public, and its money is not its author's`);

/** A conversation has exactly one event for each change of its proposal, and none after its end. */
export const publicAnswersEndOnce: Invariant = ({ conversations }) =>
  conversations.flatMap(({ id, publicAnswer, history }) => {
    const events = history.map(({ event }) => event).filter((event) => CHANGES.has(event));
    const ends = events.filter((event) => ENDS.has(event));
    const isEnded = publicAnswer?.state === 'DECLINED' || publicAnswer?.state === 'WITHDRAWN';
    const isRight =
      events.filter((event) => event === 'PUBLIC_PROPOSED').length === (publicAnswer ? 1 : 0) &&
      ends.length === (isEnded ? 1 : 0) &&
      (!isEnded || ENDS.has(events.at(-1) ?? ''));
    return isRight ? [] : [`${id} tells of its public answer: ${events.join(', ')}`];
  });

const ENDS: ReadonlySet<string> = new Set(['PUBLIC_DECLINED', 'PUBLIC_WITHDRAWN']);
const CHANGES: ReadonlySet<string> = new Set(['PUBLIC_PROPOSED', 'PUBLISHED', ...ENDS]);
