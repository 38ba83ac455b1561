import { subscribers } from '../../shared/api/subscribers.ts';
import type { DomainEvent } from '../../shared/domain-events.ts';

/* The event bus of a history: which events it accepted, and which deliveries to subscribers are pending. */

export type EventDelivery = {
  readonly subscriber: SubscriberName;
  readonly domainEvent: DomainEvent;
};

/** Only subscribers that concern money; the others have their own tests. */
export const SUBSCRIBERS = ['askForPayoutAccount', 'endBlockedConversations'] as const;
export type SubscriberName = (typeof SUBSCRIBERS)[number];

export class EventBus {
  /** How often each event was accepted, by its id. */
  readonly acceptedCounts = new Map<string, number>();
  readonly pending: EventDelivery[] = [];

  accept(domainEvent: DomainEvent): void {
    this.acceptedCounts.set(domainEvent.id, (this.acceptedCounts.get(domainEvent.id) ?? 0) + 1);
    for (const subscriber of SUBSCRIBERS)
      if ((subscribers[subscriber].events as readonly string[]).includes(domainEvent.type))
        this.pending.push({ subscriber, domainEvent });
  }
}
