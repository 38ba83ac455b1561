import { settleMoneyOrDefer } from '../../../functions/conversations/settle-payment.ts';
import {
  changeConversation,
  conversationById,
  type Decision,
} from '../../../functions/storage/conversations/conversations.ts';
import { balanceOf } from '../../../functions/storage/ledger/ledger.ts';
import { formatMoney } from '../../../shared/money.ts';
import {
  type Conversation,
  isPending,
  type ManualDecision,
} from '../../../shared/rules/conversations/conversations.ts';
import {
  type Bearer,
  type OperatorDecision,
  refundManually,
  review,
} from '../../../shared/rules/conversations/manual-refunds.ts';
import { CliError } from '../../cli-error.ts';
import { type AuditNote, auditEntryOf, type OpsContext, type Plan } from './plan.ts';

/*
 * Refunds and reviews that an operator decides. The decision is written in one transaction with its ledger entry and its
 * audit item. The refund at Stripe is then performed and confirmed like any other, by this process or by the next sweep.
 */

/** A decision of an operator: the rule that allows or refuses it, and the sentence that describes it. */
type PlannedDecision = {
  readonly outcome: (c: Conversation) => string;
  readonly rule: (c: Conversation) => OperatorDecision | Promise<OperatorDecision>;
};

/** Plans a refund of a message to its sender. Throws a CliError when it cannot be refunded. */
export function planRefund(context: OpsContext, id: string, bearer: Bearer): Promise<Plan> {
  const { table, now } = context;
  return planOf(context, id, {
    rule: async (c) => {
      const { balance } = await balanceOf(table, c.recipient.id);
      return refundManually(c, bearer, balance, now);
    },
    outcome: (c) => describeRefund(c, bearer),
  });
}

/** Plans the decision about a reported message: refund the sender, or keep the money. Throws a CliError when there is nothing to decide. */
export function planReview(
  context: OpsContext,
  id: string,
  decision: ManualDecision['decided'],
): Promise<Plan> {
  return planOf(context, id, {
    rule: (c) => review(c, decision, context.now),
    outcome: (c) =>
      decision === 'KEEP'
        ? `The platform keeps the amount in review (price: ${formatMoney(c.price)}). The timeline tells both people.`
        : `${formatMoney(c.price)} in review is refunded to the sender. Both people are notified.`,
  });
}

/** Contains no names, because the audit outlives deleted accounts. */
function describeRefund({ status, price, net }: Conversation, bearer: Bearer) {
  const refunded = `${formatMoney(price)} is refunded to the sender`;
  if (isPending(status)) return `The message ends without an answer, and ${refunded}.`;
  const earned = formatMoney(net ?? price);
  return bearer === 'recipient'
    ? `${refunded}. The recipient loses the ${earned} they earned, and the platform its fee. Both people are notified.`
    : `${refunded} at the expense of the platform. The recipient keeps the ${earned} they earned. Both people are notified.`;
}

async function planOf(context: OpsContext, id: string, decided: PlannedDecision): Promise<Plan> {
  const found = await conversationById(context.table, id, context.now);
  if (!found) throw new CliError(`There is no conversation ${id}.`);
  const ruling = await decided.rule(found);
  if ('refused' in ruling) throw new CliError(ruling.refused);
  if ('already' in ruling) return { summary: [ruling.already] };
  const apply = (note: AuditNote) => decide(context, id, decided, note);
  const between = `${found.sender.fullName} → ${found.recipient.fullName}`;
  return { summary: [between, decided.outcome(found)], apply };
}

async function decide(
  context: OpsContext,
  id: string,
  { rule, outcome }: PlannedDecision,
  note: AuditNote,
): Promise<string[]> {
  const { table, now } = context;
  let already: string | undefined;
  const after = await changeConversation(table, id, now, async (current) => {
    const ruling = await rule(current);
    if ('refused' in ruling) throw new CliError(ruling.refused);
    if ('already' in ruling) {
      already = ruling.already;
      return undefined;
    }
    return withAudit(context, note, current, ruling.change, outcome(current));
  });
  if (!after) throw new CliError(`There is no conversation ${id}.`);
  await settleMoneyOrDefer(context, after);
  if (already) return [already];
  const settled = await conversationById(table, id, now);
  return [settled?.money.owed ? REFUND_PENDING : 'Done.'];
}

const REFUND_PENDING =
  'The decision is stored, but the refund at Stripe is not done yet. The sweep retries it within minutes.';

/** Adds the audit item to the transaction of a decision. */
export const withAudit = (
  context: OpsContext,
  note: AuditNote,
  { id }: Conversation,
  change: Decision,
  outcome: string,
): Decision => ({ ...change, audit: auditEntryOf(context, note, id, outcome) });
