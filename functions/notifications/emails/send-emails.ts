import { unsubscribeByEmail } from '../../../shared/api/unsubscribe.ts';
import {
  type EmailedEvent,
  isReceiptOnly,
  type ReceiptOnlyEvent,
} from '../../../shared/rules/notifications/emailed-events.ts';
import { rowOf } from '../../../shared/rules/notifications/event-settings.ts';
import {
  type EmailSwitch,
  emailSwitchOf,
  isSwitchedOn,
  type NotificationSettings,
  wants,
} from '../../../shared/rules/notifications/notification-settings.ts';
import type { Instant } from '../../../shared/time.ts';
import type { EmailGateway } from '../../gateways/email.ts';
import { settings as stage } from '../../settings.ts';
import { type User, userById } from '../../storage/accounts/users.ts';
import { readFormerEmail } from '../../storage/auth/email-changes.ts';
import { emailReceiptKey } from '../../storage/keys.ts';
import { settingsOf } from '../../storage/notifications/notification-settings.ts';
import { claimSend, releaseSend } from '../../storage/notifications/sent-messages.ts';
import type { TableWriter } from '../../storage/table.ts';
import { readReachability } from '../reachability.ts';
import { formerAddressEmail } from './account-emails.ts';
import { emailAddressOf } from './email-address.ts';
import { emailsOf, type PersonalEmails } from './event-emails.ts';
import { type EmailContent, renderEmail } from './render.ts';
import { unsubscribeToken } from './unsubscribe-token.ts';

/*
 * E-mails about events. Delivery is at most once for each event and person: an e-mail is claimed before it is sent, and released
 * if it could not be handed over, so that the next delivery of the event tries again.
 */

export type EmailContext = {
  readonly table: TableWriter;
  readonly email: EmailGateway;
  readonly now: Instant;
};

/** Sends the e-mails of a domain event to the people who have an address and want them. */
export async function sendEventEmails(context: EmailContext, event: EmailedEvent): Promise<void> {
  const { table, email, now } = context;
  if (!email.isOffered()) return;
  const sent = [
    ...(event.type === 'user.emailChanged' ? [tellFormerAddress(context, event)] : []),
    ...(await emailsOf(table, event, now)).map((one) => emailPerson(context, event, one)),
  ];
  const failed = (await Promise.allSettled(sent)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}

async function emailPerson(
  context: EmailContext,
  event: EmailedEvent,
  { userId, receipt, notification }: PersonalEmails,
): Promise<void> {
  const { table, now } = context;
  const user = await userById(table, userId, now);
  if (!user?.verified || isBlockedFor(user, event)) return;
  const address = await emailAddressOf(table, user, now);
  if (address === undefined) return;
  const settings = await settingsOf(table, userId);
  if (receipt && isSwitchedOn(settings, 'email:receipts'))
    return sendOnce(context, event.id, { recipient: userId, address, content: receipt });
  if (!notification || isReceiptOnly(event) || !(await isWanted(context, user, settings, event)))
    return;
  const name = endedBy(event);
  await sendOnce(context, event.id, {
    ...{ recipient: userId, address, content: notification },
    ...(name && { token: await unsubscribeToken(userId, name) }),
  });
}

type NotifiedEvent = Exclude<EmailedEvent, ReceiptOnlyEvent>;

/** A blocked account gets only the reasons of decisions about it, and of its appeals. */
const isBlockedFor = ({ blockedAt }: User, { type }: EmailedEvent): boolean =>
  blockedAt !== undefined && type !== 'statement.written' && type !== 'appeal.decided';

/** Whether the person wants the e-mail: also beside a notification, or only if no device gets that. */
async function isWanted(
  { table, now }: EmailContext,
  { id }: User,
  settings: NotificationSettings,
  event: NotifiedEvent,
): Promise<boolean> {
  if (!wants(settings, event, 'email')) return false;
  if (rowOf(event.type)?.emailsEach || !wants(settings, event, 'push')) return true;
  return !(await readReachability(table, id, now)).reached;
}

/** The switch that ends this kind of e-mails; undefined for those that protect the account. */
function endedBy({ type }: NotifiedEvent): EmailSwitch | undefined {
  const row = rowOf(type);
  if (!row) return 'email:reminders';
  return row.email === 'always' ? undefined : emailSwitchOf(type);
}

/** The recipient of the e-mail to the address that an account had before. */
const FORMER_ADDRESS = 'former';

/** Notifies the former address of an account, without naming the new one. */
async function tellFormerAddress(
  context: EmailContext,
  event: Extract<EmailedEvent, { type: 'user.emailChanged' }>,
): Promise<void> {
  const address = await readFormerEmail(context.table, event, context.now);
  if (address === undefined) return;
  const content = formerAddressEmail();
  await sendOnce(context, event.id, { recipient: FORMER_ADDRESS, address, content });
}

type Outgoing = {
  readonly recipient: string;
  readonly address: string;
  readonly content: EmailContent;
  /** The token that ends this kind of e-mails; absent for those that nobody can end. */
  readonly token?: string;
};

async function sendOnce(
  { table, email, now }: EmailContext,
  eventId: string,
  { recipient, address, content, token }: Outgoing,
): Promise<void> {
  const receipt = emailReceiptKey(eventId, recipient);
  if ((await claimSend(table, receipt, now)) === 'TAKEN') return;
  const { origin } = stage();
  const query = token && `?token=${encodeURIComponent(token)}`;
  const rendered = renderEmail(content, {
    origin,
    ...(query && { unsubscribePage: `${origin}/unsubscribe${query}` }),
  });
  const unsubscribeUrl = query && origin + unsubscribeByEmail.path + query;
  try {
    await email.send({ to: address, ...rendered, unsubscribeUrl });
  } catch (fault) {
    await releaseSend(table, receipt);
    throw fault;
  }
}
