import * as staff from '#shared/messages/staff.ts';
import { Refusal } from '#shared/refusals.ts';
import {
  type Conversation,
  isPending,
  type StaffDecision,
} from '#shared/rules/conversations/conversations.ts';
import type { Bearer } from '#shared/rules/conversations/manual-refunds.ts';
import {
  earningKeptFacts,
  messageEndedFacts,
  refundedFacts,
  reversedFacts,
} from '#shared/rules/desk/statement-words.ts';
import type { Instant } from '#shared/time.ts';
import type { PaymentContext } from '../conversations/settle-payment.ts';
import { userById } from '../storage/accounts/users.ts';
import type { TableReader } from '../storage/table.ts';
import {
  deskAudit,
  type FurtherStep,
  type StaffAct,
  type StaffCall,
  wordsOfAct,
} from './desk-context.ts';
import { decideManually, type ManualResult, refundDecision } from './manual-decisions.ts';
import { type Decided, decisionSteps, readable, sidesAsReaders } from './statement-steps.ts';

/* Refunds by staff. docs/product/desk.md#refunds */

/**
 * Refunds a message to its sender in full, with a statement to both sides. `beside`: further steps of the transaction. Returns
 * a sentence for the member of staff; refuses with WRONG_STATUS what cannot be refunded.
 */
export async function refundByStaff(
  call: StaffCall & PaymentContext,
  conversationId: string,
  bearer: Bearer,
  audit: StaffAct,
  beside: readonly FurtherStep[] = [],
): Promise<string> {
  const result = await decideManually(
    call,
    conversationId,
    refundDecision(call, bearer),
    async (c, sentence, eventId) => {
      const kind = refundKindOf(c, bearer);
      const decided = { kind, ...wordsOfAct(audit), rule: 'REFUND', eventId };
      return {
        audit: deskAudit(call, audit, sentence),
        ...(await decisionOn(call, c, decided, refundFactsOf(c, kind), beside)),
      };
    },
    call.sessionUser.id,
  );
  await refuseUndecided(call, result);
  return result?.is === 'done' && result.isRefundPending ? staff.REFUND_PENDING : staff.REFUNDED;
}

type RefundKind = 'REFUND_UNANSWERED' | 'REFUND_BY_PLATFORM' | 'REFUND_BY_RECIPIENT';

/** The kind of a refund in full, by who bears it, or of a message that was not answered. */
export function refundKindOf({ status }: Conversation, bearer: Bearer): RefundKind {
  if (isPending(status)) return 'REFUND_UNANSWERED';
  return bearer === 'recipient' ? 'REFUND_BY_RECIPIENT' : 'REFUND_BY_PLATFORM';
}

/** What a refund in full is about, in the words of each side. */
export const refundFactsOf = (c: Conversation, kind: RefundKind) => ({
  sender: refundedFacts(c),
  recipient: RECIPIENT_FACTS[kind](c),
});

const RECIPIENT_FACTS: Readonly<Record<RefundKind, (c: Conversation) => string>> = {
  REFUND_UNANSWERED: messageEndedFacts,
  REFUND_BY_PLATFORM: (c) => earningKeptFacts(c),
  REFUND_BY_RECIPIENT: reversedFacts,
};

/** What is written with a decision of the caller about the money of a conversation, for its two sides and for the desk. */
export async function decisionOn(
  call: StaffCall & { readonly table: TableReader },
  c: Conversation,
  decided: Pick<Decided, 'kind' | 'reason' | 'rule' | 'proposedByUserId' | 'caseId' | 'eventId'>,
  facts: { readonly sender: string; readonly recipient: string },
  beside: readonly FurtherStep[] = [],
): Promise<{ decided: StaffDecision; beside: FurtherStep[] }> {
  const { now, sessionUser } = call;
  const { kind, reason } = decided;
  const readers = await readable(call, sidesAsReaders(c, facts));
  const whole = { ...decided, byUserId: sessionUser.id, conversationId: c.id };
  return {
    decided: { kind, byUserId: sessionUser.id, at: now, reason },
    beside: [...beside, ...decisionSteps(whole, readers, now)],
  };
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
