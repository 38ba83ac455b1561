import { DAY } from '#shared/time.ts';
import type { Invariant } from './snapshot.ts';

/* The invariant of thanks for an answer. docs/product/conversations.md#thanks */

/** Thanks are said for a paid answer, within 30 days of it. */
export const thanksFollowAnswers: Invariant = ({ conversations }) =>
  conversations.flatMap(({ id, thanks, net, history }) => {
    if (!thanks) return [];
    const answeredAt = history.find(({ event }) => event === 'ANSWERED')?.at;
    const isInTime =
      answeredAt !== undefined && thanks.at >= answeredAt && thanks.at < answeredAt + 30 * DAY;
    return net !== undefined && isInTime ? [] : [`thanks for ${id} without an answer, or too late`];
  });
