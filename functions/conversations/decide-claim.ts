import { ZERO } from '../../shared/money.ts';
import { Refusal } from '../../shared/refusals.ts';
import { decideClaim as decide } from '../../shared/rules/conversations/claims.ts';
import { type Conversation, timeOfAnswer } from '../../shared/rules/conversations/conversations.ts';
import type { CaseDecision } from '../../shared/rules/desk/cases.ts';
import { claimFacts } from '../../shared/rules/desk/statement-words.ts';
import type { Instant } from '../../shared/time.ts';
import { statementSteps } from '../desk/statement-steps.ts';
import { onceForKey } from '../idempotency.ts';
import type { AuditEntry } from '../storage/audit.ts';
import { changeConversation, conversationById } from '../storage/conversations/conversations.ts';
import type { KeyedCall } from '../storage/idempotency.ts';
import type { Step } from '../storage/table.ts';
import { type PaymentContext, settleMoneyOrDefer } from './settle-payment.ts';

/** A decision of the desk about a contested claim. Both sides read the reason. */
type ClaimDecision = Pick<CaseDecision, 'outcome' | 'reason' | 'byUserId'> & {
  readonly audit: AuditEntry;
  /** The call with its Idempotency-Key, if the decision comes from an operation. */
  readonly keyed?: KeyedCall | undefined;
};

/**
 * Decides a contested claim for the desk, and returns the conversation. UPHELD refunds the sender, takes the earning back and
 * writes a statement of reasons to the recipient; REJECTED frees the earning. One transaction changes the conversation and its
 * ledger, closes the case and writes the audit entry; then the money is settled. Refuses with NOT_FOUND without such a
 * conversation, and with WRONG_STATUS for a claim that is not contested or has ended in the meantime. A repeated call with the same
 * key changes nothing.
 */
export function decideClaim(
  context: PaymentContext,
  conversationId: string,
  { audit, keyed, ...decision }: ClaimDecision,
): Promise<Conversation> {
  const { table, now } = context;
  const make = async () => {
    const after = await changeConversation(table, conversationId, now, (current) => {
      if (current.money.claim?.state !== 'CONTESTED')
        throw new Refusal('WRONG_STATUS', { message: NOT_CONTESTED });
      const change = decide(current, decision, now);
      const request = { keyed, made: conversationId };
      return { ...change, audit, request, beside: statementOf(current, decision, now) };
    });
    if (!after) throw new Refusal('NOT_FOUND');
    await settleMoneyOrDefer(context, after);
    return after;
  };
  return onceForKey(context, keyed, make, (id) => conversationById(table, id, now));
}

const NOT_CONTESTED = 'This claim does not wait for a decision any more.';

/** The steps that write a statement of reasons to the recipient whose earning is taken back. */
function statementOf(
  conversation: Conversation,
  { outcome, reason }: Pick<CaseDecision, 'outcome' | 'reason'>,
  now: Instant,
): Step<never>[] {
  const { recipient, claim, net, modifiedAt } = conversation;
  if (outcome === 'REJECTED' || !claim) return [];
  const { caseId } = claim;
  const facts = claimFacts(net ?? ZERO, timeOfAnswer(conversation) ?? modifiedAt);
  return statementSteps(
    {
      ...{ userId: recipient.id, deed: 'EARNING_REVERSED', facts, rule: claim.reason, reason },
      ...(caseId && { caseId }),
    },
    now,
  );
}
