import { Refusal } from '../../shared/refusals.ts';
import { type Conversation, timeOfAnswer } from '../../shared/rules/conversations/conversations.ts';
import type { Bearer } from '../../shared/rules/conversations/manual-refunds.ts';
import { reversedFacts } from '../../shared/rules/desk/statement-words.ts';
import type { Instant } from '../../shared/time.ts';
import type { PaymentContext } from '../conversations/settle-payment.ts';
import { userById } from '../storage/accounts/users.ts';
import type { Step, TableReader } from '../storage/table.ts';
import { deskAudit, type StaffAct, type StaffCall } from './desk-context.ts';
import {
  decideManually,
  type ManualResult,
  REFUND_PENDING,
  refundDecision,
} from './manual-decisions.ts';
import { statementSteps } from './statement-steps.ts';

/* Refunds by staff. docs/product/desk.md#refunds */

/**
 * Refunds a message to its sender in full, and writes a statement to a recipient who loses the earning. `beside`: further steps
 * of the transaction. Returns a sentence for the member of staff; refuses with WRONG_STATUS what cannot be refunded.
 */
export async function refundByStaff(
  call: StaffCall & PaymentContext,
  conversationId: string,
  bearer: Bearer,
  audit: StaffAct,
  beside: readonly Step<'CLOSED'>[] = [],
): Promise<string> {
  const result = await decideManually(
    call,
    conversationId,
    refundDecision(call, bearer),
    (c, sentence) => ({
      audit: deskAudit(call, audit, sentence),
      beside: [...beside, ...(bearer === 'recipient' ? reversalSteps(call, c, audit.reason) : [])],
    }),
    call.sessionUser.id,
  );
  await refuseUndecided(call, result);
  return result?.is === 'done' && result.isRefundPending
    ? REFUND_PENDING
    : 'The sender is refunded.';
}

function reversalSteps({ now }: StaffCall, c: Conversation, reason: string): Step<never>[] {
  if (c.net === undefined) return [];
  return statementSteps(
    {
      ...{ userId: c.recipient.id, deed: 'EARNING_REVERSED', rule: 'REFUND', reason },
      facts: reversedFacts(c.net, timeOfAnswer(c) ?? c.modifiedAt),
    },
    now,
  );
}

/** Refuses a decision that was not made, unless the same person has made it before. */
export async function refuseUndecided(
  { table, sessionUser, now }: StaffCall & { readonly table: TableReader },
  result: ManualResult | undefined,
): Promise<void> {
  if (!result) throw new Refusal('NOT_FOUND');
  if (result.is === 'done') return;
  const { byUserId } = result.found.money.byHand ?? {};
  if (result.is === 'already' && byUserId === sessionUser.id) return;
  throw await refusalNaming({ table, now }, result.sentence, byUserId);
}

/** The refusal of a decision, which names the member of staff who has decided before. */
export async function refusalNaming(
  { table, now }: { readonly table: TableReader; readonly now: Instant },
  sentence: string,
  byUserId: string | undefined,
): Promise<Refusal> {
  const by = byUserId === undefined ? undefined : await userById(table, byUserId, now);
  return new Refusal('WRONG_STATUS', {
    message: by ? `${sentence} ${by.fullName} decided it.` : sentence,
    ...(by && { details: { decidedBy: by.fullName } }),
  });
}
