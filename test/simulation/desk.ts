import { writeClaimDecision } from '#functions/conversations/claim-decisions.ts';
import type { PaymentContext } from '#functions/conversations/settle-payment.ts';
import {
  decideManually,
  type PlannedDecision,
  partRefundDecision,
  refundDecision,
  reviewDecision,
} from '#functions/desk/manual-decisions.ts';
import { payments } from '#functions/gateways/payments.ts';
import { subscriptions } from '#functions/gateways/subscriptions.ts';
import { logOf } from '#functions/log.ts';
import { table } from '#functions/storage/table.ts';
import { CliError } from '#lib/cli-error.ts';
import { ops } from '#lib/operator/ops/ops.ts';
import { newId } from '#shared/ids.ts';
import { cents, ZERO } from '#shared/money.ts';
import { Refusal } from '#shared/refusals.ts';
import { instant } from '#shared/time.ts';
import type { Clock } from './clock.ts';

/** A member of staff decides a claim. A claim that is not contested any more is left as it is. */
export async function decideAtDesk(
  clock: Clock,
  conversationId: string,
  outcome: 'UPHELD' | 'REJECTED',
): Promise<void> {
  const now = instant(clock.now());
  const [byUserId, reason] = ['staff', 'The question names the instrument.'];
  const audit = {
    id: newId(now),
    at: now,
    who: byUserId,
    command: 'decideClaim',
    about: conversationId,
    reason,
    outcome,
  };
  const context = { table, payments, now, log: logOf('desk') };
  try {
    await writeClaimDecision(context, conversationId, { outcome, reason, byUserId, audit });
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault;
  }
}

/** An operator runs a command of `npm run ops`. A command that the rules refuse changes nothing. */
export async function runOps(clock: Clock, words: readonly string[]): Promise<void> {
  const context = { table, payments, subscriptions, now: clock.now(), log: logOf('ops') };
  try {
    await ops(
      words,
      { ...context, who: 'operator', origin: 'https://replypaid.example' },
      () => {},
    );
  } catch (fault) {
    if (!(fault instanceof CliError) && !(fault instanceof Refusal)) throw fault;
  }
}

/** What a member of staff may decide about the money of a conversation. */
export const DESK_DECISIONS = [
  'REFUND',
  'REFUND_PART',
  'REFUND_FROM_RECIPIENT',
  'GIVE_BACK',
  'KEEP',
] as const;
export type DeskDecision = (typeof DESK_DECISIONS)[number];

/** A member of staff refunds a conversation, or decides about a reported one; does nothing if the rules refuse that. */
export async function moveMoneyAtDesk(
  clock: Clock,
  conversationId: string,
  decision: DeskDecision,
): Promise<void> {
  const now = instant(clock.now());
  const context = { table, payments, now, log: logOf('desk') };
  const planned = plannedOf(context, decision);
  const audit = {
    id: newId(now),
    at: now,
    who: 'staff',
    command: decision,
    about: conversationId,
    reason: 'The support team looked at it.',
  };
  const write = (_: unknown, outcome: string) => ({ audit: { ...audit, outcome } });
  try {
    await decideManually(context, conversationId, planned, write, 'staff');
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault;
  }
}

function plannedOf(context: PaymentContext, decision: DeskDecision): PlannedDecision {
  if (decision === 'GIVE_BACK' || decision === 'KEEP') return reviewDecision(decision, context.now);
  if (decision === 'REFUND_PART') return partRefundDecision(context.now, PART, 'staff');
  return refundDecision(context, decision === 'REFUND' ? 'platform' : 'recipient');
}

/** What REFUND_PART gives back. */
const PART = { amount: cents(1_000), givenBack: ZERO };
