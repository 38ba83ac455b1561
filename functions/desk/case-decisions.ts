import { newId } from '#shared/ids.ts';
import * as staff from '#shared/messages/staff.ts';
import { ZERO } from '#shared/money.ts';
import { invalidInput, Refusal } from '#shared/refusals.ts';
import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import {
  restorableEarning,
  restoreEarning,
} from '#shared/rules/conversations/restored-earnings.ts';
import type { Case, CaseDecision } from '#shared/rules/desk/cases.ts';
import { type DecisionKind, removalKind } from '#shared/rules/desk/decision-readers.ts';
import { nameIn, type Removable, type ReportDeed } from '#shared/rules/desk/decisions.ts';
import {
  decidedReportFacts,
  refundStaysFacts,
  reportFacts,
} from '#shared/rules/desk/statement-words.ts';
import type { Settings } from '#shared/settings.ts';
import type { PaymentContext } from '../conversations/settle-payment.ts';
import type { ChatPictures, Media } from '../gateways/media.ts';
import type { Subscriptions } from '../gateways/subscriptions.ts';
import { unblockAccount } from '../storage/accounts/blocks.ts';
import { type User, userById, usersById } from '../storage/accounts/users.ts';
import { writeAuditEntry } from '../storage/audit.ts';
import {
  CaseClosed,
  changeConversation,
  NotAlone,
} from '../storage/conversations/conversations.ts';
import { noteAppealDecision, statementOf } from '../storage/desk/statements.ts';
import { balanceOf, owedTo } from '../storage/ledger/ledger.ts';
import { copyById, releaseCopy } from '../storage/public-answers/public-answers.ts';
import type { Step } from '../storage/table.ts';
import {
  blockAndEnd,
  endWhatIsPending,
  pendingMoneyOf,
  refuseSupportAccount,
} from './account-blocks.ts';
import { accountFor, blockByStaff, releaseByStaff, unblockByStaff } from './account-decisions.ts';
import { staffName } from './audit-entries.ts';
import { appealEffect, restorableBy } from './case-choices.ts';
import { decidersOf } from './case-obstacles.ts';
import { publicAnswerSender } from './case-readings.ts';
import { removalOf } from './content-removal.ts';
import { decidedRefusal } from './decided-refusal.ts';
import { deskAudit, type StaffCall } from './desk-context.ts';
import { refundPartByStaff } from './part-refunds.ts';
import { bearerOf } from './proposal-words.ts';
import { aloneOrProposed } from './refund-proposals.ts';
import { reviewByStaff } from './reviews.ts';
import { isSecondPerson, isStaff, proposeDecision, wordsFor } from './second-person.ts';
import { otherReports } from './sibling-reports.ts';
import { refundByStaff } from './staff-refunds.ts';
import { closingSteps, decisionSteps, readable } from './statement-steps.ts';

/* The decisions of cases, each in one transaction with its statement, its audit entry and the end of the case. */

export type DecidingCall = StaffCall &
  PaymentContext & {
    readonly settings: Settings;
    readonly subscriptions: Subscriptions;
    readonly media: Media;
    readonly chatPictures: ChatPictures;
  };

/** What a member of staff has decided. */
export type Ruling = {
  readonly outcome: CaseDecision['outcome'];
  readonly reason: string;
  readonly deed?: ReportDeed | undefined;
  readonly remove?: Removable | undefined;
};

const decisionOf = (
  { sessionUser, now }: StaffCall,
  { outcome, reason, deed, remove }: Ruling,
): CaseDecision => ({
  byUserId: sessionUser.id,
  at: now,
  outcome,
  reason,
  ...(outcome === 'UPHELD' && deed && { deed }),
  ...(outcome === 'UPHELD' && deed === 'CONTENT_REMOVED' && remove && { remove }),
});

const auditOf = (call: StaffCall, { id }: Case, { reason }: Ruling, sentence: string) =>
  deskAudit(call, { operation: 'decideCase', about: id, reason }, sentence);

/** Writes a decision whose transaction has no conversation in it. Refuses with WRONG_STATUS when somebody was faster. */
async function write(
  call: DecidingCall,
  one: Case,
  ruling: Ruling,
  sentence: string,
  steps: readonly Step<'CLOSED' | 'GONE' | 'MOVED' | 'CHANGED' | 'DECIDED' | 'LIMIT'>[],
): Promise<void> {
  const outcome = await call.table.transact(
    ...steps,
    writeAuditEntry(auditOf(call, one, ruling, sentence)),
  );
  await refuseUnwritten(call, one, outcome);
}

async function refuseUnwritten(call: DecidingCall, one: Case, outcome: string): Promise<void> {
  if (outcome === 'done') return;
  if (outcome === 'CLOSED' || outcome === 'DECIDED') throw await decidedRefusal(call, one.id);
  if (outcome === 'LIMIT') throw new NotAlone('LIMIT');
  throw new Refusal('WRONG_STATUS', {
    message: 'This content was changed in the meantime. Please look at it again.',
  });
}

/** Decides a report. Returns a sentence for the member of staff. */
export async function decideReport(call: DecidingCall, one: Case, ruling: Ruling): Promise<string> {
  const { outcome, deed, remove } = ruling;
  const reports = [one, ...(await otherReports(call.table, one))] as const;
  if (outcome === 'REJECTED') {
    const steps = [
      ...(await reportSteps(call, reports, ruling, 'REPORT_REJECTED')),
      ...(await shownAgain(call, one)),
    ];
    await write(call, one, ruling, 'The report is rejected.', steps);
    return 'The report is rejected. Whoever reported it reads the reason.';
  }
  await refuseReporterName(call, reports, ruling.reason);
  if (!deed) throw invalidInput({ deed: 'Please choose what is done' });
  if (deed === 'CONTENT_REMOVED' && !remove)
    throw invalidInput({ remove: 'Please choose what is removed' });
  const removal =
    deed === 'CONTENT_REMOVED' && remove ? await removalOf(call, one, remove) : undefined;
  const kind = removal && remove ? removalKind(remove) : REPORT_KINDS[deed];
  const steps = await reportSteps(call, reports, ruling, kind);
  if (deed === 'ACCOUNT_BLOCKED') return blockAloneOrProposed(call, one, ruling, steps);
  const done = removal ? 'The content is removed.' : 'The person is warned.';
  const audited = removal ? `The content is removed: ${remove}.` : done;
  await write(call, one, ruling, audited, [...steps, ...(removal?.steps ?? [])]);
  await removal?.removePictures(call);
  return `${done} They and whoever reported it read the reason.`;
}

/** The step that shows a public answer again that was hidden while staff looked at it; none for other reports. */
async function shownAgain(
  { table, now }: DecidingCall,
  { subject }: Case,
): Promise<Step<'CHANGED'>[]> {
  if (subject.type !== 'PUBLIC_ANSWER') return [];
  const copy = await copyById(table, subject.id);
  const isHeld = copy?.state === 'PUBLIC' && copy.heldAt !== undefined;
  return isHeld ? [releaseCopy(copy, now)] : [];
}

/** Refuses with INVALID_INPUT a reason that names who reported: the person concerned reads it. */
async function refuseReporterName(
  { table, now }: DecidingCall,
  reports: readonly Case[],
  reason: string,
): Promise<void> {
  const ids = new Set(reports.map(({ openedBy }) => openedBy));
  for (const reporter of await usersById(table, [...ids], now)) {
    const name = reporter && nameIn(reason, reporter);
    if (name !== undefined)
      throw invalidInput({
        reason: `The person concerned reads this reason, so it may not name who reported: “${name}”`,
      });
  }
}

const REPORT_KINDS = {
  WARNED: 'REPORT_WARNED',
  CONTENT_REMOVED: 'REPORT_REMOVED',
  ACCOUNT_BLOCKED: 'REPORT_BLOCKED',
} as const satisfies Readonly<Record<ReportDeed, DecisionKind>>;

/**
 * The steps that close reports of the same thing and notify their readers: everybody who reported it, and once, with the first report,
 * the person whom it is about and the sender of a removed public answer.
 */
async function reportSteps(
  call: DecidingCall,
  [one, ...others]: readonly [Case, ...Case[]],
  ruling: Ruling,
  kind: DecisionKind,
): Promise<Step<'CLOSED'>[]> {
  const { type } = one.subject;
  const { outcome, deed, remove } = ruling;
  const decided = {
    kind,
    ...wordsFor(call, one, ruling),
    byUserId: call.sessionUser.id,
    rule: one.reason,
    subject: type,
  };
  const removed = deed === 'CONTENT_REMOVED' ? remove : undefined;
  const about = { ABOUT: { userId: one.userId, facts: reportFacts(type, removed) } };
  const sender = removed === 'PUBLIC_ANSWER' ? publicAnswerSender(one) : {};
  const facts = decidedReportFacts(type, outcome === 'UPHELD');
  const steps = [one, ...others].map(async (report) => {
    const reporter = { OPENED_BY: { userId: report.openedBy, facts } };
    const readers = await readable(
      call,
      report === one ? { ...about, ...sender, ...reporter } : reporter,
    );
    return [
      ...closingSteps(report, decisionOf(call, ruling)),
      ...decisionSteps({ ...decided, caseId: report.id }, readers, call.now),
    ];
  });
  return (await Promise.all(steps)).flat();
}

/** Blocks for a report, or proposes it: a block of staff, and one that gives back more than one person moves alone. */
async function blockAloneOrProposed(
  call: DecidingCall,
  one: Case,
  ruling: Ruling,
  steps: readonly Step<'CLOSED'>[],
): Promise<string> {
  const user = await userById(call.table, one.userId, call.now);
  if (!user) throw new Refusal('NOT_FOUND');
  refuseSupportAccount(user);
  if (isSecondPerson(call, one, ruling) || user.blockedAt !== undefined)
    return blockForCase(call, one, user, ruling, steps);
  const proposeIt = () => proposeDecision(call, one, ruling, 'decideCase');
  if (isStaff(user)) return proposeIt();
  const moved = { subjectId: user.id, amount: await pendingMoneyOf(call.table, user) };
  const alone = (counted: readonly Step<'LIMIT'>[]) =>
    blockForCase(call, one, user, ruling, [...steps, ...counted]);
  return aloneOrProposed(call, moved, alone, proposeIt);
}

async function blockForCase(
  call: DecidingCall,
  one: Case,
  user: User,
  ruling: Ruling,
  steps: readonly Step<'CLOSED' | 'LIMIT'>[],
): Promise<string> {
  const context = { ...call, who: staffName(call.sessionUser) };
  const note = { command: `decideCase ${one.id}`, reason: ruling.reason };
  const blocked = await blockAndEnd(context, user, note, { beside: steps });
  if (blocked.outcome === 'CLOSED') throw await decidedRefusal(call, one.id);
  if (blocked.outcome === 'LIMIT') throw new NotAlone('LIMIT');
  if (blocked.outcome === 'SO_ALREADY')
    await write(call, one, ruling, 'The account was blocked already.', steps);
  return [
    `The account is blocked. ${staff.BLOCK_RETURNS}`,
    ...(blocked.plan ? [blocked.plan] : []),
  ].join(' ');
}

/** Does the rest of a block that was interrupted after its decision: the same decision, sent again by the same person. */
export async function finishBlock(call: DecidingCall, one: Case, reason: string): Promise<void> {
  const user = await userById(call.table, one.userId, call.now);
  if (user?.blockedAt === undefined) return;
  const note = { command: `decideCase ${one.id}`, reason };
  await endWhatIsPending({ ...call, who: staffName(call.sessionUser) }, user, note);
}

/** Decides an appeal. A granted one undoes a block and restores an earning. */
export async function decideAppeal(call: DecidingCall, one: Case, ruling: Ruling): Promise<string> {
  const { table, now } = call;
  const statement = await statementOf(table, one.userId, one.subject.id);
  if (!statement) throw new Refusal('NOT_FOUND');
  const { outcome } = ruling;
  const words = wordsFor(call, one, ruling);
  const eventId = newId(now);
  const proposeIt = () => proposeDecision(call, one, ruling, 'decideCase');
  const isSecond = isSecondPerson(call, one, ruling);
  // An operator decided, who may be the caller: two people look at it again, so one of them is somebody else.
  if (!isSecond && (await decidersOf(table, one)).length === 0) return proposeIt();
  const steps = [
    ...closingSteps(one, decisionOf(call, ruling), eventId),
    noteAppealDecision(statement, { at: now, outcome, reason: words.reason }, eventId),
  ];
  if (outcome === 'REJECTED') {
    await write(call, one, ruling, 'The appeal is rejected.', steps);
    return 'The appeal is rejected. The person reads the reason.';
  }
  if (statement.deed === 'EARNING_REVERSED') {
    const earned = await restorableBy(call, statement);
    if (earned) {
      const restore = (counted: readonly Step<'LIMIT'>[]) =>
        restoreForAppeal(call, one, ruling, { earned, words, steps, counted });
      if (isSecond) return restore([]);
      const moved = { subjectId: earned.id, amount: restorableEarning(earned) };
      return aloneOrProposed(call, moved, restore, proposeIt);
    }
  }
  const granted = async () =>
    `The appeal is granted. The person reads the reason. ${await appealEffect(call, statement)}`;
  const user =
    statement.deed === 'ACCOUNT_BLOCKED' ? await userById(table, one.userId, now) : undefined;
  if (user?.blockedAt === undefined || user.deletedAt !== undefined) {
    await write(call, one, ruling, 'The appeal is granted.', steps);
    return granted();
  }
  if (statement.at < user.blockedAt) {
    await write(call, one, ruling, 'The appeal is granted; a later block stays.', steps);
    return granted();
  }
  const audit = auditOf(call, one, ruling, 'The appeal is granted: the account is unblocked.');
  const unblock = async (counted: readonly Step<'LIMIT'>[]) => {
    const all = [...steps, ...counted];
    const written = await unblockAccount(table, user.id, audit, now, all);
    if (written === 'SO_ALREADY') await write(call, one, ruling, 'The appeal is granted.', all);
    else await refuseUnwritten(call, one, written);
    return 'The appeal is granted, and the account is unblocked. The person reads the reason.';
  };
  if (isSecond) return unblock([]);
  if (isStaff(user)) return proposeIt();
  const moved = { subjectId: user.id, amount: owedTo(await balanceOf(table, user.id)) };
  return aloneOrProposed(call, moved, unblock, proposeIt);
}

type Restoring = {
  readonly earned: Conversation;
  readonly words: ReturnType<typeof wordsFor>;
  /** The end of the case, and the decision in the statement that was appealed. */
  readonly steps: readonly Step<'CLOSED' | 'DECIDED'>[];
  readonly counted: readonly Step<'LIMIT'>[];
};

/**
 * Grants an appeal and restores the earning, in one transaction with its ledger entry, the end of the case, the audit entry and the
 * statement to the sender. Nothing happens at Stripe, so there is nothing to finish after an interruption.
 */
async function restoreForAppeal(
  call: DecidingCall,
  one: Case,
  ruling: Ruling,
  { earned, words, steps, counted }: Restoring,
): Promise<string> {
  const { table, now } = call;
  const audit = auditOf(call, one, ruling, staff.EARNING_RESTORED);
  const sender = { userId: earned.sender.id, facts: refundStaysFacts(earned) };
  const readers = await readable(call, { SENDER: sender });
  const decided = {
    kind: 'EARNING_RESTORED',
    ...words,
    byUserId: call.sessionUser.id,
    caseId: one.id,
    conversationId: earned.id,
  } as const;
  try {
    await changeConversation(table, earned.id, now, (current) => {
      if (restorableEarning(current) === ZERO)
        throw new Refusal('WRONG_STATUS', { message: staff.EARNING_RESTORED_BEFORE });
      const beside = [
        // Who decides an appeal twice finds its case closed.
        ...(steps as readonly Step<'CLOSED'>[]),
        ...counted,
        ...decisionSteps(decided, readers, now),
      ];
      return { ...restoreEarning(current, now), audit, beside };
    });
  } catch (fault) {
    if (fault instanceof CaseClosed) throw await decidedRefusal(call, one.id);
    throw fault;
  }
  return staff.EARNING_RESTORED_DONE;
}

/** The subject of a proposed refund of a part: the paid message within the conversation. */
export const partSubjectOf = ({ id, questionId }: Conversation): Case['subject'] => ({
  type: 'MESSAGE',
  id: questionId,
  within: id,
});
export const PART_REASON = 'REFUND_PART';

/** Decides what another member of staff proposed, as the second person. */
export async function decideProposal(
  call: DecidingCall,
  one: Case,
  ruling: Ruling,
): Promise<string> {
  const closing = closingSteps(one, decisionOf(call, ruling));
  if (ruling.outcome === 'REJECTED') {
    await write(call, one, ruling, 'The proposal is rejected.', closing);
    return one.kind === 'REFUND'
      ? staff.PROPOSAL_REJECTED
      : 'The proposal is rejected. Nothing was done.';
  }
  try {
    return await carryOut(call, one, ruling.reason, closing);
  } catch (fault) {
    if (fault instanceof CaseClosed) throw await decidedRefusal(call, one.id);
    throw fault;
  }
}

async function carryOut(
  call: DecidingCall,
  { id, userId, subject, part, reason: what, openedBy, text }: Case,
  reason: string,
  closing: readonly Step<'CLOSED'>[],
): Promise<string> {
  const audit = {
    operation: 'decideCase',
    about: id,
    reason,
    proposedByUserId: openedBy,
    proposedReason: text,
    caseId: id,
  };
  switch (what) {
    case 'BLOCK':
      return blockByStaff(call, await accountFor(call, userId), audit, closing);
    case 'UNBLOCK':
      return unblockByStaff(call, await accountFor(call, userId), audit, closing);
    case 'PAYOUT_RELEASE':
      return releaseByStaff(call, userId, audit, closing);
    case 'REVIEW_REFUND':
    case 'REVIEW_KEEP': {
      const outcome = what === 'REVIEW_KEEP' ? 'KEEP' : 'REFUND';
      return reviewByStaff(call, subject.id, outcome, audit, closing);
    }
  }
  if (part && subject.within) return refundPartByStaff(call, subject.within, part, audit, closing);
  return refundByStaff(call, subject.id, bearerOf(what), audit, closing);
}
