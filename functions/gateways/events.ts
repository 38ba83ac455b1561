import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import type { DomainEvent } from '#shared/domain-events.ts';
import { clientSettings } from '../aws-clients.ts';
import { guarded } from '../role-guard.ts';

export const eventBridge = guarded(
  new EventBridgeClient(clientSettings('EVENTBRIDGE', { tries: 3, timeout: 3_000 })),
);

/** The source of every event of the product on the bus. */
const EVENT_SOURCE = 'replypaid';
/** The most entries of one PutEvents request. */
const BATCH = 10;
const TRIES = 3;

/** Publishes domain events on the bus. Returns the ids of those that it did not accept after several tries. */
export async function publish(events: readonly DomainEvent[]): Promise<Set<string>> {
  const failed = new Set<string>();
  for (let first = 0; first < events.length; first += BATCH)
    for (const event of await put(events.slice(first, first + BATCH))) failed.add(event.id);
  return failed;
}

async function put(events: readonly DomainEvent[]): Promise<readonly DomainEvent[]> {
  let left = events;
  for (let attempt = 1; attempt <= TRIES && left.length > 0; attempt += 1) left = await once(left);
  return left;
}

async function once(events: readonly DomainEvent[]): Promise<readonly DomainEvent[]> {
  try {
    const { Entries = [] } = await eventBridge.send(
      new PutEventsCommand({
        Entries: events.map((event) => ({
          EventBusName: process.env.EVENT_BUS,
          Source: EVENT_SOURCE,
          DetailType: event.type,
          Detail: JSON.stringify(event),
          Time: new Date(event.at),
        })),
      }),
    );
    // An entry that was not accepted has an error code.
    return events.filter((_event, index) => Entries[index]?.ErrorCode);
  } catch {
    return events;
  }
}
