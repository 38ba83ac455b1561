import { withdrawProposal } from '#shared/api/desk.ts';
import { Refusal } from '#shared/refusals.ts';
import { isProposal } from '#shared/rules/desk/cases.ts';
import { serve } from '../serve.ts';
import { writeAuditEntry } from '../storage/audit.ts';
import { caseById, removeProposalCase, withdrawProposalIn } from '../storage/desk/cases.ts';
import { caseKey } from '../storage/keys.ts';
import { decidedRefusal } from './decided-refusal.ts';
import { caseFor, deskAudit } from './desk-context.ts';

const WITHDRAWN = 'The proposal is withdrawn. Nothing has moved, and no one was notified.';

/**
 * Withdraws what the caller proposed to a second person. A case that is a proposal as a whole is deleted; the audit keeps it. One
 * transaction, conditional on the case being undecided: of a withdrawal and a decision at the same moment one succeeds. A repeated
 * call changes nothing. docs/product/desk.md#second-person
 */
export const handler = serve(
  withdrawProposal,
  async ({ caseId }, call) => {
    const { table, sessionUser } = call;
    if (!(await caseById(table, caseId))) return { data: [{ message: WITHDRAWN }] };
    const one = await caseFor(call, caseId);
    if (one.decision) throw await decidedRefusal(call, caseId);
    const proposer = isProposal(one) ? one.openedBy : one.proposal?.byUserId;
    if (proposer === undefined) return { data: [{ message: WITHDRAWN }] };
    if (proposer !== sessionUser.id)
      throw new Refusal('FORBIDDEN', { message: 'Only who made a proposal withdraws it.' });
    const act = {
      operation: 'withdrawProposal',
      about: caseId,
      reason: 'A proposal is withdrawn.',
    };
    const outcome = await table.transact(
      (isProposal(one) ? removeProposalCase : withdrawProposalIn)(caseId, sessionUser.id),
      writeAuditEntry(deskAudit(call, act, 'The proposal is withdrawn.')),
    );
    if (outcome === 'CLOSED') throw await decidedRefusal(call, caseId);
    return { data: [{ message: WITHDRAWN }] };
  },
  { readAhead: ({ caseId }) => [caseKey(caseId)] },
);
