import { addCaseNote } from '#shared/api/desk.ts';
import { Refusal } from '#shared/refusals.ts';
import { hashKey } from '../gateways/secrets.ts';
import { onceForKey } from '../idempotency.ts';
import { serve } from '../serve.ts';
import { writeAuditEntry } from '../storage/audit.ts';
import { definedSteps } from '../storage/counters.ts';
import { addCaseNote as noteStep } from '../storage/desk/cases.ts';
import { claimKey } from '../storage/idempotency.ts';
import { caseKey } from '../storage/keys.ts';
import { caseFor, deskAudit } from './desk-context.ts';

/** Adds a note to a case, which only staff read. */
export const handler = serve(
  addCaseNote,
  async ({ caseId, text }, call) => {
    const { table, now, sessionUser, keyed } = call;
    await caseFor(call, caseId);
    const operation = { operation: 'addCaseNote', about: caseId, reason: 'A note in the case.' };
    const write = async () => {
      const outcome = await table.transact(
        ...definedSteps<'SAME_KEY' | 'FULL'>([
          claimKey(keyed, caseId, now),
          noteStep(caseId, { byUserId: sessionUser.id, at: now, text }),
          writeAuditEntry(deskAudit(call, operation, 'A note is added.')),
        ]),
      );
      if (outcome === 'SAME_KEY') return outcome;
      if (outcome !== 'done')
        throw new Refusal('WRONG_STATUS', { message: 'This case takes no more notes.' });
      return {};
    };
    return onceForKey(call, keyed, write, () => ({}));
  },
  { readAhead: ({ caseId }) => [caseKey(caseId)], gives: { hashKey } },
);
