import { newId } from '#shared/ids.ts';
import { Refusal } from '#shared/refusals.ts';
import { decideClaim } from '#shared/rules/conversations/claims.ts';
import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import type { CaseDecision } from '#shared/rules/desk/cases.ts';
import {
  claimFacts,
  claimGrantedFacts,
  claimRejectedFacts,
  earningFreedFacts,
} from '#shared/rules/desk/statement-words.ts';
import { decisionSteps, readable, sidesAsReaders } from '../desk/statement-steps.ts';
import { onceForKey } from '../idempotency.ts';
import type { AuditEntry } from '../storage/audit.ts';
import { changeConversation, conversationById } from '../storage/conversations/conversations.ts';
import type { Confirmed } from '../storage/desk/cases.ts';
import type { KeyedCall } from '../storage/idempotency.ts';
import type { Step } from '../storage/table.ts';
import { type PaymentContext, settleMoneyOrDefer } from './settle-payment.ts';

/** A decision of the desk about a contested claim. Both sides read `reasonToRead`, by default the reason. */
type ClaimDecision = Pick<CaseDecision, 'outcome' | 'reason' | 'byUserId'> & {
  readonly reasonToRead?: string;
  /** The member of staff who proposed it to the one who decided. */
  readonly proposedByUserId?: string | undefined;
  readonly audit: AuditEntry;
  /** Further steps of the transaction. */
  readonly further?: readonly Step<'LIMIT'>[];
  /** What a second person confirms with it. */
  readonly confirmed?: Confirmed | undefined;
  /** The call with its Idempotency-Key, if the decision comes from an operation. */
  readonly keyed?: KeyedCall | undefined;
};

/**
 * Decides a contested claim for the desk, and returns the conversation. UPHELD refunds the sender and takes the earning back;
 * REJECTED frees the earning. Both sides get a statement. One transaction changes the conversation and its
 * ledger, closes the case and writes the audit entry; then the money is settled. Refuses with NOT_FOUND without such a
 * conversation, and with WRONG_STATUS for a claim that is not contested or has ended in the meantime. A repeated call with the same
 * key changes nothing.
 */
export function writeClaimDecision(
  context: PaymentContext,
  conversationId: string,
  { audit, keyed, further = [], confirmed, ...decision }: ClaimDecision,
): Promise<Conversation> {
  const { table, now } = context;
  const make = async () => {
    const after = await changeConversation(table, conversationId, now, async (current) => {
      if (current.money.claim?.state !== 'CONTESTED')
        throw new Refusal('WRONG_STATUS', { message: NOT_CONTESTED });
      const eventId = newId(now);
      const { domainEvent, ...change } = decideClaim(current, decision, now);
      const request = { keyed, made: conversationId };
      const beside = [
        ...further,
        ...(await statementsAbout(context, current, { ...decision, eventId })),
      ];
      const event = domainEvent && { ...domainEvent, id: eventId };
      return {
        ...change,
        ...(event && { domainEvent: event }),
        audit,
        request,
        confirmed,
        beside,
        isTold: true,
      };
    });
    if (!after) throw new Refusal('NOT_FOUND');
    await settleMoneyOrDefer(context, after);
    return after;
  };
  return onceForKey(context, keyed, make, (id) => conversationById(table, id, now));
}

const NOT_CONTESTED = 'This claim doesn’t wait for a decision anymore.';

/** The steps that write a statement to both sides. */
async function statementsAbout(
  context: PaymentContext,
  c: Conversation,
  {
    outcome,
    reason,
    reasonToRead = reason,
    byUserId,
    proposedByUserId,
    eventId,
  }: Omit<ClaimDecision, 'audit' | 'keyed' | 'further' | 'confirmed'> & {
    readonly eventId: string;
  },
): Promise<Step<never>[]> {
  const { claim } = c;
  if (!claim) return [];
  const decided = {
    kind: claimKindOf(outcome),
    eventId,
    reason: reasonToRead,
    byUserId,
    proposedByUserId,
    rule: claim.reason,
    conversationId: c.id,
    ...(claim.caseId && { caseId: claim.caseId }),
  } as const;
  const readers = await readable(context, sidesAsReaders(c, claimFactsOf(c, outcome)));
  return decisionSteps(decided, readers, context.now);
}

/** The kind of a decision about a claim. */
export const claimKindOf = (outcome: CaseDecision['outcome']) =>
  outcome === 'UPHELD' ? ('CLAIM_UPHELD' as const) : ('CLAIM_REJECTED' as const);

/** What a decision about a claim is about, in the words of each side. */
export const claimFactsOf = (c: Conversation, outcome: CaseDecision['outcome']) =>
  outcome === 'UPHELD'
    ? { sender: claimGrantedFacts(c), recipient: claimFacts(c) }
    : { sender: claimRejectedFacts(c), recipient: earningFreedFacts(c) };
