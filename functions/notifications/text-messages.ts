import type { DomainEvent } from '#shared/domain-events.ts';
import { readersDates } from '#shared/messages/dates.ts';
import { payoutWaitsMessage } from '#shared/messages/earnings.ts';
import { EVENT_TEXTS_UNSENT } from '#shared/metrics.ts';
import { eventTextLimit, MIN_EVENT_TEXT_DOLLARS } from '#shared/rules/auth/text-limits.ts';
import { type NotifiedEventType, rowOf } from '#shared/rules/notifications/event-settings.ts';
import type { Notification } from '#shared/rules/notifications/notification.ts';
import {
  deliveryOf,
  type NotificationSettings,
  wants,
} from '#shared/rules/notifications/notification-settings.ts';
import {
  partsOf,
  type TextedEvent,
  textMessageOf,
} from '#shared/rules/notifications/text-messages.ts';
import type { Instant } from '#shared/time.ts';
import { centsOfCode } from '../auth/new-number-limits.ts';
import type { Sms } from '../gateways/sms.ts';
import type { Logger } from '../log.ts';
import { report } from '../metrics.ts';
import { settings as stage } from '../settings.ts';
import { type User, userById } from '../storage/accounts/users.ts';
import { textReceiptKey } from '../storage/keys.ts';
import { balanceOf } from '../storage/ledger/ledger.ts';
import { countStep } from '../storage/limits.ts';
import { settingsOf } from '../storage/notifications/notification-settings.ts';
import { postponeText } from '../storage/notifications/postponed.ts';
import { claimSend, releaseSend } from '../storage/notifications/sent-messages.ts';
import { payoutOf } from '../storage/payouts/payouts.ts';
import type { TableWriter } from '../storage/table.ts';
import { emailAddressOf } from './emails/email-address.ts';
import { notificationsOf } from './push-notifications.ts';
import { readReachability } from './reachability.ts';
import { timeZoneOf } from './time-zone.ts';

/*
 * Text messages about events, to people whom neither a device nor an email address tells of them. Delivery is at most once, because
 * a message costs money: it is claimed before it is sent, and released if it could not be handed over. After a crash between the two
 * it is not sent; the app shows the same.
 */

export type TextContext = {
  readonly table: TableWriter;
  readonly sms: Sms;
  readonly now: Instant;
  readonly log: Logger;
};

/** Sends the text messages of an event to the people of whom neither a device nor an email address gets it. */
export async function textUnlessNotified(context: TextContext, event: TextedEvent): Promise<void> {
  const { table, now } = context;
  for (const notification of await notificationsOf(table, event, now)) {
    const { user, reached } = await readReachability(table, notification.userId, now);
    if (!user) continue;
    const settings = await settingsOf(table, user.id);
    if (reached && wants(settings, event, 'push')) continue;
    await textPerson(context, event, notification, { user, settings });
  }
}

/** Sends the text message of an event to a person whom no device of theirs told of it, unless an email does. */
export async function textWithoutDevice(
  context: TextContext,
  event: TextedEvent,
  notification: Notification,
): Promise<void> {
  const { table, now } = context;
  const user = await userById(table, notification.userId, now);
  if (!user) return;
  const settings = await settingsOf(table, user.id);
  await textPerson(context, event, notification, { user, settings });
}

async function textPerson(
  context: TextContext,
  event: TextedEvent,
  notification: Notification,
  { user, settings }: { readonly user: User; readonly settings: NotificationSettings },
): Promise<void> {
  const { table, now } = context;
  if (!mayGetTexts(user) || (await isEmailed(context, user, settings, event))) return;
  const delivery = deliveryOf(settings, event, 'text', now, notification.latestAt);
  if (delivery === 'never') return;
  if (delivery !== 'now') {
    await postponeText(table, user.id, event, delivery.postponedUntil);
    return;
  }
  const dates = readersDates(timeZoneOf(user, settings), now);
  const words = textMessageOf(event, notification, stage().origin, dates);
  await sendOnce(context, event, user, words);
}

/** Returns whether an email about the event goes to the person instead. What protects the account comes by both ways. */
async function isEmailed(
  { table, now }: TextContext,
  user: User,
  settings: NotificationSettings,
  event: TextedEvent,
): Promise<boolean> {
  if (rowOf(event.type)?.text === 'always' || !wants(settings, event, 'email')) return false;
  return (await emailAddressOf(table, user, now)) !== undefined;
}

/** Sends the text message about a waiting payout that was postponed, if the payout still waits. */
export async function textOfPostponedPayout(
  context: TextContext,
  event: DomainEvent<'payout.waiting'>,
): Promise<void> {
  const { table, now } = context;
  const { userId, period } = event.detail;
  const payout = await payoutOf(table, userId, period);
  const user = await userById(table, userId, now);
  if (payout?.status !== 'WAITING' || !user || !mayGetTexts(user)) return;
  const delivery = deliveryOf(await settingsOf(table, userId), event, 'text', now);
  if (delivery === 'never') return;
  if (delivery !== 'now') {
    await postponeText(table, user.id, event, delivery.postponedUntil);
    return;
  }
  const { waiting } = await balanceOf(table, userId);
  await sendOnce(context, event, user, payoutWaitsMessage(waiting, stage().origin));
}

const mayGetTexts = ({ phoneNumber, verified, blockedAt }: User): boolean =>
  Boolean(phoneNumber) && verified === true && blockedAt === undefined;

async function sendOnce(
  context: TextContext,
  event: DomainEvent<NotifiedEventType>,
  { id: userId, phoneNumber }: User,
  words: string,
): Promise<void> {
  const { table, sms, now } = context;
  const receipt = textReceiptKey(event.id, userId);
  if ((await claimSend(table, receipt, now)) === 'TAKEN') return;
  if (rowOf(event.type)?.text !== 'always' && !(await isInBudget(context, phoneNumber, words))) {
    context.log.warn('the budget for text messages about events is used up', { type: event.type });
    // A budget of 0 is a decision: nobody has to be alarmed about it.
    if (stage().eventTextDollars !== 0) report({ [EVENT_TEXTS_UNSENT]: 1 });
    return;
  }
  try {
    await sms.send(phoneNumber, words);
  } catch (fault) {
    await releaseSend(table, receipt);
    throw fault;
  }
}

/**
 * Counts a text message against the budget for texts about events, and returns whether it is within it. What protects the account and
 * codes do not count, so that nobody is locked out by other texts.
 */
async function isInBudget(
  { table, now }: TextContext,
  phoneNumber: string,
  words: string,
): Promise<boolean> {
  const { eventTextDollars = MIN_EVENT_TEXT_DOLLARS } = stage();
  const by = partsOf(words) * centsOfCode(phoneNumber, stage());
  const step = countStep(
    { what: 'eventTexts:cents', by, now, ...eventTextLimit(eventTextDollars) },
    'OVER',
  );
  return (await table.write(step)) !== 'OVER';
}
