import type { reportInbox } from '#shared/api/inbox-reports.ts';
import type { Input } from '#shared/api/operation.ts';
import { newId } from '#shared/ids.ts';
import type { Change } from '#shared/rules/conversations/conversations.ts';
import type { Case } from '#shared/rules/desk/cases.ts';
import { HARM_OF_REASON } from '#shared/rules/desk/harm.ts';
import type { Instant } from '#shared/time.ts';
import type { Decision } from '../storage/conversations/conversations.ts';
import { messageOf } from '../storage/conversations/messages.ts';
import { noteReport } from '../storage/desk/reports.ts';
import type { TableReader } from '../storage/table.ts';
import { letterQuote, QUOTE_MAX } from '../support/quotes.ts';

type Context = { readonly table: TableReader; readonly now: Instant };
type Report = Pick<Input<typeof reportInbox>, 'reasonCode' | 'additionalInformation'>;

/**
 * Adds a case to the report of a pending message whose writer may be in danger: the money goes back at once, so the queue of
 * reviews would not contain it. docs/product/conversations.md#reporting
 */
export async function withDangerCase(
  { table, now }: Context,
  { reasonCode, additionalInformation = '' }: Report,
  change: Change,
): Promise<Decision> {
  if (reasonCode !== 'SUICIDE_SELFINJURY') return change;
  const { id, questionId, sender, recipient } = change.next;
  const question = await messageOf(table, id, questionId);
  const openedCase: Case = {
    id: newId(now),
    kind: 'REPORT',
    version: 1,
    openedAt: now,
    openedBy: recipient.id,
    userId: sender.id,
    harm: HARM_OF_REASON[reasonCode],
    subject: { type: 'MESSAGE', id: questionId, within: id },
    reason: reasonCode,
    text: additionalInformation,
    notes: [],
    quotes: question ? [letterQuote(question, QUOTE_MAX)] : [],
  };
  return { ...change, openedCase, beside: [noteReport(openedCase)] };
}
