import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import {
  evidenceTexts,
  evidenceUntil,
  isResponseDue,
  recordResponse,
  responseTo,
} from '#shared/rules/conversations/dispute-responses.ts';
import { chargeSummaryIn } from '#shared/rules/conversations/payment-status.ts';
import { recordOf } from '#shared/rules/conversations/record.ts';
import type { Disputes, Evidence } from '../gateways/disputes.ts';
import { sha256 } from '../sha256.ts';
import { changeConversation } from '../storage/conversations/conversations.ts';
import { allMessagesOf } from '../storage/conversations/messages.ts';
import { withCurrentProfiles } from './conversation-views.ts';
import { type PaymentContext, savePaymentStatus } from './settle-payment.ts';

export type DisputeContext = PaymentContext & { readonly disputes: Disputes };

/**
 * Responds to the open dispute of a conversation, if that is due: submits evidence, or accepts the dispute. Safe to repeat and to
 * run twice at once. Throws UNAVAILABLE when Stripe does not answer; the response stays due, and the sweep continues.
 */
export async function respondToDispute(
  context: DisputeContext,
  conversation: Conversation,
): Promise<void> {
  const { table, payments, disputes, now } = context;
  const { intentId } = conversation.money;
  if (!intentId || !isResponseDue(conversation)) return;
  const status = await payments.status(intentId);
  // The bank may have decided in the meantime.
  const current = await savePaymentStatus(context, conversation, status);
  const chargeSummary = status.is === 'underway' ? undefined : chargeSummaryIn(status);
  if (!current || !chargeSummary || !isResponseDue(current)) return;
  const response = responseTo(current, chargeSummary);
  const result =
    response === 'LEFT'
      ? 'DONE'
      : response === 'ACCEPTED'
        ? await disputes.accept(intentId)
        : await disputes.submit(intentId, await evidenceOf(context, current, response));
  // The bank has just decided; the next try reads its decision.
  if (result === 'CLOSED') return;
  const outcome = result === 'DONE' ? response : result;
  if (outcome === 'TOO_LATE')
    context.log.error('a dispute was not answered in time', { id: conversation.id });
  await changeConversation(table, conversation.id, now, (found) =>
    recordResponse(found, outcome, now),
  );
}

/** The evidence about a conversation. The record is the one of the sender, who is the customer of the bank. */
async function evidenceOf(
  { table, now }: DisputeContext,
  disputed: Conversation,
  kind: 'EVIDENCE' | 'REFUND_EVIDENCE',
): Promise<Evidence> {
  const conversation = await withCurrentProfiles(table, disputed, now);
  const messages = await allMessagesOf(table, conversation.id);
  const until = evidenceUntil(conversation);
  // Libraries that draw are loaded for the few events that need them.
  const { recordPdf } = await import('./record-pdf.ts');
  const record = recordOf('sender', { conversation, messages, until }, sha256);
  return {
    ...evidenceTexts(conversation, kind),
    record: await recordPdf(record),
    recordHash: record.entries.at(-1)?.hash ?? '',
  };
}
