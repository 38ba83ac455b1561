import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { handler as notifyDevices } from '../../functions/events/notifyDevices.ts';
import { domainEventIn } from '../../functions/storage/outbox.ts';
import { documents } from '../../functions/storage/table.ts';
import type { DomainEvent, DomainEventType } from '../../shared/domain-events.ts';
import { lambdaContext } from './call.ts';
import type { World } from './world.ts';

/* The domain events of a test world, and their delivery. */

/** Returns every domain event in the outbox, oldest first; with `type`, only events of that type. */
export async function domainEventsOf(world: World, type?: DomainEventType): Promise<DomainEvent[]> {
  const events: DomainEvent[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await documents.send(
      new ScanCommand({ TableName: world.tableName, ExclusiveStartKey: from }),
    );
    for (const item of Items) {
      const event = domainEventIn(item);
      if (event && (!type || event.type === type)) events.push(event);
    }
    from = LastEvaluatedKey;
  } while (from);
  return events.sort((one, other) => (one.id < other.id ? -1 : 1));
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
