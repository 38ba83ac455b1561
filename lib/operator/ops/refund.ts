import {
  decideManually,
  type PlannedDecision,
  refundDecision,
  reviewDecision,
} from '#functions/desk/manual-decisions.ts';
import { conversationById } from '#functions/storage/conversations/conversations.ts';
import { REFUND_PENDING } from '#shared/messages/staff.ts';
import type { ManualDecision } from '#shared/rules/conversations/conversations.ts';
import type { Bearer } from '#shared/rules/conversations/manual-refunds.ts';
import { CliError } from '../../cli-error.ts';
import { type AuditNote, auditEntryOf, type OpsContext, type Plan } from './plan.ts';

/** Plans a refund of a message to its sender. Throws a CliError when it cannot be refunded. */
export const planRefund = (context: OpsContext, id: string, bearer: Bearer): Promise<Plan> =>
  planOf(context, id, refundDecision(context, bearer));

/** Plans the decision about a reported message: refund the sender, or keep the money. Throws a CliError when there is nothing to decide. */
export const planReview = (
  context: OpsContext,
  id: string,
  decision: ManualDecision['decided'],
): Promise<Plan> => planOf(context, id, reviewDecision(decision, context.now));

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
  decided: PlannedDecision,
  note: AuditNote,
): Promise<string[]> {
  const result = await decideManually(context, id, decided, (_c, outcome) => ({
    audit: auditEntryOf(context, note, id, outcome),
  }));
  if (!result) throw new CliError(`There is no conversation ${id}.`);
  if (result.is === 'refused') throw new CliError(result.sentence);
  if (result.is === 'already') return [result.sentence];
  const isPending = result.is === 'done' && result.isRefundPending;
  return [isPending ? REFUND_PENDING : 'Done.'];
}
