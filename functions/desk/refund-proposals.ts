import { Refusal } from '../../shared/refusals.ts';
import type { Conversation } from '../../shared/rules/conversations/conversations.ts';
import type { OperatorDecision } from '../../shared/rules/conversations/manual-refunds.ts';
import type { Case } from '../../shared/rules/desk/cases.ts';
import { writeAuditEntry } from '../storage/audit.ts';
import { caseById, openCase } from '../storage/desk/cases.ts';
import type { TableWriter } from '../storage/table.ts';
import { decidedRefusal } from './case-decisions.ts';
import { deskAudit, type StaffAct, type StaffCall } from './desk-context.ts';
import { waitingProposalSentence } from './proposal-words.ts';

/* Refunds that one member of staff proposes and a different one decides. docs/product/desk.md#refunds */

type Call = StaffCall & { readonly table: TableWriter };
type Proposal = Pick<Case, 'subject' | 'reason' | 'part'>;

/**
 * Opens the case in which a second person decides a refund. It has the id of the conversation, so that there is one for each.
 * `ruling`: what the rules say about it now; a refund that they do not allow is not proposed.
 */
export async function proposeRefund(
  call: Call,
  { id, recipient }: Conversation,
  ruling: OperatorDecision,
  proposal: Proposal,
  audit: StaffAct,
) {
  const { table, now, sessionUser } = call;
  if (!('change' in ruling))
    throw new Refusal('WRONG_STATUS', {
      message: 'refused' in ruling ? ruling.refused : ruling.already,
    });
  const outcome = await table.transact(
    openCase({
      ...{ id, kind: 'REFUND', version: 1, harm: 1, openedAt: now, openedBy: sessionUser.id },
      ...{ userId: recipient.id, text: audit.reason, quotes: [], notes: [] },
      ...proposal,
    }),
    writeAuditEntry(deskAudit(call, audit, 'The refund is proposed to a second person.')),
  );
  if (outcome === 'SAME_CASE') await refuseProposed(call, id, proposal);
  return { message: 'The amount is large, so a second person decides.', caseId: id };
}

/** Refuses a refund that was proposed before, unless the same person proposed the same and it still waits. */
async function refuseProposed(call: Call, id: string, proposal: Proposal): Promise<void> {
  const before = await caseById(call.table, id);
  if (!before) return;
  if (before.decision) throw await decidedRefusal(call, id);
  if (before.openedBy === call.sessionUser.id && isSame(before, proposal)) return;
  throw new Refusal('WRONG_STATUS', { message: await waitingProposalSentence(call, before) });
}

const isSame = (one: Proposal, other: Proposal): boolean =>
  one.reason === other.reason &&
  one.part?.amount === other.part?.amount &&
  one.part?.givenBack === other.part?.givenBack;
