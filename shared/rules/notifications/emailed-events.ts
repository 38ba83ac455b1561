import type { DomainEvent } from '../../domain-events.ts';
import { ENDING_EVENTS } from '../conversations/conversations.ts';
import {
  EVENT_SETTINGS,
  isNotifiedEnding,
  type NotifiedEventType,
  rowOf,
} from './event-settings.ts';

/* The events of which people get emails. */

type EndingEventType = (typeof ENDING_EVENTS)[number];
type ReceiptOnlyType =
  | 'conversation.charged'
  | 'plan.charged'
  | Exclude<EndingEventType, NotifiedEventType>;

/** Events that cause a receipt and no notification: also each ending of which nobody is notified, since the sender's money goes back. */
const RECEIPTS_ONLY: readonly ReceiptOnlyType[] = [
  'conversation.charged',
  ...ENDING_EVENTS.filter((type) => !isNotifiedEnding(type)),
  'plan.charged',
];

export type EmailedEventType = NotifiedEventType | ReceiptOnlyType;
export type EmailedEvent = DomainEvent<EmailedEventType>;
export type ReceiptOnlyEvent = DomainEvent<ReceiptOnlyType>;

const isEmailed = (type: NotifiedEventType): boolean =>
  'byStage' in EVENT_SETTINGS[type] || rowOf(type)?.email !== undefined;

export const EMAILED_EVENTS: readonly EmailedEventType[] = [
  ...(Object.keys(EVENT_SETTINGS) as NotifiedEventType[]).filter(isEmailed),
  ...RECEIPTS_ONLY,
];

/** Whether an event causes a receipt and no notification. */
export const isReceiptOnly = (event: EmailedEvent): event is ReceiptOnlyEvent =>
  RECEIPTS_ONLY.some((type) => type === event.type);

const EMAILED_TYPES: ReadonlySet<string> = new Set(EMAILED_EVENTS);

/** Whether people get emails of an event. */
export const isEmailedEvent = (event: DomainEvent): event is EmailedEvent =>
  EMAILED_TYPES.has(event.type);
