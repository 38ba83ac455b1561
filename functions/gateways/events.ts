import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import type { DomainEvent } from '../../shared/domain-events.ts';
import { guarded } from '../role-guard.ts';

const client = guarded(new EventBridgeClient({ maxAttempts: 3 }));

/** The source of every event of the product on the bus. */
export const EVENT_SOURCE = 'replypaid';
/** The most entries of one PutEvents request. */
const BATCH = 10;
const TRIES = 3;

/** Publishes domain events on the bus. Returns the ids of those that it did not accept after several tries. */
export async function publish(facts: readonly DomainEvent[]): Promise<Set<string>> {
  const failed = new Set<string>();
  for (let first = 0; first < facts.length; first += BATCH)
    for (const fact of await put(facts.slice(first, first + BATCH))) failed.add(fact.id);
  return failed;
}

async function put(facts: readonly DomainEvent[]): Promise<readonly DomainEvent[]> {
  let left = facts;
  for (let attempt = 1; attempt <= TRIES && left.length > 0; attempt += 1) left = await once(left);
  return left;
}

async function once(facts: readonly DomainEvent[]): Promise<readonly DomainEvent[]> {
  try {
    const { Entries = [] } = await client.send(
      new PutEventsCommand({
        Entries: facts.map((fact) => ({
          EventBusName: process.env.EVENT_BUS,
          Source: EVENT_SOURCE,
          DetailType: fact.type,
          Detail: JSON.stringify(fact),
          Time: new Date(fact.at),
        })),
      }),
    );
    return facts.filter((_fact, index) => Entries[index]?.ErrorCode);
  } catch {
    return facts;
  }
}
