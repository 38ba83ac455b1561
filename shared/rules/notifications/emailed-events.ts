import type { DomainEvent } from '../../domain-events.ts';
import { EVENT_SETTINGS, type NotifiedEventType, rowOf } from './event-settings.ts';

/* The events of which people get emails. */

/** Events that cause a receipt and no notification. */
const RECEIPTS_ONLY = ['conversation.charged', 'conversation.cancelled', 'plan.charged'] as const;

export type EmailedEventType = NotifiedEventType | (typeof RECEIPTS_ONLY)[number];
export type EmailedEvent = DomainEvent<EmailedEventType>;
export type ReceiptOnlyEvent = DomainEvent<(typeof RECEIPTS_ONLY)[number]>;

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
