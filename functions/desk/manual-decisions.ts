import { newId } from '#shared/ids.ts';
import * as staff from '#shared/messages/staff.ts';
import {
  type Change,
  type Conversation,
  isPending,
  type ManualDecision,
  type StaffDecision,
} from '#shared/rules/conversations/conversations.ts';
import {
  type Bearer,
  type OperatorDecision,
  refundManually,
  review,
} from '#shared/rules/conversations/manual-refunds.ts';
import { isInReview, wentToReview } from '#shared/rules/conversations/money-state.ts';
import { type Part, refundPart, totalOf } from '#shared/rules/conversations/part-refunds.ts';
import type { Instant } from '#shared/time.ts';
import { type PaymentContext, settleMoneyOrDefer } from '../conversations/settle-payment.ts';
import { alertOf, dismissAlert } from '../storage/accounts/alerts.ts';
import type { AuditEntry } from '../storage/audit.ts';
import { changeConversation, type Decision } from '../storage/conversations/conversations.ts';
import { balanceOf } from '../storage/ledger/ledger.ts';
import type { TableReader } from '../storage/table.ts';

/*
 * Refunds and reviews that an operator or a member of staff decides. The decision is written in one transaction with its ledger
 * entry and its audit item. The refund at Stripe is then performed and confirmed like any other, by this process or by the next
 * sweep.
 */

/** A decision: the rule that allows or refuses it, and the sentence that describes it. */
export type PlannedDecision = {
  readonly outcome: (c: Conversation) => string;
  readonly rule: (c: Conversation) => OperatorDecision | Promise<OperatorDecision>;
};

/** A refund of a message to its sender. */
export const refundDecision = (
  { table, now }: { readonly table: TableReader; readonly now: Instant },
  bearer: Bearer,
): PlannedDecision => ({
  rule: async (c) => {
    const { balance } = await balanceOf(table, c.recipient.id);
    return refundManually(c, bearer, balance, now);
  },
  outcome: (c) => refundSentence(c, bearer),
});

/** A refund of a part of an answered message, by a member of staff. */
export const partRefundDecision = (
  now: Instant,
  part: Part,
  byUserId: string,
): PlannedDecision => ({
  rule: (c) => refundPart(c, part, byUserId, now),
  outcome: ({ price }) => staff.refundedPart(part.amount, price, totalOf(part)),
});

/** The decision about a reported message: refund the sender, or keep the money. */
export const reviewDecision = (
  decision: ManualDecision['decided'],
  now: Instant,
): PlannedDecision => ({
  rule: (c) => review(c, decision, now),
  outcome: (c) => (decision === 'KEEP' ? staff.reviewKept(c.price) : staff.reviewRefunded(c.price)),
});

/** Contains no names, because the audit outlives deleted accounts. */
function refundSentence({ status, price, net }: Conversation, bearer: Bearer) {
  if (isPending(status)) return staff.refundedPending(price);
  const earned = net ?? price;
  return bearer === 'recipient'
    ? staff.refundedByRecipient(price, earned)
    : staff.refundedByPlatform(price, earned);
}

/** The result of a decision. `sentence`: why it is refused, or that nothing is left to do. */
export type ManualResult =
  | { readonly is: 'done'; readonly isRefundPending: boolean; readonly settled: Conversation }
  | { readonly is: 'already' | 'refused'; readonly sentence: string; readonly found: Conversation };

/** What is written with a decision: the audit entry, further steps, and for the desk who decided and why. */
type Written = {
  readonly audit: AuditEntry;
  readonly decided?: StaffDecision;
} & Pick<Decision, 'beside'>;

/**
 * Decides about a conversation on its newest stored state, and moves the money. `write`: what is written with the decision, whose
 * sentence and event it gets. `byUserId`: the member of staff, for the conversation. Undefined if the conversation does not exist.
 */
export async function decideManually(
  context: PaymentContext,
  id: string,
  { rule, outcome }: PlannedDecision,
  write: (c: Conversation, sentence: string, eventId: string) => Written | Promise<Written>,
  byUserId?: string,
): Promise<ManualResult | undefined> {
  const { table, now } = context;
  let result: ManualResult | undefined;
  const after = await changeConversation(table, id, now, async (current) => {
    result = undefined;
    const ruling = await rule(current);
    if ('change' in ruling) {
      const eventId = newId(now);
      const { decided, ...written } = await write(current, outcome(current), eventId);
      return { ...signed(withEventId(ruling.change, eventId), byUserId, decided), ...written };
    }
    result =
      'refused' in ruling
        ? { is: 'refused', sentence: ruling.refused, found: current }
        : { is: 'already', sentence: ruling.already, found: current };
    return undefined;
  });
  if (!after) return undefined;
  if (result?.is === 'refused') return result;
  await endReportAlert(context, after);
  const settled = await settleMoneyOrDefer(context, after);
  return result ?? { is: 'done', isRefundPending: settled.money.owed !== undefined, settled };
}

const withEventId = (change: Change, id: string): Change =>
  change.domainEvent ? { ...change, domainEvent: { ...change.domainEvent, id } } : change;

/** The most decisions that a conversation keeps; the audit has all. */
const DECISIONS_MAX = 20;

/** The change with the member of staff who decided it, and why. */
function signed<Made extends Decision>(
  change: Made,
  byUserId: string | undefined,
  decided: StaffDecision | undefined,
): Made {
  const { money, staffDecisions = [] } = change.next;
  const { byHand } = money;
  return {
    ...change,
    next: {
      ...change.next,
      ...(byHand &&
        byUserId !== undefined && { money: { ...money, byHand: { ...byHand, byUserId } } }),
      ...(decided && { staffDecisions: [...staffDecisions, decided].slice(-DECISIONS_MAX) }),
    },
  };
}

/**
 * Ends the alert that says that a report is looked at, once it is decided. It stays if it speaks of further reports. It is no part
 * of the decision: after an interruption the same call ends it.
 */
async function endReportAlert({ table }: PaymentContext, c: Conversation): Promise<void> {
  if (!wentToReview(c) || isInReview(c)) return;
  const alert = await alertOf(table, c.sender.id, 'REPORT_CHARGED');
  if (alert?.about === c.id && alert.count === 1) await dismissAlert(table, c.sender.id, alert);
}
