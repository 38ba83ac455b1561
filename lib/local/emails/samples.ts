import {
  codeEmail,
  recoveryEmail,
  securityStepEmail,
  waitingRecoveryEmail,
} from '#functions/notifications/emails/account-emails.ts';
import type { EmailContent } from '#functions/notifications/emails/content.ts';
import { emailsOf } from '#functions/notifications/emails/event-emails.ts';
import type { EmailReader } from '#functions/notifications/emails/letter-parts.ts';
import { type RenderedEmail, renderEmail } from '#functions/notifications/emails/render.ts';
import { endedBy } from '#functions/notifications/emails/send-emails.ts';
import type { User } from '#functions/storage/accounts/users.ts';
import { readersDates } from '#shared/messages/dates.ts';
import {
  type EmailedEvent,
  type EmailedEventType,
  isReceiptOnly,
} from '#shared/rules/notifications/emailed-events.ts';
import { HOUR, type Instant, later } from '#shared/time.ts';
import { EVENT_SAMPLES, type EventSample } from './event-samples.ts';
import { answeredAt } from './letter-states.ts';
import { PEOPLE, sharedItems, ZONE } from './sample-letters.ts';
import { sampleTable } from './sample-table.ts';

/* Every email that the product sends, with sample values: for `npm run emails`, and for the tests of their HTML. */

/** An email with sample values. `type`: its event; absent for codes. */
export type EmailSample = {
  readonly name: string;
  readonly type?: EmailedEventType;
  readonly to: string;
  readonly sentAt: Instant;
  readonly content: EmailContent;
  readonly rendered: RenderedEmail;
};

const ORIGIN = 'https://replypaid.test';
const TOKEN = 'SAMPLE.email:reminders.0123456789abcdefghijkl';

/** Returns all samples: the emails of events, and those with codes. */
export async function emailSamples(): Promise<EmailSample[]> {
  const ofEvents = await Promise.all(EVENT_SAMPLES.map(sampleOf));
  return [...ofEvents, ...CODES];
}

async function sampleOf({
  name,
  to,
  sentAt,
  event,
  of,
  items = [],
  isReceipt,
  showsFirstLines = false,
}: EventSample): Promise<EmailSample> {
  const table = sampleTable([...sharedItems, ...(of?.items ?? []), ...items]);
  const about = of && {
    conversationId: of.c.id,
    senderId: of.c.sender.id,
    recipientId: of.c.recipient.id,
  };
  const domainEvent = {
    id: `EVENT-${name}`,
    type: event.type,
    at: sentAt,
    detail: { ...about, ...event.detail },
  } as EmailedEvent;
  const emails = await emailsOf(table, domainEvent, sentAt);
  const theirs = emails.find(({ userId }) => userId === PEOPLE[to].id);
  const write = isReceipt ? theirs?.receipt : theirs?.notification;
  const reader: EmailReader = {
    dates: readersDates(ZONE, sentAt),
    now: sentAt,
    showsFirstLines,
    getsReceipts: true,
  };
  const user = sharedItems.find((item) => 'id' in item && item.id === PEOPLE[to].id);
  const content = await write?.(reader, user as unknown as User);
  if (!content) throw new Error(`there is no email for the sample "${name}"`);
  const isEndable = !isReceipt && !isReceiptOnly(domainEvent) && endedBy(domainEvent) !== undefined;
  const page = { unsubscribePage: `${ORIGIN}/unsubscribe?token=${TOKEN}` };
  const rendered = renderEmail(content, {
    origin: ORIGIN,
    ...(isEndable && page),
    hideTextPage: `${ORIGIN}/unsubscribe?token=${TOKEN}`,
  });
  return { name, type: domainEvent.type, to: PEOPLE[to].fullName, sentAt, content, rendered };
}

const dates = readersDates(ZONE, answeredAt);

const CODES: readonly EmailSample[] = (
  [
    ['A code for the address', codeEmail('481920')],
    ['A code for a lost phone', recoveryEmail('481920')],
    ['A lost phone that waits', waitingRecoveryEmail(later(answeredAt, 40 * HOUR), dates)],
    ...(
      [
        ['To the old address', 'Your email address has changed', 'EMAIL_CHANGE'],
        ['A password reset, to stop it', 'Your password was reset', 'PASSWORD_RESET'],
        ['A phone change, to stop it', 'Your phone number is about to change', 'PHONE_REQUEST'],
        ['A passkey, to stop it', 'A passkey was added to your account', 'PASSKEY_ADDED'],
        ['Payouts, to stop it', 'The setup of your payouts was opened', 'PAYOUT_SETUP'],
      ] as const
    ).map(([name, title, step]) => {
      const path = '/stop-change?token=SAMPLE';
      return [name, securityStepEmail(title, { step, at: answeredAt }, path, dates)] as const;
    }),
  ] as const
).map(([name, content]) => ({
  name,
  to: PEOPLE.ben.fullName,
  sentAt: answeredAt,
  content,
  rendered: renderEmail(content, { origin: ORIGIN }),
}));

/** The names of all samples. */
export const SAMPLE_NAMES: readonly string[] = [...EVENT_SAMPLES, ...CODES].map(({ name }) => name);
