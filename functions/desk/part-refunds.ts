import * as staff from '#shared/messages/staff.ts';
import type { Cents } from '#shared/money.ts';
import { Refusal } from '#shared/refusals.ts';
import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import { isPartRefunded, type Part, totalOf } from '#shared/rules/conversations/part-refunds.ts';
import { earningKeptFacts, partRefundedFacts } from '#shared/rules/desk/statement-words.ts';
import type { PaymentContext } from '../conversations/settle-payment.ts';
import type { TableReader } from '../storage/table.ts';
import {
  deskAudit,
  type FurtherStep,
  type StaffAct,
  type StaffCall,
  wordsOfAct,
} from './desk-context.ts';
import { decideManually, type ManualResult, partRefundDecision } from './manual-decisions.ts';
import { decisionOn, refusalNaming } from './staff-refunds.ts';

/* Partial refunds by staff. docs/product/desk.md#refunds */

/**
 * Refunds a part of an answered message to its sender. `beside`: further steps of the transaction. Returns a sentence for the
 * member of staff; refuses with WRONG_STATUS what cannot be refunded.
 */
export async function refundPartByStaff(
  call: StaffCall & PaymentContext,
  conversationId: string,
  part: Part,
  audit: StaffAct,
  beside: readonly FurtherStep[] = [],
): Promise<string> {
  const result = await decideManually(
    call,
    conversationId,
    partRefundDecision(call.now, part, call.sessionUser.id),
    async (c, sentence, eventId) => {
      const decided = { kind: 'REFUND_IN_PART', ...wordsOfAct(audit), eventId } as const;
      const facts = factsOfPart(c, part.amount);
      return {
        audit: deskAudit(call, audit, sentence),
        ...(await decisionOn(call, c, decided, facts, beside)),
      };
    },
  );
  return messageOf(call, result, part);
}

/** What a refund in part is about, in the words of each side. */
export const factsOfPart = (c: Conversation, amount: Cents) => ({
  sender: partRefundedFacts(c, amount),
  recipient: earningKeptFacts(c, amount),
});

/** The sentence for the member of staff. Refuses a decision that was not made, unless the same person has made it before. */
async function messageOf(
  { table, sessionUser, now }: StaffCall & { readonly table: TableReader },
  result: ManualResult | undefined,
  part: Part,
): Promise<string> {
  if (!result) throw new Refusal('NOT_FOUND');
  if (result.is === 'done') return doneMessage(result, part);
  const decided = result.found.money.part;
  const isSame = result.is === 'already' && decided?.total === totalOf(part);
  if (isSame && decided.byUserId === sessionUser.id) return givenBackMessage(part);
  throw await refusalNaming({ table, now }, result.sentence, isSame ? decided.byUserId : undefined);
}

function doneMessage(
  { isRefundPending, settled }: Extract<ManualResult, { is: 'done' }>,
  part: Part,
): string {
  if (isRefundPending) return staff.REFUND_PENDING;
  if (isPartRefunded(settled)) return givenBackMessage(part);
  throw new Refusal('WRONG_STATUS', {
    message: staff.REFUND_AT_BANK,
  });
}

const givenBackMessage = ({ amount }: Part) => staff.partRefunded(amount);
