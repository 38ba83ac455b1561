import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import type { NudgeChannel } from '#shared/rules/conversations/nudge.ts';
import { emailReceiptKey } from '../storage/keys.ts';
import { isNotified } from '../storage/notifications/devices.ts';
import { isSent } from '../storage/notifications/sent-messages.ts';
import type { TableReader } from '../storage/table.ts';

/**
 * The ways by which the nudge of a conversation was sent, as their receipts say; undefined without a nudge. None: nothing was sent yet,
 * because it waits for the end of quiet hours, or because the recipient gets neither.
 */
export async function nudgeChannels(
  table: TableReader,
  { nudgeEventId, recipient }: Pick<Conversation, 'nudgeEventId' | 'recipient'>,
): Promise<NudgeChannel[] | undefined> {
  if (nudgeEventId === undefined) return undefined;
  const [pushed, emailed] = await Promise.all([
    isNotified(table, nudgeEventId, recipient.id),
    isSent(table, emailReceiptKey(nudgeEventId, recipient.id)),
  ]);
  return [...(pushed ? (['PUSH'] as const) : []), ...(emailed ? (['EMAIL'] as const) : [])];
}
