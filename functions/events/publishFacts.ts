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
 * Puts every new fact of the table on the bus. The stream brings what was written in a transaction at least once,
 * whatever crashes; a fact the bus does not take comes again, with all that follow it.
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
  if (failed.size > 0) log.warn('the bus did not take all facts', { failed: failed.size });
  return told.flatMap(({ record, fact }) => (failed.has(fact.id) ? [record] : []));
});

/**
 * The fact of a record. One that nobody can read is logged as a fault and passed over: it would be tried for a day, and
 * all facts behind it would wait. It stays in the table.
 */
function readableFact(record: DynamoDBRecord, log: Logger): Fact | undefined {
  try {
    return factOfRecord(record);
  } catch (fault) {
    const factKey = record.dynamodb?.Keys?.pk?.S;
    log.error('a fact that nobody can read', { factKey, error: fault as Error });
    return undefined;
  }
}

function factOfRecord({ eventName, dynamodb }: DynamoDBRecord): Fact | undefined {
  if (eventName !== 'INSERT' || !dynamodb?.NewImage) return undefined;
  return factIn(unmarshall(dynamodb.NewImage as Record<string, AttributeValue>));
}
