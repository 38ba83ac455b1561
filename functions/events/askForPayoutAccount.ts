import { subscribers } from '../../shared/api/subscribers.ts';
import { payoutWaitsMessage } from '../../shared/rules/payouts.ts';
import { serveSubscriber } from '../serve-work.ts';
import { settings } from '../settings.ts';
import { noteTold, payoutOf } from '../storage/payouts.ts';
import { userById } from '../storage/users.ts';

/**
 * Tells somebody whose payout waits where to set up payouts; once for each period, because the payout says that they were
 * told. At least once: a process that dies right after the message was handed over tells it again.
 */
export const handler = serveSubscriber(
  subscribers.askForPayoutAccount,
  async ({ detail: { userId, period } }, { table, sms, now }) => {
    const payout = await payoutOf(table, userId, period);
    if (payout?.status !== 'WAITING' || payout.toldAt !== undefined) return;
    const user = await userById(table, userId, now);
    if (!user?.phoneNumber) return;
    await sms.send(user.phoneNumber, payoutWaitsMessage(payout.amount, settings().origin));
    await noteTold(table, payout, now);
  },
);
