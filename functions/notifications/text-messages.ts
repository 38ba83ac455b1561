import type { DomainEvent } from '../../shared/domain-events.ts';
import { claimStateAt } from '../../shared/rules/conversations/claims.ts';
import { isChargedByReport } from '../../shared/rules/conversations/counters.ts';
import { LAST_REMINDER } from '../../shared/rules/conversations/reminder-stages.ts';
import { rowOf } from '../../shared/rules/notifications/event-settings.ts';
import {
  deliveryOf,
  type NotificationSettings,
  wants,
} from '../../shared/rules/notifications/notification-settings.ts';
import { isAwaited, latestReminderAt } from '../../shared/rules/notifications/notifications.ts';
import {
  type TEXTED_EVENTS,
  textMessageOf,
} from '../../shared/rules/notifications/text-messages.ts';
import { payoutWaitsMessage } from '../../shared/rules/payouts/payouts.ts';
import type { Instant } from '../../shared/time.ts';
import type { Sms } from '../gateways/sms.ts';
import { settings as stage } from '../settings.ts';
import { type User, userById } from '../storage/accounts/users.ts';
import { conversationById } from '../storage/conversations/conversations.ts';
import { textReceiptKey } from '../storage/keys.ts';
import { balanceOf } from '../storage/ledger/ledger.ts';
import { settingsOf } from '../storage/notifications/notification-settings.ts';
import { postponeText } from '../storage/notifications/postponed.ts';
import { claimSend, releaseSend } from '../storage/notifications/sent-messages.ts';
import { payoutOf } from '../storage/payouts/payouts.ts';
import type { TableReader, TableWriter } from '../storage/table.ts';
import { emailAddressOf } from './emails/email-address.ts';
import { readReachability } from './reachability.ts';

/*
 * Text messages about events. Delivery is at most once, because a message costs money: it is claimed before it is sent, and
 * released if it could not be handed over. After a crash between the two it is not sent; the app shows the same.
 */

export type TextContext = {
  readonly table: TableWriter;
  readonly sms: Sms;
  readonly now: Instant;
};

export type TextedEvent = DomainEvent<(typeof TEXTED_EVENTS)[number]>;

/** The text of an event and who gets it. `latestAt`: quiet hours do not delay it beyond this time. */
type Text = { readonly userId: string; readonly latestAt?: Instant };

/** Sends the text message of an event to a person if neither a device nor an email address of theirs gets it. */
export async function textUnlessNotified(context: TextContext, event: TextedEvent): Promise<void> {
  const { table, now } = context;
  const text = await recipientOf(table, event, now);
  if (!text) return;
  const { user, reached } = await readReachability(table, text.userId, now);
  if (!user || !mayGetTexts(user)) return;
  const settings = await settingsOf(table, user.id);
  if (reached && wants(settings, event, 'push')) return;
  if (await isEmailed(context, user, settings, event)) return;
  const delivery = deliveryOf(settings, event, 'text', now, text.latestAt);
  if (delivery === 'now')
    await sendOnce(context, event.id, user, textMessageOf(event, stage().origin));
  else if (delivery !== 'never') await postponeText(table, user.id, event, delivery.postponedUntil);
}

/** Whether an email about the event goes to the person instead. What protects the account comes by both ways. */
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
  await sendOnce(context, event.id, user, payoutWaitsMessage(waiting, stage().origin));
}

const mayGetTexts = ({ phoneNumber, verified, blockedAt }: User): boolean =>
  Boolean(phoneNumber) && verified === true && blockedAt === undefined;

async function sendOnce(
  { table, sms, now }: TextContext,
  eventId: string,
  { id: userId, phoneNumber }: User,
  words: string,
): Promise<void> {
  const receipt = textReceiptKey(eventId, userId);
  if ((await claimSend(table, receipt, now)) === 'TAKEN') return;
  try {
    await sms.send(phoneNumber, words);
  } catch (fault) {
    await releaseSend(table, receipt);
    throw fault;
  }
}

/**
 * Returns the recipient of the text; undefined for a report that refunds the payment or of a free message, for all reminders but
 * the last of a message that still waits, and for a claim that its recipient has reacted to.
 */
async function recipientOf(
  table: TableReader,
  event: TextedEvent,
  now: Instant,
): Promise<Text | undefined> {
  if (event.type === 'conversation.expiringSoon' && event.detail.stage !== LAST_REMINDER)
    return undefined;
  if (!('conversationId' in event.detail)) return { userId: event.detail.userId };
  const conversation = await conversationById(table, event.detail.conversationId, now);
  if (!conversation) return undefined;
  switch (event.type) {
    case 'conversation.reported':
      return isChargedByReport(conversation) ? { userId: conversation.sender.id } : undefined;
    case 'claim.opened':
      return claimStateAt(conversation, now) === 'OPEN'
        ? { userId: conversation.recipient.id }
        : undefined;
    default:
      return isAwaited(conversation, now)
        ? { userId: conversation.recipient.id, latestAt: latestReminderAt(conversation) }
        : undefined;
  }
}
