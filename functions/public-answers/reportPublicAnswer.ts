import { reportPublicAnswer } from '#shared/api/public-answers.ts';
import { newId } from '#shared/ids.ts';
import { type Case, VISITOR } from '#shared/rules/desk/cases.ts';
import { HARM_OF_REASON } from '#shared/rules/desk/harm.ts';
import { onceForKey } from '../idempotency.ts';
import { serve } from '../serve.ts';
import { definedSteps } from '../storage/counters.ts';
import { openCase } from '../storage/desk/cases.ts';
import { claimKey } from '../storage/idempotency.ts';
import { shownTextsOf } from '../storage/public-answers/answer-words.ts';
import { copyById, holdCopy, type PublicCopy } from '../storage/public-answers/public-answers.ts';
import type { Step } from '../storage/table.ts';
import { quote } from '../support/quotes.ts';
import { noSuchAnswer } from './public-answer-of.ts';

/**
 * Opens a case about a public answer, for anybody, and hides the answer while staff look at it. What they have looked at before is not
 * hidden by another report. docs/product/public-answers.md#reports
 */
export const handler = serve(
  reportPublicAnswer,
  async ({ id, reasonCode: reason, text }, { table, caller, now, keyed }) => {
    const report = async () => {
      const copy = await copyById(table, id);
      if (copy?.state !== 'PUBLIC') throw noSuchAnswer();
      const one: Case = {
        id: newId(now),
        kind: 'REPORT',
        version: 1,
        openedAt: now,
        openedBy: caller?.userId ?? VISITOR,
        userId: copy.creatorId,
        subject: { type: 'PUBLIC_ANSWER', id, within: copy.conversationId },
        reason,
        harm: HARM_OF_REASON[reason],
        text,
        notes: [],
        quotes: quotesOf(copy),
      };
      type Outcome = 'SAME_KEY' | 'SAME_CASE' | 'STAYS';
      const write = (hold: readonly Step<'STAYS'>[]) =>
        table.transact<Outcome>(
          ...definedSteps<Outcome>([claimKey(keyed, one.id, now), openCase(one), ...hold]),
        );
      const outcome = await write([holdCopy(copy, now)]);
      return outcome === 'STAYS' ? write([]) : outcome;
    };
    await onceForKey({ table, now }, keyed, report, (made) => made);
    return {};
  },
);

/** What the page says, as it was reported. */
function quotesOf(copy: PublicCopy) {
  const { senderId, creatorId, publishedAt = copy.proposedAt } = copy;
  const [title = '', question = '', answer = ''] = shownTextsOf(copy);
  return [
    quote(senderId, publishedAt, `${title}\n${question}`),
    quote(creatorId, publishedAt, answer),
  ];
}
