import type { Logger } from '@aws-lambda-powertools/logger';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { systemFunctions } from '../../shared/api/system-functions.ts';
import type { Fact } from '../../shared/domain-events.ts';
import { publish } from '../gateways/events.ts';
import { serveStream } from '../serve-work.ts';
import { factIn } from '../storage/outbox.ts';

/**
 * Publishes the domain events of the outbox on the event bus. DynamoDB Streams delivers each item of a committed
 * transaction at least once. If the bus rejects an event, that event and all after it are delivered again.
 */
export const handler = serveStream(systemFunctions.publishFacts, async (records, { log }) => {
  const told = records.flatMap((record) => {
    const fact = readableFact(record, log);
    return fact ? [{ record, fact }] : [];
  });
  const failed = await publish(told.map(({ fact }) => fact));
  for (const { fact } of told) {
    const { id: factId, type: factType, causedBy } = fact;
    if (!failed.has(factId)) log.info('published', { factId, factType, causedBy });
  }
  if (failed.size > 0) log.warn('the event bus rejected some events', { failed: failed.size });
  return told.flatMap(({ record, fact }) => (failed.has(fact.id) ? [record] : []));
});

/**
 * Reads the event of a stream record. An unreadable event is logged as an error and skipped, because it would block all
 * events behind it for a day. It stays in the table.
 */
function readableFact(record: DynamoDBRecord, log: Logger): Fact | undefined {
  try {
    return factOfRecord(record);
  } catch (fault) {
    const factKey = record.dynamodb?.Keys?.pk?.S;
    log.error('an event in the outbox is unreadable', { factKey, error: fault as Error });
    return undefined;
  }
}

function factOfRecord({ eventName, dynamodb }: DynamoDBRecord): Fact | undefined {
  if (eventName !== 'INSERT' || !dynamodb?.NewImage) return undefined;
  return factIn(unmarshall(dynamodb.NewImage as Record<string, AttributeValue>));
}
