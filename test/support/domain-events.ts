import { handler as emailPeople } from '#functions/events/emailPeople.ts';
import { handler as notifyDevices } from '#functions/events/notifyDevices.ts';
import { handler as textPeople } from '#functions/events/textPeople.ts';
import { EVENT_PREFIX } from '#functions/storage/keys.ts';
import { domainEventIn } from '#functions/storage/outbox.ts';
import type { DomainEvent, DomainEventType } from '#shared/domain-events.ts';
import { lambdaContext } from './call.ts';
import type { Person } from './people.ts';
import { scanTable } from './scanned-table.ts';
import type { World } from './world.ts';

/* The domain events of a test world, and their delivery. */

/** Returns every domain event in the outbox, oldest first; with `type`, only events of that type. */
export async function domainEventsOf(world: World, type?: DomainEventType): Promise<DomainEvent[]> {
  const events: DomainEvent[] = [];
  for (const item of await scanTable(world.tableName, EVENT_PREFIX)) {
    const event = domainEventIn(item);
    if (event && (!type || event.type === type)) events.push(event);
  }
  return events.sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** Returns the domain events of a type that are about a person, oldest first. */
export async function domainEventsAbout<Type extends DomainEventType>(
  world: World,
  type: Type,
  { user }: Pick<Person, 'user'>,
): Promise<DomainEvent<Type>[]> {
  const events = (await domainEventsOf(world, type)) as DomainEvent<Type>[];
  return events.filter(({ detail }) => 'userId' in detail && detail.userId === user.id);
}

/** Returns the newest domain event of a type. */
export async function newestDomainEvent(world: World, type: DomainEventType): Promise<DomainEvent> {
  const event = (await domainEventsOf(world, type)).at(-1);
  if (!event) throw new Error(`nothing is told of ${type}`);
  return event;
}

/** Delivers a domain event to the subscriber that notifies devices, as the bus does. */
export const deliverToDevices = (event: DomainEvent) =>
  notifyDevices(
    { 'detail-type': event.type, detail: event } as Parameters<typeof notifyDevices>[0],
    lambdaContext(),
  );

/** Delivers a domain event to the subscriber that sends text messages, as the bus does. */
export const deliverToTexts = (event: DomainEvent) =>
  textPeople(
    { 'detail-type': event.type, detail: event } as Parameters<typeof textPeople>[0],
    lambdaContext(),
  );

/** Delivers a domain event to the subscriber that sends emails, as the bus does. */
export const deliverToEmails = (event: DomainEvent) =>
  emailPeople(
    { 'detail-type': event.type, detail: event } as Parameters<typeof emailPeople>[0],
    lambdaContext(),
  );
