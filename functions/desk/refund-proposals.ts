import { createHash } from 'node:crypto';
import { ID_ALPHABET } from '#shared/ids.ts';
import { Refusal } from '#shared/refusals.ts';
import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import type { Bearer, OperatorDecision } from '#shared/rules/conversations/manual-refunds.ts';
import type { Case } from '#shared/rules/desk/cases.ts';
import type { MovedMoney } from '#shared/rules/desk/second-person.ts';
import type { Settings } from '#shared/settings.ts';
import { type Instant, toIso } from '#shared/time.ts';
import { writeAuditEntry } from '../storage/audit.ts';
import { NotAlone } from '../storage/conversations/conversations.ts';
import { caseById, openCase } from '../storage/desk/cases.ts';
import type { Step, TableWriter } from '../storage/table.ts';
import { decidedRefusal } from './decided-refusal.ts';
import { deskAudit, type StaffAct, type StaffCall } from './desk-context.ts';
import { refundReasonOf, waitingProposalSentence } from './proposal-words.ts';
import type { ReviewOutcome } from './reviews.ts';
import { aloneSteps } from './second-person.ts';

/* What one member of staff proposes and a different one decides, as a case of its own. docs/product/desk.md#second-person */

type Call = StaffCall & { readonly table: TableWriter };

/** A proposal. Its id is derived from what it is about, so that there is one for each. */
export type Proposal = Pick<Case, 'id' | 'kind' | 'userId' | 'subject' | 'reason' | 'part'>;

/** The proposed refund of a message in full. It has the id of the conversation. */
export const refundProposal = ({ id, recipient }: Conversation, bearer: Bearer): Proposal => ({
  id,
  kind: 'REFUND',
  userId: recipient.id,
  reason: refundReasonOf(bearer),
  subject: { type: 'CONVERSATION', id },
});

/** The proposed decision of a review. To keep the payment can still be proposed after the refund was rejected, and the reverse. */
export const reviewProposal = ({ id, sender }: Conversation, outcome: ReviewOutcome): Proposal => ({
  id: outcome === 'KEEP' ? derivedId(`${id} KEEP`) : id,
  kind: 'REFUND',
  userId: sender.id,
  reason: `REVIEW_${outcome}`,
  subject: { type: 'CONVERSATION', id },
});

/** The proposed release of a payout: one for each hold. */
export const releaseProposal = (userId: string, heldUntil: Instant): Proposal => ({
  id: derivedId(`${userId} RELEASE ${heldUntil}`),
  kind: 'REFUND',
  userId,
  reason: 'PAYOUT_RELEASE',
  subject: { type: 'PROFILE', id: userId },
});

/** The proposed block or unblock of an account: one a day, because there may be new reasons later. */
export const blockProposal = (
  userId: string,
  reason: 'BLOCK' | 'UNBLOCK',
  now: Instant,
): Proposal => ({
  id: derivedId(`${userId} ${reason} ${toIso(now).slice(0, 10)}`),
  kind: 'BLOCK',
  userId,
  reason,
  subject: { type: 'PROFILE', id: userId },
});

/** An id that is the same for the same text. */
function derivedId(text: string): string {
  const bits = BigInt(`0x${createHash('sha256').update(text).digest('hex').slice(0, 32)}`);
  const letter = (nth: number) => ID_ALPHABET[Number((bits >> BigInt(5 * (25 - nth))) & 31n)];
  return Array.from({ length: 26 }, (_, nth) => letter(nth)).join('');
}

/**
 * Does something alone, with the steps that count its money, or proposes it: if it is above the limit by itself, or with what moved on
 * the same day. A decision that a waiting proposal is about is refused with WRONG_STATUS.
 */
export async function aloneOrProposed<Done>(
  call: Call & { readonly settings: Settings },
  moved: MovedMoney,
  alone: (steps: readonly Step<'LIMIT'>[]) => Promise<Done>,
  proposeIt: () => Promise<Done>,
): Promise<Done> {
  const steps = aloneSteps(call, moved);
  if (steps === 'SECOND') return proposeIt();
  try {
    return await alone(steps);
  } catch (fault) {
    if (!(fault instanceof NotAlone)) throw fault;
    if (fault.why === 'LIMIT') return proposeIt();
    const waiting = await caseById(call.table, moved.subjectId);
    throw new Refusal('WRONG_STATUS', {
      message: waiting
        ? await waitingProposalSentence(call, waiting)
        : 'A proposal waits for this.',
    });
  }
}

/** Refuses with WRONG_STATUS what the rules do not allow: it is not proposed. */
export function refuseUnallowed(ruling: OperatorDecision): void {
  if ('change' in ruling) return;
  throw new Refusal('WRONG_STATUS', {
    message: 'refused' in ruling ? ruling.refused : ruling.already,
  });
}

/** Opens the case in which a second person decides. The same person may propose the same again, as after a lost response. */
export async function propose(call: Call, proposal: Proposal, audit: StaffAct) {
  const { table, now, sessionUser } = call;
  const outcome = await table.transact(
    openCase({
      version: 1,
      harm: 1,
      openedAt: now,
      openedBy: sessionUser.id,
      text: audit.reason,
      quotes: [],
      notes: [],
      ...proposal,
    }),
    writeAuditEntry(deskAudit(call, audit, 'It’s proposed to a second person.')),
  );
  if (outcome === 'SAME_CASE') await refuseProposed(call, proposal);
  return { message: SECOND_PERSON, caseId: proposal.id };
}

const SECOND_PERSON = 'A second person has to decide this. It waits for them as a proposal.';

/** Refuses what was proposed before, unless the same person proposed the same and it still waits. */
async function refuseProposed(call: Call, proposal: Proposal): Promise<void> {
  const before = await caseById(call.table, proposal.id);
  if (!before) return;
  if (before.decision) throw await decidedRefusal(call, proposal.id);
  if (before.openedBy === call.sessionUser.id && isSame(before, proposal)) return;
  throw new Refusal('WRONG_STATUS', { message: await waitingProposalSentence(call, before) });
}

const isSame = (one: Proposal, other: Proposal): boolean =>
  one.reason === other.reason &&
  one.part?.amount === other.part?.amount &&
  one.part?.givenBack === other.part?.givenBack;
