import { formatMoney } from '../../shared/money.ts';
import {
  type Conversation,
  isPending,
  type ManualDecision,
} from '../../shared/rules/conversations/conversations.ts';
import {
  type Bearer,
  type OperatorDecision,
  refundManually,
  review,
} from '../../shared/rules/conversations/manual-refunds.ts';
import { type Part, refundPart, totalOf } from '../../shared/rules/conversations/part-refunds.ts';
import type { Instant } from '../../shared/time.ts';
import { type PaymentContext, settleMoneyOrDefer } from '../conversations/settle-payment.ts';
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
  outcome: ({ price }) =>
    `${formatMoney(part.amount)} of ${formatMoney(price)} is refunded to the sender at the expense of the platform, ${formatMoney(totalOf(part))} in all. The recipient keeps the earning. The sender is notified.`,
});

/** The decision about a reported message: refund the sender, or keep the money. */
export const reviewDecision = (
  decision: ManualDecision['decided'],
  now: Instant,
): PlannedDecision => ({
  rule: (c) => review(c, decision, now),
  outcome: (c) =>
    decision === 'KEEP'
      ? `The platform keeps the amount in review (price: ${formatMoney(c.price)}). The timeline tells both people.`
      : `${formatMoney(c.price)} in review is refunded to the sender. Both people are notified.`,
});

/** Contains no names, because the audit outlives deleted accounts. */
function refundSentence({ status, price, net }: Conversation, bearer: Bearer) {
  const refunded = `${formatMoney(price)} is refunded to the sender`;
  if (isPending(status)) return `The message ends without an answer, and ${refunded}.`;
  const earned = formatMoney(net ?? price);
  return bearer === 'recipient'
    ? `${refunded}. The recipient loses the ${earned} they earned, and the platform its fee. Both people are notified.`
    : `${refunded} at the expense of the platform. The recipient keeps the ${earned} they earned. Both people are notified.`;
}

/** What became of a decision. `sentence`: why it is refused, or that nothing is left to do. */
export type ManualResult =
  | { readonly is: 'done'; readonly isRefundPending: boolean; readonly settled: Conversation }
  | { readonly is: 'already' | 'refused'; readonly sentence: string; readonly found: Conversation };

type Written = { readonly audit: AuditEntry } & Pick<Decision, 'beside'>;

/**
 * Decides about a conversation on its newest stored state, and moves the money. `write`: what is written with the decision, whose
 * sentence it gets. `byUserId`: the member of staff, for the conversation. Undefined if the conversation does not exist.
 */
export async function decideManually(
  context: PaymentContext,
  id: string,
  { rule, outcome }: PlannedDecision,
  write: (c: Conversation, sentence: string) => Written,
  byUserId?: string,
): Promise<ManualResult | undefined> {
  const { table, now } = context;
  let result: ManualResult | undefined;
  const after = await changeConversation(table, id, now, async (current) => {
    result = undefined;
    const ruling = await rule(current);
    if ('change' in ruling)
      return {
        ...signed(ruling.change, byUserId),
        ...write(current, outcome(current)),
      };
    result =
      'refused' in ruling
        ? { is: 'refused', sentence: ruling.refused, found: current }
        : { is: 'already', sentence: ruling.already, found: current };
    return undefined;
  });
  if (!after) return undefined;
  if (result?.is === 'refused') return result;
  const settled = await settleMoneyOrDefer(context, after);
  return result ?? { is: 'done', isRefundPending: settled.money.owed !== undefined, settled };
}

/** The change with the member of staff who decided it. */
function signed<Made extends Decision>(change: Made, byUserId: string | undefined): Made {
  const { byHand } = change.next.money;
  if (!byHand || byUserId === undefined) return change;
  const money = { ...change.next.money, byHand: { ...byHand, byUserId } };
  return { ...change, next: { ...change.next, money } };
}

export const REFUND_PENDING =
  'The decision is stored, but the refund at Stripe is not done yet. The sweep retries it within minutes.';
