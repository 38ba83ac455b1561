import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { EVENT_PREFIX } from '#functions/storage/keys.ts';
import { MINUTE } from '#shared/time.ts';
import { CliError } from '../cli-error.ts';
import type { StreamBatch } from '../cloud/dead-letter.ts';
import type { AwsCli } from './aws-cli.ts';

const records = z.array(
  z.looseObject({
    eventName: z.string(),
    dynamodb: z.looseObject({
      SequenceNumber: z.string(),
      Keys: z.looseObject({ pk: z.object({ S: z.string() }) }),
    }),
  }),
);
type Records = z.infer<typeof records>;

/** The payload is one command-line argument, which Linux limits to 128 KB. */
const RECORDS_PER_CALL = 10;

/**
 * Sends a batch of stream records to the function that publishes them again. The stream keeps records for a day; after that the
 * events are read from the table, which keeps them for a week. Invokes the function synchronously, because an answer with
 * batchItemFailures is a success for Lambda. Returns whether everything was published.
 */
export function republishBatch(
  ask: AwsCli,
  functionName: string,
  batch: StreamBatch,
  say: (line: string) => void,
): boolean {
  const found = fromStream(ask, batch) ?? fromTable(ask, functionName, batch);
  for (let first = 0; first < found.length; first += RECORDS_PER_CALL)
    if (!isPublished(ask, functionName, found.slice(first, first + RECORDS_PER_CALL))) {
      say(`${functionName} did not publish all records of a batch. Its log says why.`);
      return false;
    }
  return true;
}

/** The records of a batch, or undefined when the stream has already trimmed them. */
function fromStream(ask: AwsCli, batch: StreamBatch): Records | undefined {
  const last = BigInt(batch.endSequenceNumber);
  const found: Records = [];
  try {
    let iterator = z
      .object({ ShardIterator: z.string() })
      .parse(
        ask(
          'dynamodbstreams',
          'get-shard-iterator',
          '--stream-arn',
          batch.streamArn,
          '--shard-id',
          batch.shardId,
          '--shard-iterator-type',
          'AT_SEQUENCE_NUMBER',
          '--sequence-number',
          batch.startSequenceNumber,
        ),
      ).ShardIterator;
    for (;;) {
      const page = z
        .object({ Records: z._default(records, []), NextShardIterator: z.optional(z.string()) })
        .parse(ask('dynamodbstreams', 'get-records', '--shard-iterator', iterator));
      const numbers = page.Records.map(sequenceNumber);
      found.push(
        ...page.Records.filter((one) => isDomainEvent(one) && sequenceNumber(one) <= last),
      );
      if (numbers.some((number) => number >= last) || page.NextShardIterator === undefined)
        return found;
      iterator = page.NextShardIterator;
    }
  } catch (fault) {
    if (fault instanceof CliError && fault.message.includes('TrimmedDataAccessException'))
      return undefined;
    throw fault;
  }
}

const sequenceNumber = ({ dynamodb }: Records[number]) => BigInt(dynamodb.SequenceNumber);

/** The filter of the event source mapping (lib/cloud/events.ts), which get-records does not apply. */
const isDomainEvent = ({ eventName, dynamodb }: Records[number]) =>
  eventName === 'INSERT' && dynamodb.Keys.pk.S.startsWith(EVENT_PREFIX);

/** The domain events that were written in the time of the batch, in the form of stream records. */
function fromTable(ask: AwsCli, functionName: string, batch: StreamBatch): Records {
  const tableName = z
    .string()
    .parse(
      ask(
        'lambda',
        'get-function-configuration',
        '--function-name',
        functionName,
        '--query',
        'Environment.Variables.TABLE_NAME',
      ),
    );
  const at = (time: string, by: number) => ({ N: String(Date.parse(time) + by) });
  const values = {
    ':prefix': { S: EVENT_PREFIX },
    ':from': at(batch.approximateArrivalOfFirstRecord, -MINUTE),
    ':to': at(batch.approximateArrivalOfLastRecord, MINUTE),
  };
  const { Items: items } = z
    .object({ Items: z.array(z.looseObject({ pk: z.object({ S: z.string() }) })) })
    .parse(
      ask(
        'dynamodb',
        'scan',
        '--table-name',
        tableName,
        '--filter-expression',
        'begins_with(pk, :prefix) AND #event.#at BETWEEN :from AND :to',
        '--expression-attribute-names',
        JSON.stringify({ '#event': 'event', '#at': 'at' }),
        '--expression-attribute-values',
        JSON.stringify(values),
      ),
    );
  return items.map((item, nth) => ({
    eventName: 'INSERT',
    dynamodb: {
      Keys: { pk: item.pk, sk: item.sk },
      NewImage: item,
      SequenceNumber: String(nth + 1),
    },
  }));
}

const publishResult = z.object({ batchItemFailures: z.array(z.unknown()) });

function isPublished(ask: AwsCli, functionName: string, batch: Records): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'replypaid-redrive-'));
  const file = join(folder, 'answer.json');
  try {
    const payload = Buffer.from(JSON.stringify({ Records: batch })).toString('base64');
    const { FunctionError: fault } = z
      .object({ FunctionError: z.optional(z.string()) })
      .parse(
        ask(
          'lambda',
          'invoke',
          '--function-name',
          functionName,
          '--payload',
          payload,
          '--cli-read-timeout',
          '90',
          file,
        ),
      );
    if (fault !== undefined) return false;
    const answer = publishResult.safeParse(JSON.parse(readFileSync(file, 'utf8')));
    return answer.success && answer.data.batchItemFailures.length === 0;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
