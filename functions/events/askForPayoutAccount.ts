import { subscribers } from '#shared/api/subscribers.ts';
import { payoutWaitsMessage } from '#shared/messages/earnings.ts';
import { deliveryOf } from '#shared/rules/notifications/notification-settings.ts';
import { instant, monthOf } from '#shared/time.ts';
import { sms } from '../gateways/sms.ts';
import { readReachability } from '../notifications/reachability.ts';
import { serveSubscriber } from '../serve-work.ts';
import { settings } from '../settings.ts';
import { balanceOf } from '../storage/ledger/ledger.ts';
import { settingsOf } from '../storage/notifications/notification-settings.ts';
import { postponeText } from '../storage/notifications/postponed.ts';
import { payoutOf, recordNotified } from '../storage/payouts/payouts.ts';

/**
 * Texts a person whose payout is waiting where to set up payouts: when it starts to wait, and as a reminder in each later
 * month if the person gets no push notifications. The payout stores when the person was notified, so there is one text for
 * each event; in quiet hours it is postponed (functions/jobs/deliverPostponed.ts). Delivery is at least once: after a crash between
 * sending and storing that, the text is sent again.
 */
export const handler = serveSubscriber(
  subscribers.askForPayoutAccount,
  async (event, { table, sms, now }) => {
    const { at, detail } = event;
    const { userId, period } = detail;
    const payout = await payoutOf(table, userId, period);
    if (payout?.status !== 'WAITING') return;
    const { toldAt } = payout;
    if (toldAt !== undefined && monthOf(toldAt) >= monthOf(instant(at))) return;
    const { user, reached } = await readReachability(table, userId, now);
    if (!user?.phoneNumber) return;
    if (toldAt === undefined || !reached) {
      const delivery = deliveryOf(await settingsOf(table, userId), event, 'text', now);
      if (delivery === 'now') {
        const { waiting } = await balanceOf(table, userId);
        await sms.send(user.phoneNumber, payoutWaitsMessage(waiting, settings().origin));
      } else if (delivery !== 'never')
        await postponeText(table, userId, event, delivery.postponedUntil);
    }
    await recordNotified(table, payout, now);
  },
  { gives: { sms } },
);
