import { subscribers } from '../../shared/api/subscribers.ts';
import type { DomainEvent } from '../../shared/domain-events.ts';
import { pendingPhone } from '../../shared/rules/auth/security-wait.ts';
import {
  formerPhoneMessage,
  phoneChangeAskedMessage,
} from '../../shared/rules/auth/text-messages.ts';
import { prettyDate } from '../../shared/time.ts';
import { serveSubscriber, type Work } from '../serve-work.ts';
import { settings } from '../settings.ts';
import { userById } from '../storage/accounts/users.ts';
import { deleteFormerPhone, readFormerPhone } from '../storage/auth/phone-changes.ts';
import { textReceiptKey } from '../storage/keys.ts';
import { claimSend, isSent } from '../storage/notifications/sent-messages.ts';

/**
 * Texts the old phone of an account whose number has changed or is about to change, so that an owner learns of a change
 * they did not make. Delivery is at least once: after a crash between sending and noting it, the text is sent again.
 */
export const handler = serveSubscriber(subscribers.tellOldNumber, async (event, work) => {
  if (event.type === 'user.phoneChangeAsked') return warnOfPendingChange(event, work);
  const { table, sms, now } = work;
  const phoneNumber = await readFormerPhone(table, event, now);
  if (!phoneNumber) return;
  await sms.send(phoneNumber, formerPhoneMessage(settings().origin));
  await deleteFormerPhone(table, event);
});

async function warnOfPendingChange(
  { id, detail: { userId } }: DomainEvent<'user.phoneChangeAsked'>,
  { table, sms, now }: Work<'accounts.write' | 'textReceipts.write' | 'sms'>,
): Promise<void> {
  const user = await userById(table, userId, now);
  const pending = user && pendingPhone(user, now);
  // The pending change was stopped, completed with a code from the old phone, or has expired, before this event arrived.
  const receipt = textReceiptKey(id, userId);
  if (!pending || (await isSent(table, receipt))) return;
  const day = prettyDate(pending.at);
  await sms.send(user.phoneNumber, phoneChangeAskedMessage(settings().origin, day));
  await claimSend(table, receipt, now);
}
