import { subscribers } from '#shared/api/subscribers.ts';
import { readersDates } from '#shared/messages/dates.ts';
import { pendingPhone } from '#shared/rules/auth/security-wait.ts';
import { stoppableUntil } from '#shared/rules/auth/takeover-ladder.ts';
import { phoneChangeAskedMessage, securityStepMessage } from '#shared/rules/auth/text-messages.ts';
import type { Instant } from '#shared/time.ts';
import { stopPath } from '../auth/stop-token.ts';
import { hashKey } from '../gateways/secrets.ts';
import { sms } from '../gateways/sms.ts';
import { serveSubscriber } from '../serve-work.ts';
import { settings } from '../settings.ts';
import { userById } from '../storage/accounts/users.ts';
import { type SecurityStep, securityStepOf } from '../storage/auth/security-steps.ts';
import { textReceiptKey } from '../storage/keys.ts';
import { claimSend, isSent } from '../storage/notifications/sent-messages.ts';
import type { TableReader } from '../storage/table.ts';

/**
 * Texts the phone that an account had before a step of the takeover ladder, with the link that stops the step, so that an owner
 * learns of what they did not do. Delivery is at least once: after a crash between sending and noting it, the text is sent again.
 */
export const handler = serveSubscriber(
  subscribers.tellOldNumber,
  async (event, work) => {
    const { table, sms, now } = work;
    const { userId } = event.detail;
    const step = await securityStepOf(table, userId, event.id, now);
    if (!step || step.phoneNumber === '' || step.stoppedAt !== undefined) return;
    const receipt = textReceiptKey(event.id, userId);
    if (await isSent(table, receipt)) return;
    const link =
      settings().origin + (await stopPath({ userId, stepId: step.id, channel: 'PHONE' }));
    const message = await messageOf(table, step, link, now);
    if (message === undefined) return;
    await sms.send(step.phoneNumber, message);
    await claimSend(table, receipt, now);
  },
  { gives: { hashKey, sms } },
);

/** Undefined if a pending phone change was stopped, completed, or has expired before its event arrived. */
async function messageOf(
  table: TableReader,
  { userId, step, at }: SecurityStep,
  link: string,
  now: Instant,
): Promise<string | undefined> {
  const user = await userById(table, userId, now);
  const dates = readersDates(user?.timeZone, now);
  if (step !== 'PHONE_REQUEST')
    return securityStepMessage(step, link, stoppableUntil(step, at), dates);
  const pending = user && pendingPhone(user, now);
  return pending && phoneChangeAskedMessage(link, pending.at, dates);
}
