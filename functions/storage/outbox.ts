import { type DomainEvent, parseDomainEvent } from '#shared/domain-events.ts';
import { newId } from '#shared/ids.ts';
import type { Cents } from '#shared/money.ts';
import type { Change, Conversation } from '#shared/rules/conversations/conversations.ts';
import type { Case } from '#shared/rules/desk/cases.ts';
import { DAY, type Instant, later, toSeconds } from '#shared/time.ts';
import { requestId } from '../request-id.ts';
import { EVENT_PREFIX, eventKey } from './keys.ts';
import { put, type Step } from './table.ts';

/** How long a published event stays in the table, for inspection. The stream has delivered it long before. */
const RETENTION = 7 * DAY;

/**
 * The step that stores an event in the outbox, with the id of the current request. It is part of the transaction that the
 * event describes; publishEvents then sends the event to the bus.
 */
export function publishEvent(event: DomainEvent): Step<never> {
  const at = event.at as Instant;
  const stored = { ...event, causedBy: requestId() };
  return put({ ...eventKey(event.id), event: stored, expiresAt: toSeconds(later(at, RETENTION)) });
}

/** Makes the domain event of a transition of a conversation. */
export function conversationEvent(
  { id, sender, recipient, reasonCode }: Conversation,
  {
    id: eventId,
    type,
    byUserId,
    hidden,
    amountCents,
    outcome,
    stage,
  }: NonNullable<Change['domainEvent']>,
  now: Instant,
): DomainEvent {
  return parseDomainEvent({
    id: eventId ?? newId(now),
    type,
    at: now,
    detail: {
      conversationId: id,
      senderId: sender.id,
      recipientId: recipient.id,
      reasonCode,
      byUserId,
      hidden,
      amountCents,
      outcome,
      stage,
    },
  });
}

/**
 * Makes the event that updates the search index: an account got or changed its names, or became public, blocked or
 * unblocked.
 */
export function userNamedEvent(userId: string, now: Instant): DomainEvent<'user.named'> {
  return { id: newId(now), type: 'user.named', at: now, detail: { userId } };
}

/** Makes the event that updates browsing and search: something other than a name changed by which people find the account. */
export function listingChangedEvent(
  userId: string,
  now: Instant,
): DomainEvent<'user.listingChanged'> {
  return { id: newId(now), type: 'user.listingChanged', at: now, detail: { userId } };
}

/** Makes the event after which there may be a place, because a person changed when they take messages. */
export function availabilityChangedEvent(
  userId: string,
  now: Instant,
): DomainEvent<'user.availabilityChanged'> {
  return { id: newId(now), type: 'user.availabilityChanged', at: now, detail: { userId } };
}

/** Makes the event of a failed renewal or of the end of a plan. */
export const planEvent = (
  type: 'plan.renewalFailed' | 'plan.ended',
  { id: userId, licenseId: plan }: { readonly id: string; readonly licenseId: string },
  now: Instant,
): DomainEvent => parseDomainEvent({ id: newId(now), type, at: now, detail: { userId, plan } });

/** Makes the event of a payment of a plan. `plan` is undefined if it is not known what the payment was for. */
export const planChargedEvent = (
  detail: { readonly userId: string; readonly plan: string | undefined; readonly amount: Cents },
  now: Instant,
): DomainEvent<'plan.charged'> => {
  const { userId, plan, amount: amountCents } = detail;
  return {
    id: newId(now),
    type: 'plan.charged',
    at: now,
    detail: { userId, ...(plan && { plan }), amountCents },
  };
};

/** Makes the event of a statement of reasons for a person. */
export const statementEvent = (
  userId: string,
  appealable: boolean,
  now: Instant,
  statementId?: string,
): DomainEvent<'statement.written'> => ({
  id: newId(now),
  type: 'statement.written',
  at: now,
  detail: { userId, appealable, ...(statementId && { statementId }) },
});

/** Makes the event of a message of staff to somebody who may be in danger. */
export const careEvent = (
  userId: string,
  statementId: string,
  now: Instant,
): DomainEvent<'statement.written'> => ({
  ...statementEvent(userId, false, now),
  detail: { userId, appealable: false, care: true, statementId },
});

/** Makes the event for whoever reported that somebody may be in danger, whatever was decided. */
export const careReportEvent = (
  userId: string,
  statementId: string,
  now: Instant,
): DomainEvent<'report.decided'> => ({
  id: newId(now),
  type: 'report.decided',
  at: now,
  detail: { userId, outcome: 'UPHELD', care: true, statementId },
});

type DecisionOf = { readonly at: Instant; readonly outcome: 'UPHELD' | 'REJECTED' };

/** Makes the event of a decided report, for whoever made it. `statementId`: undefined before the decision. */
export const reportDecidedEvent = (
  { openedBy: userId }: { readonly openedBy: string },
  { at, outcome }: DecisionOf,
  statementId?: string,
): DomainEvent<'report.decided'> => ({
  id: newId(at),
  type: 'report.decided',
  at,
  detail: { userId, outcome, ...(statementId && { statementId }) },
});

/** Makes the event of a decided appeal, for whoever appealed. */
export const appealDecidedEvent = (
  { openedBy: userId, subject }: Pick<Case, 'openedBy' | 'subject'>,
  { at, outcome }: DecisionOf,
): DomainEvent<'appeal.decided'> => ({
  id: newId(at),
  type: 'appeal.decided',
  at,
  detail: { userId, outcome, statementId: subject.id },
});

type PayoutOutcome = { readonly userId: string; readonly period: string; readonly amount: Cents };

/** Makes the event of a payout. */
export function payoutEvent(
  type: 'payout.waiting' | 'payout.paid' | 'payout.failed',
  { userId, period, amount }: PayoutOutcome,
  now: Instant,
): DomainEvent {
  return parseDomainEvent({
    id: newId(now),
    type,
    at: now,
    detail: { userId, period, amountCents: amount },
  });
}

/** Returns the domain event in an item of the table; undefined for other items. */
export function domainEventIn(item: Readonly<Record<string, unknown>>): DomainEvent | undefined {
  return String(item.pk).startsWith(EVENT_PREFIX) ? parseDomainEvent(item.event) : undefined;
}
