import {
  decideManually,
  type PlannedDecision,
  refundDecision,
  reviewDecision,
} from '#functions/desk/manual-decisions.ts';
import { conversationById } from '#functions/storage/conversations/conversations.ts';
import { table } from '#functions/storage/table.ts';
import { auditEntryOf } from '#lib/operator/ops/plan.ts';
import { REFUND_PENDING } from '#shared/messages/staff.ts';
import type { Bearer } from '#shared/rules/conversations/manual-refunds.ts';
import { operatorContext } from './ops.ts';
import type { World } from './world.ts';

/*
 * Decisions of staff about the money of a letter, by the service that the operations of the desk call, without a member of staff,
 * a case and a second person.
 */

/** Refunds the sender of a letter, at the cost of the platform or of the recipient. Returns what the decision says. */
export const refundManually = (world: World, id: string, bearer: Bearer = 'platform') =>
  decided(world, id, `refund ${id}`, refundDecision(operatorContext(world), bearer));

/** Decides about a payment in review. Returns what the decision says. */
export const reviewManually = (world: World, id: string, decision: 'GIVE_BACK' | 'KEEP') =>
  decided(world, id, `review ${id} ${decision}`, reviewDecision(decision, world.now()));

async function decided(
  world: World,
  id: string,
  command: string,
  decision: PlannedDecision,
): Promise<string> {
  const context = operatorContext(world);
  const note = { command, reason: 'ticket 17' };
  const found = await conversationById(table, id, context.now);
  const result = await decideManually(context, id, decision, (_c, outcome) => ({
    audit: auditEntryOf(context, note, id, outcome),
  }));
  if (!result || !found) return 'There is no conversation.';
  if (result.is !== 'done') return result.sentence;
  return `${decision.outcome(found)}\n${result.isRefundPending ? REFUND_PENDING : 'Done.'}`;
}
