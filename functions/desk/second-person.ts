import { ZERO } from '#shared/money.ts';
import { Refusal } from '#shared/refusals.ts';
import {
  type Case,
  type CaseDecision,
  type CaseProposal,
  isProposal,
} from '#shared/rules/desk/cases.ts';
import {
  isAboveLimit,
  type MovedMoney,
  moneyProposal,
  proposalSentence,
} from '#shared/rules/desk/second-person.ts';
import type { Settings } from '#shared/settings.ts';
import { type User, userById } from '../storage/accounts/users.ts';
import { writeAuditEntry } from '../storage/audit.ts';
import { type Confirmed, caseById, proposeInCase } from '../storage/desk/cases.ts';
import { countMovedAlone, movedAlone } from '../storage/desk/moved-money.ts';
import type { Step, TableReader, TableWriter } from '../storage/table.ts';
import { decidedRefusal } from './decided-refusal.ts';
import { deskAudit, refundAloneOf, type StaffCall } from './desk-context.ts';

/*
 * The second person: what one member of staff may move alone, and what waits for another one. Every door through which the desk moves
 * money, and every block, passes `aloneSteps`. docs/product/desk.md#second-person
 */

type Call = StaffCall & { readonly table: TableWriter; readonly settings: Settings };

/**
 * The steps with which one person moves money alone: they count it, and fail with LIMIT if more than the limit moves on this day.
 * SECOND: it is above the limit by itself, so a second person decides.
 */
export function aloneSteps(
  { settings, now }: Pick<Call, 'settings' | 'now'>,
  moved: MovedMoney,
): readonly Step<'LIMIT'>[] | 'SECOND' {
  const limit = refundAloneOf(settings);
  if (isAboveLimit(moved, limit)) return 'SECOND';
  return moved.amount === ZERO ? [] : [countMovedAlone(moved, limit, now)];
}

/** Whether an account belongs to staff, whom only two people block and unblock. */
export const isStaff = ({ permissionIds = [] }: Pick<User, 'permissionIds'>): boolean =>
  permissionIds.length > 0;

/**
 * Says that the caller can only propose to block or unblock an account, or to move money of a conversation or an account: undefined if
 * they may do it alone. `account`: whom it blocks or unblocks.
 */
export async function proposalOf(
  { table, settings, now }: Pick<Call, 'settings' | 'now'> & { readonly table: TableReader },
  moved: MovedMoney,
  account?: Pick<User, 'permissionIds'>,
): Promise<string | undefined> {
  if (account && isStaff(account)) return proposalSentence('the account is one of staff');
  const movedToday = await movedAlone(table, moved.subjectId, now);
  return moneyProposal(moved, { limit: refundAloneOf(settings), movedToday });
}

/** A decision of a case, as it is proposed. */
type Proposed = Pick<CaseProposal, 'outcome' | 'reason' | 'deed'>;

/** Whether somebody else proposed this decision of an open case, so that the caller is the second person. */
export const isSecondPerson = (
  { sessionUser }: { readonly sessionUser: Pick<User, 'id'> },
  { proposal }: Pick<Case, 'proposal'>,
  { outcome, deed }: Omit<Proposed, 'reason'>,
): boolean => isOf(proposal, { outcome, deed }) && proposal?.byUserId !== sessionUser.id;

/** What the decision of a case confirms, if whoever makes it is the second person; undefined if they decide alone. */
export function confirmedBy(one: Case, decision: CaseDecision): Confirmed | undefined {
  const { byUserId: id } = decision;
  if (isProposal(one)) return { is: 'WHOLE', byUserId: one.openedBy, at: one.openedAt };
  const isConfirmed = isSecondPerson({ sessionUser: { id } }, one, decision);
  return isConfirmed && one.proposal ? { is: 'WITHIN', ...one.proposal } : undefined;
}

/** Whether the caller proposed the same decision before, such as in a call whose response was lost. */
export const isOwnProposal = (
  { sessionUser }: Pick<StaffCall, 'sessionUser'>,
  { proposal }: Pick<Case, 'proposal'>,
  { outcome, deed }: Omit<Proposed, 'reason'>,
): boolean => isOf(proposal, { outcome, deed }) && proposal?.byUserId === sessionUser.id;

const isOf = (
  proposal: CaseProposal | undefined,
  { outcome, deed }: Omit<Proposed, 'reason'>,
): boolean => proposal?.outcome === outcome && (outcome === 'REJECTED' || proposal.deed === deed);

/**
 * The reason that the people concerned read, and who proposed the decision: if the caller is the second person, those of the
 * proposal. What the second person wrote is for the proposer and the audit.
 */
export const wordsFor = (
  call: Pick<StaffCall, 'sessionUser'>,
  one: Pick<Case, 'proposal'>,
  ruling: Proposed,
): { readonly reason: string; readonly proposedByUserId?: string } => {
  const { proposal } = one;
  return proposal && isSecondPerson(call, one, ruling)
    ? { reason: proposal.reason, proposedByUserId: proposal.byUserId }
    : { reason: ruling.reason };
};

export const WAITS_FOR_SECOND =
  'A second person has to decide this. It waits for them as a proposal.';

/** Notes a proposed decision in an open case. Returns a sentence for the member of staff. Refuses with WRONG_STATUS who is too late. */
export async function proposeDecision(
  call: Call,
  one: Case,
  { outcome, reason, deed }: Proposed,
  operation: string,
): Promise<string> {
  const { table, now, sessionUser } = call;
  const proposal = { byUserId: sessionUser.id, at: now, outcome, reason, ...(deed && { deed }) };
  const audit = { operation, about: one.id, reason };
  const written = await table.transact(
    proposeInCase(one.id, proposal),
    writeAuditEntry(deskAudit(call, audit, 'The decision is proposed to a second person.')),
  );
  if (written === 'done') return WAITS_FOR_SECOND;
  const current = await caseById(table, one.id);
  if (!current || current.decision) throw await decidedRefusal(call, one.id);
  if (isOwnProposal(call, current, { outcome, deed })) return WAITS_FOR_SECOND;
  const by = current.proposal && (await userById(table, current.proposal.byUserId, now));
  throw new Refusal('WRONG_STATUS', {
    message: `${by?.fullName ?? 'Someone else'} has proposed a decision already. Please look at the case again.`,
  });
}
