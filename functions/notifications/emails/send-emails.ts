import { unsubscribeByEmail } from '#shared/api/unsubscribe.ts';
import type { DomainEvent } from '#shared/domain-events.ts';
import { readersDates } from '#shared/messages/dates.ts';
import { accountNotification } from '#shared/rules/notifications/account-notifications.ts';
import {
  type EmailedEvent,
  isEmailedEvent,
  isReceiptOnly,
  type ReceiptOnlyEvent,
} from '#shared/rules/notifications/emailed-events.ts';
import { type NotifiedEventType, rowOf } from '#shared/rules/notifications/event-settings.ts';
import {
  type EmailSwitch,
  emailSwitchOf,
  isSwitchedOn,
  type NotificationSettings,
  wants,
} from '#shared/rules/notifications/notification-settings.ts';
import type { Instant } from '#shared/time.ts';
import { stopPath } from '../../auth/stop-token.ts';
import type { EmailGateway } from '../../gateways/email.ts';
import { settings as stage } from '../../settings.ts';
import { type User, userById } from '../../storage/accounts/users.ts';
import {
  isSecurityStepEvent,
  type SecurityStep,
  type SecurityStepEvent,
  securityStepOf,
} from '../../storage/auth/security-steps.ts';
import { emailReceiptKey } from '../../storage/keys.ts';
import { settingsOf } from '../../storage/notifications/notification-settings.ts';
import { claimSend, releaseSend } from '../../storage/notifications/sent-messages.ts';
import { suppressionOf } from '../../storage/notifications/suppressed-emails.ts';
import type { TableReader, TableWriter } from '../../storage/table.ts';
import { readReachability } from '../reachability.ts';
import { timeZoneOf } from '../time-zone.ts';
import { securityStepEmail } from './account-emails.ts';
import type { EmailContent } from './content.ts';
import { emailAddressOf } from './email-address.ts';
import { emailsOf, type PersonalEmails } from './event-emails.ts';
import type { EmailReader } from './letter-parts.ts';
import { renderEmail } from './render.ts';
import { unsubscribeToken } from './unsubscribe-token.ts';

/*
 * Emails about events. Delivery is at most once for each event and person: an email is claimed before it is sent, and released
 * if it could not be handed over, so that the next delivery of the event tries again.
 */

export type EmailContext = {
  readonly table: TableWriter;
  readonly email: EmailGateway;
  readonly now: Instant;
};

/** Sends the emails of a domain event to the people who have an address and want them. */
export async function sendEventEmails(context: EmailContext, event: EmailedEvent): Promise<void> {
  const { table, email, now } = context;
  if (!email.isOffered()) return;
  const step = isSecurityStepEvent(event) ? await stepOf(table, event, now) : undefined;
  const sent = [
    ...(step === undefined ? [] : [tellOldAddress(context, step)]),
    ...(await emailsOf(table, event, now)).map((one) =>
      emailPerson(context, event, one, { toldAddress: step?.email }),
    ),
  ];
  const failed = (await Promise.allSettled(sent)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}

/** Sends the email of an event to a person whom no device of theirs told of it, if they have an address and want it. */
export async function emailWithoutDevice(
  context: EmailContext,
  event: DomainEvent<NotifiedEventType>,
  userId: string,
): Promise<void> {
  const { table, email, now } = context;
  if (!email.isOffered() || !isEmailedEvent(event)) return;
  const theirs = (await emailsOf(table, event, now)).find((one) => one.userId === userId);
  if (theirs) await emailPerson(context, event, theirs, { reached: false });
}

/** `toldAddress`: the address that was told before. `reached`: whether a device gets the notification, if that is known. */
type Told = { readonly toldAddress?: string | undefined; readonly reached?: boolean };

async function emailPerson(
  context: EmailContext,
  event: EmailedEvent,
  theirs: PersonalEmails,
  { toldAddress, reached }: Told,
): Promise<void> {
  const { table, now } = context;
  const { userId } = theirs;
  const user = await userById(table, userId, now);
  if (!user?.verified || isBlockedFor(user, event)) return;
  const address = await emailAddressOf(table, user, now);
  if (address === undefined || address === toldAddress) return;
  const settings = await settingsOf(table, userId);
  const wanted =
    !isReceiptOnly(event) && (await isWanted(context, { user, reached }, settings, event));
  const reader = readerOf(user, settings, now);
  const write = (writer: PersonalEmails['receipt'], isIt: boolean) =>
    isIt ? writer?.(reader, user) : undefined;
  const receipt = await write(theirs.receipt, reader.getsReceipts);
  const notification =
    receipt && !theirs.isReceiptApart ? undefined : await write(theirs.notification, wanted);
  const to = { userId, address };
  // The answer comes before its receipt. A crash between the two leaves the receipt to the next delivery.
  if (notification && !isReceiptOnly(event))
    await sendNotification(context, event, to, notification);
  if (!receipt) return;
  const isAlone = !theirs.isReceiptApart && !isReceiptOnly(event);
  await sendOnce(context, event.id, {
    recipient: isAlone ? userId : receiptRecipient(userId),
    person: userId,
    address,
    content: receipt,
    undelivered: isAlone ? event : undefined,
  });
}

type Addressee = { readonly userId: string; readonly address: string };

async function sendNotification(
  context: EmailContext,
  event: NotifiedEvent,
  { userId, address }: Addressee,
  content: EmailContent,
): Promise<void> {
  const name = endedBy(event);
  await sendOnce(context, event.id, {
    recipient: userId,
    person: userId,
    address,
    content,
    undelivered: event,
    ...(name && { token: await unsubscribeToken(userId, name) }),
  });
}

/** The reader of an email, with the time zone of their last sign-in, else of their quiet hours, else UTC. */
const readerOf = (user: User, settings: NotificationSettings, now: Instant): EmailReader => ({
  dates: readersDates(timeZoneOf(user, settings), now),
  now,
  showsFirstLines: isSwitchedOn(settings, 'email:firstLines'),
  getsReceipts: isSwitchedOn(settings, 'email:receipts'),
});

/** The recipient of a receipt that no notification stands beside in the same email. */
const receiptRecipient = (userId: string) => `${userId}#receipt`;

type NotifiedEvent = Exclude<EmailedEvent, ReceiptOnlyEvent>;

/** A blocked account gets only the reasons of decisions about it, and of its appeals. */
const isBlockedFor = ({ blockedAt }: User, { type }: EmailedEvent): boolean =>
  blockedAt !== undefined && type !== 'statement.written' && type !== 'appeal.decided';

/** Returns whether the person wants the email: also beside a notification, or only if no device gets that. */
async function isWanted(
  { table, now }: EmailContext,
  { user: { id }, reached }: { readonly user: User; readonly reached: boolean | undefined },
  settings: NotificationSettings,
  event: NotifiedEvent,
): Promise<boolean> {
  if (!wants(settings, event, 'email')) return false;
  if (rowOf(event.type)?.emailsEach || !wants(settings, event, 'push')) return true;
  return !(reached ?? (await readReachability(table, id, now)).reached);
}

/** The switch that ends this kind of emails; undefined for those that protect the account. */
export function endedBy({ type }: NotifiedEvent): EmailSwitch | undefined {
  const row = rowOf(type);
  if (!row) return 'email:reminders';
  return row.email === 'always' ? undefined : emailSwitchOf(type);
}

/** The recipient of the email to the address that an account had before a step of the takeover ladder. */
const OLD_ADDRESS = 'old';

/** A step, with the title of its notification. */
type TitledStep = SecurityStep & { readonly title: string };

async function stepOf(
  table: TableReader,
  event: SecurityStepEvent,
  now: Instant,
): Promise<TitledStep | undefined> {
  const step = await securityStepOf(table, event.detail.userId, event.id, now);
  return step && { ...step, title: accountNotification(event).title };
}

/** Tells the address that an account had before a step, with the link that stops the step, unless it was stopped already. */
async function tellOldAddress(
  context: EmailContext,
  { title, ...step }: TitledStep,
): Promise<void> {
  const { table, now } = context;
  const { id: stepId, userId, email: address, stoppedAt } = step;
  if (address === undefined || stoppedAt !== undefined) return;
  const user = await userById(table, userId, now);
  if (!user || user.blockedAt !== undefined) return;
  if ((await suppressionOf(table, address, now)) !== undefined) return;
  const path = await stopPath({ userId, stepId, channel: 'EMAIL' });
  const dates = readersDates(timeZoneOf(user, await settingsOf(table, userId)), now);
  const content = securityStepEmail(title, step, path, dates);
  await sendOnce(context, stepId, { recipient: OLD_ADDRESS, address, content });
}

type Outgoing = {
  /** The end of the key of the claim: each has one email of an event. */
  readonly recipient: string;
  /** The id of the account that reads it; absent for an address that is no longer of the account. */
  readonly person?: string;
  readonly address: string;
  readonly content: EmailContent;
  /** The token that ends this kind of emails; absent for those that nobody can end. */
  readonly token?: string;
  /** The event that another channel tells if the email comes back; absent for emails that have no other channel. */
  readonly undelivered?: NotifiedEvent | undefined;
};

async function sendOnce(
  { table, email, now }: EmailContext,
  eventId: string,
  { recipient, person, address, content, token, undelivered }: Outgoing,
): Promise<void> {
  const receipt = emailReceiptKey(eventId, recipient);
  const kept = undelivered && { event: undelivered };
  if ((await claimSend(table, receipt, now, kept)) === 'TAKEN') return;
  const { origin } = stage();
  const queryOf = (one: string) => `?token=${encodeURIComponent(one)}`;
  const pageOf = (one: string) => `${origin}/unsubscribe${queryOf(one)}`;
  const unsubscribeUrl = token && origin + unsubscribeByEmail.path + queryOf(token);
  try {
    const rendered = renderEmail(content, {
      origin,
      ...(token && { unsubscribePage: pageOf(token) }),
      ...(content.showsFirstLines &&
        person && { hideTextPage: pageOf(await unsubscribeToken(person, 'email:firstLines')) }),
    });
    const about = undelivered && person ? { eventId, userId: person } : undefined;
    await email.send({ to: address, ...rendered, unsubscribeUrl, about });
  } catch (fault) {
    await releaseSend(table, receipt);
    throw fault;
  }
}
