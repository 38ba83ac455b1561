import type Stripe from 'stripe';
import { newId } from './ids.ts';
import { noSuch } from './refusal.ts';
import { seconds, type World } from './world.ts';

/** The version of the API whose shapes the stand-in speaks; `stripe` 23.1 asks for this one. */
export const apiVersion = '2026-10-28.endive';

/** An event as it is kept: the object as it was at that moment. */
export interface StoredEvent {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: unknown; previous_attributes?: unknown };
  livemode: false;
  pending_webhooks: number;
  request: EventSource | null;
  type: Stripe.Event['type'];
}

/** The request that caused an event. */
export interface EventSource {
  id: string;
  idempotency_key: string | null;
}

/** Writes down that something happened; whoever delivers finds it in the books, in the same change as its cause. */
export function tell(
  world: World,
  type: Stripe.Event['type'],
  object: unknown,
  previous?: unknown,
): void {
  const id = newId.event();
  world.books.put('events', id, {
    id,
    object: 'event',
    api_version: apiVersion,
    created: seconds(world),
    data: previous ? { object, previous_attributes: previous } : { object },
    livemode: false,
    pending_webhooks: 1,
    request: world.source,
    type,
  });
  world.books.put('deliveries', id, {
    eventId: id,
    attempts: 0,
    toldAt: world.now(),
    nextAt: world.now(),
  });
}

/** An event as a request sees it. */
export function eventShown(world: World, id: string): StoredEvent {
  const event = world.books.get('events', id);
  if (!event) throw noSuch('event', id, 'id', 404);
  return { ...event, pending_webhooks: world.books.get('deliveries', id) ? 1 : 0 };
}

/** The fields of `before` that `after` no longer has so, for an event's `previous_attributes`. */
export function whatChanged<T extends object>(before: T, after: T): Partial<T> {
  const changed = Object.entries(before).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(after[key as keyof T]),
  );
  return Object.fromEntries(changed) as Partial<T>;
}
