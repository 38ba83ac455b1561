import { reportContent } from '#shared/api/reports.ts';
import { newId } from '#shared/ids.ts';
import type { Case } from '#shared/rules/desk/cases.ts';
import { HARM_OF_REASON } from '#shared/rules/desk/harm.ts';
import { earlierRequest, onceForKey } from '../idempotency.ts';
import { serve } from '../serve.ts';
import { writeReport } from '../storage/desk/reports.ts';
import { reportedBy } from './report-subjects.ts';

/** Opens a case about what the caller reports, with quotes of what it says. docs/product/desk.md#reports */
export const handler = serve(reportContent, async (input, call) => {
  const { table, caller, now, keyed } = call;
  const report = async () => {
    const { userId } = caller;
    const reported = await reportedBy({ table, userId, now }, input);
    const { reasonCode: reason, text } = input;
    const one: Case = {
      id: newId(now),
      kind: 'REPORT',
      version: 1,
      openedAt: now,
      openedBy: userId,
      reason,
      harm: HARM_OF_REASON[reason],
      text,
      notes: [],
      ...reported,
    };
    const outcome = await writeReport(table, one, keyed);
    if (outcome !== 'OPEN') return outcome === 'SAME_KEY' ? outcome : { alreadyOpen: false };
    // The open report may be the one of an earlier call with the same key.
    return { alreadyOpen: (await earlierRequest(call, keyed)) === undefined };
  };
  return onceForKey({ table, now }, keyed, report, () => ({ alreadyOpen: false }));
});
