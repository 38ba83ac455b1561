import type Stripe from 'stripe';
import { type Context, seconds } from './context.ts';
import { newId } from './ids.ts';
import type { StoredEvent } from './records.ts';
import { noSuch } from './refusal.ts';

/** The version of the API whose shapes the emulator returns; `stripe` 23.1 asks for this one. */
export const apiVersion = '2026-10-28.endive';

/** Stores an event and its webhook delivery, in the same transaction as its cause. */
export function emitEvent(
  context: Context,
  type: Stripe.Event['type'],
  object: unknown,
  previous?: unknown,
): void {
  const id = newId.event();
  context.store.put('events', id, {
    id,
    object: 'event',
    api_version: apiVersion,
    created: seconds(context),
    data: previous ? { object, previous_attributes: previous } : { object },
    livemode: false,
    pending_webhooks: 1,
    request: context.source,
    type,
  });
  context.store.put('deliveries', id, {
    eventId: id,
    attempts: 0,
    toldAt: context.now(),
    nextAt: context.now(),
  });
}

/** An event as the API returns it, with its number of undelivered webhooks. */
export function eventWithDelivery(context: Context, id: string): StoredEvent {
  const event = context.store.get('events', id);
  if (!event) throw noSuch('event', id, 'id', 404);
  return { ...event, pending_webhooks: context.store.get('deliveries', id) ? 1 : 0 };
}

/** The fields of `before` that differ in `after`, for an event's `previous_attributes`. */
export function previousAttributes<T extends object>(before: T, after: T): Partial<T> {
  const changed = Object.entries(before).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(after[key as keyof T]),
  );
  return Object.fromEntries(changed) as Partial<T>;
}
