import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import { mayDo, withdraw } from '#shared/rules/public-answers/public-answers.ts';
import type { Instant } from '#shared/time.ts';
import { itemOf } from '../conversations/conversations.ts';
import { conversationEvent, publishEvent } from '../outbox.ts';
import { put, type Step } from '../table.ts';
import { publicAnswerSteps } from './public-answers.ts';

/**
 * The steps that withdraw a public answer in the transaction of a decision of staff; undefined if it is not public any more. CHANGED: the
 * conversation is not as it was read.
 */
export function withdrawalByStaff(c: Conversation, now: Instant): Step<'CHANGED'>[] | undefined {
  const { publicAnswer } = c;
  if (!publicAnswer || !mayDo('withdraw', 'recipient', publicAnswer, now)) return undefined;
  const { next, domainEvent } = withdraw(c, publicAnswer, undefined, now);
  const after = { ...next, version: c.version + 1 };
  return [
    put(itemOf(after), { when: { version: c.version }, otherwise: 'CHANGED' }),
    ...publicAnswerSteps(c, after, undefined, undefined),
    ...(domainEvent ? [publishEvent(conversationEvent(after, domainEvent, now))] : []),
  ];
}
