import { subscribers } from '../../shared/api/subscribers.ts';
import { formerPhoneMessage } from '../../shared/rules/phones.ts';
import { serveSubscriber } from '../serve-work.ts';
import { settings } from '../settings.ts';
import { forgetFormerPhone, formerPhone } from '../storage/change-phone.ts';

/**
 * Tells the phone that an account has left, so that whoever did not do it hears of it. At least once: a process that
 * dies after the message was handed over tells it again, one that dies before tells it later.
 */
export const handler = serveSubscriber(subscribers.tellOldNumber, async (fact, work) => {
  const { table, sms, now } = work;
  const phoneNumber = await formerPhone(table, fact, now);
  if (!phoneNumber) return;
  await sms.send(phoneNumber, formerPhoneMessage(settings().origin));
  await forgetFormerPhone(table, fact);
});
