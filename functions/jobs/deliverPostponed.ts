import { schedules } from '#shared/api/schedules.ts';
import { isTexted } from '#shared/rules/notifications/text-messages.ts';
import { DAY, later } from '#shared/time.ts';
import { email } from '../gateways/email.ts';
import { push } from '../gateways/push.ts';
import { hashKey } from '../gateways/secrets.ts';
import { sms } from '../gateways/sms.ts';
import { notificationsOf, sendNotifications } from '../notifications/push-notifications.ts';
import { readReachability } from '../notifications/reachability.ts';
import { textOfPostponedPayout, textUnlessNotified } from '../notifications/text-messages.ts';
import { sendUndelivered } from '../notifications/undelivered.ts';
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

/**
 * Sends the notifications that waited for the end of quiet hours (docs/product/notifications.md#quiet-hours), and by the next channel
 * those that no device or mailbox took.
 */
export const handler = serveSchedule(schedules.deliverPostponed, (work) => deliverAll(work), {
  gives: { devices: deviceStore, push, sms, email, hashKey },
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
    await send(work, postponed);
  } catch (fault) {
    if (work.now < later(dueTimeOf(postponed), GIVE_UP_TIME)) throw fault;
    const { userId, event } = postponed;
    work.log.warn('a notification is given up', { userId, type: event.type, error: fault });
  }
  await removePostponed(work.table, postponed);
}

function send(work: Work, postponed: Postponed): Promise<void> {
  switch (postponed.channel) {
    case 'text':
      return text(work, postponed);
    case 'undelivered':
      return sendUndelivered(work, postponed.event, postponed.userId);
    default:
      return notify(work, postponed);
  }
}

/**
 * Notifies the person, if the event is still relevant: by the next channel if they have no device any more. If the quiet hours were
 * changed meanwhile, it may be postponed again.
 */
async function notify(work: Work, { userId, event }: Postponed): Promise<void> {
  const all = await notificationsOf(work.table, event, work.now);
  const theirs = all.filter((one) => one.userId === userId);
  await sendNotifications(work, event, theirs);
  const { reached } = await readReachability(work.table, userId, work.now);
  if (!reached) await sendUndelivered(work, event, userId);
}

async function text(work: Work, { event }: Postponed): Promise<void> {
  if (event.type === 'payout.waiting') return textOfPostponedPayout(work, event);
  if (!isTexted(event)) throw new Error(`${event.type} has no text message`);
  await textUnlessNotified(work, event);
}
