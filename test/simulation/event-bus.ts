import { subscribers } from '../../shared/api/subscribers.ts';
import type { Fact } from '../../shared/domain-events.ts';

/* The bus of a history: what it took, and what of it each subscriber still has to take. */

export type EventDelivery = { readonly subscriber: SubscriberName; readonly fact: Fact };

/** Those whose work is about money; the others have their own tests. */
export const SUBSCRIBERS = ['askForPayoutAccount'] as const;
export type SubscriberName = (typeof SUBSCRIBERS)[number];

export class EventBus {
  /** How often each fact came, by its id. */
  readonly acceptedCounts = new Map<string, number>();
  readonly pending: EventDelivery[] = [];

  accept(fact: Fact): void {
    this.acceptedCounts.set(fact.id, (this.acceptedCounts.get(fact.id) ?? 0) + 1);
    for (const subscriber of SUBSCRIBERS)
      if ((subscribers[subscriber].hears as readonly string[]).includes(fact.type))
        this.pending.push({ subscriber, fact });
  }
}
