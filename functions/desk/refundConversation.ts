import { refundConversation } from '../../shared/api/desk.ts';
import type { Input } from '../../shared/api/operation.ts';
import { Refusal } from '../../shared/refusals.ts';
import type { Conversation } from '../../shared/rules/conversations/conversations.ts';
import type { Bearer } from '../../shared/rules/conversations/manual-refunds.ts';
import { obstacleTo } from '../../shared/rules/desk/obstacles.ts';
import { DEFAULT_REFUND_ALONE_CENTS } from '../../shared/settings.ts';
import { serve } from '../serve.ts';
import { userById } from '../storage/accounts/users.ts';
import { writeAuditEntry } from '../storage/audit.ts';
import { conversationById } from '../storage/conversations/conversations.ts';
import { caseById, openCase } from '../storage/desk/cases.ts';
import { conversationKey } from '../storage/keys.ts';
import type { TableWriter } from '../storage/table.ts';
import { bearerOf, decidedRefusal, refundReasonOf } from './case-decisions.ts';
import { sidesOf } from './case-views.ts';
import { deskAudit, refuseObstacle, type StaffCall } from './desk-context.ts';
import { refundDecision } from './manual-decisions.ts';
import { refundByStaff } from './staff-refunds.ts';

/** Refunds a message to its sender, or proposes it to a second person if the amount is large. docs/product/desk.md#refunds */
export const handler = serve(
  refundConversation,
  async (input, call) => {
    const { table, now, settings, sessionUser } = call;
    const { conversationId, bearer, reason } = input;
    const found = await conversationById(table, conversationId, now);
    if (!found) throw new Refusal('NOT_FOUND');
    refuseObstacle(obstacleTo(sessionUser.id, sidesOf(found)));
    const { refundAloneCents = DEFAULT_REFUND_ALONE_CENTS } = settings;
    if (found.price > refundAloneCents) return { data: [await propose(call, found, input)] };
    const audit = { operation: 'refundConversation', about: conversationId, reason };
    const message = await refundByStaff(call, conversationId, bearer, audit);
    return { data: [{ message, caseId: null }] };
  },
  { readAhead: ({ conversationId }) => [conversationKey(conversationId)] },
);

type Call = StaffCall & { readonly table: TableWriter };

/** Opens the case in which a second person decides. It has the id of the conversation, so that there is one for each. */
async function propose(
  call: Call,
  found: Conversation,
  { bearer, reason }: Input<typeof refundConversation>,
) {
  const { table, now, sessionUser } = call;
  const ruling = await refundDecision(call, bearer).rule(found);
  if (!('change' in ruling))
    throw new Refusal('WRONG_STATUS', {
      message: 'refused' in ruling ? ruling.refused : ruling.already,
    });
  const { id } = found;
  const outcome = await table.transact(
    openCase({
      ...{ id, kind: 'REFUND', version: 1, harm: 1, openedAt: now, openedBy: sessionUser.id },
      ...{ userId: found.recipient.id, subject: { type: 'CONVERSATION', id } },
      ...{ reason: refundReasonOf(bearer), text: reason, quotes: [], notes: [] },
    }),
    writeAuditEntry(
      deskAudit(
        call,
        { operation: 'refundConversation', about: id, reason },
        'The refund is proposed to a second person.',
      ),
    ),
  );
  if (outcome === 'SAME_CASE') await refuseProposed(call, id, bearer);
  return { message: 'The amount is large, so a second person decides.', caseId: id };
}

/** Refuses a refund that was proposed before, unless the same person proposed the same and it still waits. */
async function refuseProposed(call: Call, id: string, bearer: Bearer): Promise<void> {
  const before = await caseById(call.table, id);
  if (!before) return;
  if (before.decision) throw await decidedRefusal(call, id);
  if (before.openedBy === call.sessionUser.id) {
    if (before.reason === refundReasonOf(bearer)) return;
    throw new Refusal('WRONG_STATUS', {
      message: `You have proposed this refund already, at the expense of the ${bearerOf(before.reason)}. Somebody else has to decide that first.`,
    });
  }
  const by = await userById(call.table, before.openedBy, call.now);
  throw new Refusal('WRONG_STATUS', {
    message: `${by?.fullName ?? 'Somebody else'} has proposed this refund already. You can decide it.`,
  });
}
