import { PRODUCT_NAME } from '../../brand.ts';
import type { DomainEvent, DomainEventType } from '../../domain-events.ts';
import { openedText } from '../../messages/claims.ts';
import { type DateWords, utcDates } from '../../messages/dates.ts';
import { cents, formatMoney } from '../../money.ts';
import { instant, later } from '../../time.ts';
import { type PaidPlan, PLAN_TERMS } from '../billing/plans.ts';
import { CLAIM_RESPONSE_TIME } from '../conversations/claims.ts';
import { ENDING_EVENTS } from '../conversations/conversations.ts';
import { isNotifiedEnding } from './event-settings.ts';
import type { Notification } from './notification.ts';

/* The text messages of domain events. */

/**
 * The events that are sent by text message to people whom neither a device nor an email address tells of them: paid letters,
 * answers, decisions about money, approaching deadlines, and what protects the account.
 */
export const TEXTED_EVENTS = [
  'conversation.paid',
  'conversation.answered',
  ...ENDING_EVENTS.filter(isNotifiedEnding),
  'conversation.givenBack',
  'conversation.expiringSoon',
  'claim.opened',
  'claim.improved',
  'claim.accepted',
  'claim.withdrawn',
  'claim.decided',
  'claim.givenBack',
  'payout.held',
  'payout.failed',
  'plan.renewalFailed',
  'plan.ended',
  'referral.earned',
  'referral.takenBack',
  'user.stepStopped',
  'user.deletionRequested',
  'user.deletionSoon',
] as const satisfies readonly DomainEventType[];
export type TextedEvent = DomainEvent<(typeof TEXTED_EVENTS)[number]>;

const TEXTED_TYPES: ReadonlySet<string> = new Set(TEXTED_EVENTS);

export const isTexted = (event: DomainEvent): event is TextedEvent => TEXTED_TYPES.has(event.type);

/**
 * Returns the text message of an event: the words of its notification, unless the event has shorter or dated ones. `origin`: the
 * address of the web app. `dates`: in the time zone of the reader.
 */
export function textMessageOf(
  event: TextedEvent,
  notification: Pick<Notification, 'title' | 'body' | 'path'>,
  origin: string,
  dates: DateWords = utcDates,
): string {
  const { title, body, path } = notification;
  const words = ownWords(event, origin, dates) ?? `${title}. ${body} ${origin}${path}`;
  return plain(`${PRODUCT_NAME}: ${words}`);
}

/** The words of events whose text message says more, or the same in fewer characters; undefined for all others. */
function ownWords(event: TextedEvent, origin: string, dates: DateWords): string | undefined {
  switch (event.type) {
    case 'plan.renewalFailed':
      return `your ${planName(event.detail.plan)} plan could not be renewed, the payment was declined. Check it at ${origin}/subscription`;
    case 'plan.ended':
      return `your ${planName(event.detail.plan)} plan has ended. You are on the Free plan. Plans: ${origin}/subscription`;
    case 'referral.earned':
      return `you earned ${formatMoney(cents(event.detail.amountCents))} for an invitation. See ${origin}/account-balance`;
    case 'claim.opened':
      return `${openedText(later(instant(event.at), CLAIM_RESPONSE_TIME), dates)}: ${origin}/inbox-viewer/${event.detail.conversationId}`;
    case 'user.stepStopped':
      return `a change of your account was stopped, and everyone is signed out. Not you? Ask us for help: ${origin}/login`;
    case 'user.deletionRequested':
    case 'user.deletionSoon':
      return `your account will be deleted on ${dates.deadline(instant(event.detail.deletionAt))}. Keep it: ${origin}/settings/leaving`;
    default:
      return undefined;
  }
}

/**
 * Replaces typographic characters, because one of them limits a text message to 70 characters instead of 160.
 * https://docs.aws.amazon.com/sns/latest/dg/sms_sms-to-phone.html
 */
const plain = (words: string): string =>
  words.replaceAll('’', "'").replaceAll(/[“”]/g, '"').replaceAll(/[–−]/g, '-');

/** The characters of a text message, and of each part of a longer one. */
const [ONE_MESSAGE, EACH_PART] = [160, 153];

/** In how many messages a text is sent and charged. */
export const partsOf = (words: string): number =>
  words.length <= ONE_MESSAGE ? 1 : Math.ceil(words.length / EACH_PART);

const planName = (plan: string) => PLAN_TERMS[plan as PaidPlan].name;
