import { subscribers } from '../../shared/api/subscribers.ts';
import type { Fact } from '../../shared/facts.ts';
import { formerPhoneMessage, phoneChangeAskedMessage } from '../../shared/rules/phones.ts';
import { prettyDate } from '../../shared/time.ts';
import { serveSubscriber, type Work } from '../serve-work.ts';
import { settings } from '../settings.ts';
import { forgetFormerPhone, formerPhone } from '../storage/change-phone.ts';
import { claimText, isTexted } from '../storage/texted.ts';
import { userById } from '../storage/users.ts';

/**
 * Tells the phone that an account has left, or is about to leave, so that whoever did not do it hears of it. At least
 * once: a process that dies after the message was handed over tells it again, one that dies before tells it later.
 */
export const handler = serveSubscriber(subscribers.tellOldNumber, async (fact, work) => {
  if (fact.type === 'user.phoneChangeAsked') return tellOfPending(fact, work);
  const { table, sms, now } = work;
  const phoneNumber = await formerPhone(table, fact, now);
  if (!phoneNumber) return;
  await sms.send(phoneNumber, formerPhoneMessage(settings().origin));
  await forgetFormerPhone(table, fact);
});

async function tellOfPending(
  { id, detail: { userId } }: Fact<'user.phoneChangeAsked'>,
  { table, sms, now }: Work<'table.write' | 'sms'>,
): Promise<void> {
  const user = await userById(table, userId, now);
  // Stopped, or brought to its end by a code, before anybody could be told of it.
  if (user?.nextPhoneAt === undefined || (await isTexted(table, id, userId))) return;
  const day = prettyDate(user.nextPhoneAt);
  await sms.send(user.phoneNumber, phoneChangeAskedMessage(settings().origin, day));
  await claimText(table, id, userId, now);
}
