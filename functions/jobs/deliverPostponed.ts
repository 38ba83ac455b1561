import { schedules } from '../../shared/api/schedules.ts';
import { DAY, later } from '../../shared/time.ts';
import { push } from '../gateways/push.ts';
import { sms } from '../gateways/sms.ts';
import { notificationsOf, sendNotifications } from '../notifications/push-notifications.ts';
import { textOfPostponedPayout, textUnlessNotified } from '../notifications/text-messages.ts';
import { serveSchedule, type Work as WorkOf } from '../serve-work.ts';
import type { Key } from '../storage/keys.ts';
import { deviceStore } from '../storage/notifications/devices.ts';
import {
  duePostponed,
  dueTimeOf,
  type Postponed,
  postponedAt,
  removePostponed,
} from '../storage/notifications/postponed.ts';
import { sweepItems } from '../sweep-items.ts';

/** Sends the notifications that waited for the end of quiet hours (docs/product/notifications.md#quiet-hours). */
export const handler = serveSchedule(schedules.deliverPostponed, (work) => deliverAll(work), {
  gives: { devices: deviceStore, push, sms },
});

type Work = WorkOf<(typeof schedules.deliverPostponed.uses)[number]>;

/** How long after the end of the quiet hours a notification is tried. */
const GIVE_UP_TIME = DAY;
const BATCH_SIZE = 50;

/**
 * Sends all postponed notifications whose time has come, in slices; if the time runs out, the next run continues. Safe to run twice,
 * concurrently or late, because devices and text messages are notified once of each event. One that fails does not block the
 * others; this throws at the end. It is tried in every run for a day.
 */
async function deliverAll(work: Work): Promise<void> {
  const { done, faults } = await sweepItems({
    ...work,
    read: async (from) => {
      const { keys, next } = await duePostponed(work.table, work.now, { limit: BATCH_SIZE, from });
      return { items: keys, next };
    },
    handle: (key) => deliver(work, key),
  });
  if (done > 0) work.log.info('delivered', { done, faults });
  if (faults > 0) throw new Error(`${faults} of ${done} postponed notifications could not be sent`);
}

/**
 * Sends one and then removes it. After a crash in between it is sent again, which the devices recognize. One that cannot be sent is
 * removed after GIVE_UP_TIME, because a device that refuses it would make every run fail for ever.
 */
async function deliver(work: Work, key: Key): Promise<void> {
  const postponed = await postponedAt(work.table, key);
  if (!postponed) return;
  try {
    await (postponed.channel === 'text' ? text(work, postponed) : notify(work, postponed));
  } catch (fault) {
    if (work.now < later(dueTimeOf(postponed), GIVE_UP_TIME)) throw fault;
    const { userId, event } = postponed;
    work.log.warn('a notification is given up', { userId, type: event.type, error: fault });
  }
  await removePostponed(work.table, postponed);
}

/** Notifies the person, if the event is still relevant. If the quiet hours were changed meanwhile, it may be postponed again. */
async function notify(work: Work, { userId, event }: Postponed): Promise<void> {
  const all = await notificationsOf(work.table, event, work.now);
  const theirs = all.filter((one) => one.userId === userId);
  await sendNotifications(work, event, theirs);
}

async function text(work: Work, { event }: Postponed): Promise<void> {
  switch (event.type) {
    case 'payout.waiting':
      return textOfPostponedPayout(work, event);
    case 'plan.renewalFailed':
    case 'plan.ended':
    case 'referral.earned':
    case 'conversation.reported':
    case 'conversation.expiringSoon':
    case 'claim.opened':
      return textUnlessNotified(work, event);
    default:
      throw new Error(`${event.type} has no text message`);
  }
}
