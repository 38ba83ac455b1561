import { refundConversationPart } from '../../shared/api/desk.ts';
import { cents, formatMoney, minus } from '../../shared/money.ts';
import { invalidInput, Refusal } from '../../shared/refusals.ts';
import type { Conversation } from '../../shared/rules/conversations/conversations.ts';
import {
  isPartRefunded,
  type Part,
  totalOf,
} from '../../shared/rules/conversations/part-refunds.ts';
import { obstacleTo } from '../../shared/rules/desk/obstacles.ts';
import { DEFAULT_REFUND_ALONE_CENTS } from '../../shared/settings.ts';
import { serve } from '../serve.ts';
import { userById } from '../storage/accounts/users.ts';
import { conversationById } from '../storage/conversations/conversations.ts';
import { conversationKey } from '../storage/keys.ts';
import type { TableReader } from '../storage/table.ts';
import { sidesOf } from './case-views.ts';
import { deskAudit, refuseObstacle, type StaffCall } from './desk-context.ts';
import {
  decideManually,
  type ManualResult,
  partRefundDecision,
  REFUND_PENDING,
} from './manual-decisions.ts';

/** Refunds a part of an answered message to its sender. docs/product/desk.md#refunds */
export const handler = serve(
  refundConversationPart,
  async ({ conversationId, amount, givenBack, reason }, call) => {
    const { table, now, settings, sessionUser } = call;
    const found = await conversationById(table, conversationId, now);
    if (!found) throw new Refusal('NOT_FOUND');
    refuseObstacle(obstacleTo(sessionUser.id, sidesOf(found)));
    const part = { amount, givenBack };
    refuseAmount(found, part, settings.refundAloneCents ?? DEFAULT_REFUND_ALONE_CENTS);
    const audit = { operation: 'refundConversationPart', about: conversationId, reason };
    const result = await decideManually(
      call,
      conversationId,
      partRefundDecision(now, part, sessionUser.id),
      (_, sentence) => ({ audit: deskAudit(call, audit, sentence) }),
    );
    return { data: [{ message: await messageOf(call, result, part) }] };
  },
  { readAhead: ({ conversationId }) => [conversationKey(conversationId)] },
);

/**
 * Refuses an amount that is not a part of what is left, or that is too large for one person. The rules check that what the
 * request says was given back before is true.
 */
function refuseAmount({ price }: Conversation, part: Part, alone: number): void {
  const left = minus(price, part.givenBack);
  if (part.amount >= left)
    throw invalidInput({
      amount: `Please enter less than the ${formatMoney(left)} that is left, or refund in full`,
    });
  if (totalOf(part) > alone)
    throw invalidInput({
      amount: `Parts up to ${formatMoney(cents(alone))} in all are possible here. More than that is refunded in full`,
    });
}

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
  const by = isSame ? await userById(table, decided.byUserId, now) : undefined;
  throw new Refusal('WRONG_STATUS', {
    message: `${result.sentence}${by ? ` ${by.fullName} decided it.` : ''}`,
    ...(by && { details: { decidedBy: by.fullName } }),
  });
}

function doneMessage(
  { isRefundPending, settled }: Extract<ManualResult, { is: 'done' }>,
  part: Part,
): string {
  if (isRefundPending) return REFUND_PENDING;
  if (isPartRefunded(settled)) return givenBackMessage(part);
  throw new Refusal('WRONG_STATUS', {
    message: 'Stripe did not make this refund: the sender’s bank decides about the payment.',
  });
}

const givenBackMessage = ({ amount }: Part) => `${formatMoney(amount)} is given back.`;
