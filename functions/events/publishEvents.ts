import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { systemFunctions } from '#shared/api/system-functions.ts';
import type { DomainEvent } from '#shared/domain-events.ts';
import { publish } from '../gateways/events.ts';
import type { Logger } from '../log.ts';
import { serveStream } from '../serve-work.ts';
import { domainEventIn } from '../storage/outbox.ts';

/**
 * Publishes the domain events of the outbox on the event bus. DynamoDB Streams delivers each item of a committed
 * transaction at least once. If the bus rejects an event, that event and all after it are delivered again.
 */
export const handler = serveStream(systemFunctions.publishEvents, async (records, { log }) => {
  const published = records.flatMap((record) => {
    const event = readableEvent(record, log);
    return event ? [{ record, event }] : [];
  });
  const failed = await publish(published.map(({ event }) => event));
  for (const { event } of published) {
    const { id: eventId, type: eventType, causedBy } = event;
    if (!failed.has(eventId)) log.info('published', { eventId, eventType, causedBy });
  }
  if (failed.size > 0) log.warn('the event bus rejected some events', { failed: failed.size });
  return published.flatMap(({ record, event }) => (failed.has(event.id) ? [record] : []));
});

/**
 * Reads the event of a stream record. An unreadable event is logged as an error and skipped, because it would block all
 * events behind it for a day. It stays in the table.
 */
function readableEvent(record: DynamoDBRecord, log: Logger): DomainEvent | undefined {
  try {
    return eventOfRecord(record);
  } catch (fault) {
    const eventKey = record.dynamodb?.Keys?.pk?.S;
    log.error('an event in the outbox is unreadable', { eventKey, error: fault as Error });
    return undefined;
  }
}

function eventOfRecord({ eventName, dynamodb }: DynamoDBRecord): DomainEvent | undefined {
  if (eventName !== 'INSERT' || !dynamodb?.NewImage) return undefined;
  return domainEventIn(unmarshall(dynamodb.NewImage as Record<string, AttributeValue>));
}
