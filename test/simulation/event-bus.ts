import { type SubscriberName, subscribers } from '#shared/api/subscribers.ts';
import type { DomainEvent } from '#shared/domain-events.ts';

/* The event bus of a history: which events it accepted, and which deliveries to subscribers are pending. */

export type EventDelivery = {
  readonly subscriber: SubscriberName;
  readonly domainEvent: DomainEvent;
};

/** The subscribers that concern money. */
export const MONEY_SUBSCRIBERS = ['askForPayoutAccount', 'endBlockedConversations'] as const;
export const SUBSCRIBERS = Object.keys(subscribers) as SubscriberName[];

export class EventBus {
  /** How often each event was accepted, by its id. */
  readonly acceptedCounts = new Map<string, number>();
  readonly pending: EventDelivery[] = [];
  /** The subscribers that get events. A random history adds only some of the others: each slows down every event. */
  subscribed: readonly SubscriberName[] = MONEY_SUBSCRIBERS;

  /** How often each subscriber got an event. */
  readonly deliveredCounts = new Map<SubscriberName, number>();

  accept(domainEvent: DomainEvent): void {
    this.acceptedCounts.set(domainEvent.id, (this.acceptedCounts.get(domainEvent.id) ?? 0) + 1);
    for (const subscriber of this.subscribed)
      if ((subscribers[subscriber].events as readonly string[]).includes(domainEvent.type))
        this.pending.push({ subscriber, domainEvent });
  }

  markDelivered(delivery: EventDelivery): void {
    const { subscriber } = delivery;
    const at = this.pending.indexOf(delivery);
    // Two processes may have had it at the same time.
    if (at >= 0) this.pending.splice(at, 1);
    this.deliveredCounts.set(subscriber, (this.deliveredCounts.get(subscriber) ?? 0) + 1);
  }
}
