import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { DEAD_LETTER_QUEUES, type DeadLetterQueue } from '#lib/cloud/dead-letter.ts';
import { QUEUES, redrive } from '#lib/operator/redrive.ts';
import { subscribers } from '#shared/api/subscribers.ts';
import { PRODUCTION, type Resource, resourcesOf, synthesise } from './synthesise.ts';

/* Failed events of subscribers: they are kept in dead-letter queues, raise an alarm, and can be delivered again. */

const EVENT = { 'detail-type': 'conversation.paid', detail: { id: 'f1' } };
const arn = (name: string) => `arn:aws:lambda:us-east-1:123456789012:function:${name}`;

/** A dead letter that Lambda writes after the last attempt. */
const FAILED = {
  ReceiptHandle: 'one',
  Body: JSON.stringify({
    version: '1.0',
    requestContext: { functionArn: `${arn('replypaid-example-notifyDevices')}:$LATEST` },
    requestPayload: EVENT,
    responsePayload: { errorMessage: 'the push service did not answer' },
  }),
};
/** A dead letter that EventBridge writes if it cannot start the function. */
const NOT_STARTED = {
  ReceiptHandle: 'two',
  Body: JSON.stringify(EVENT),
  MessageAttributes: {
    TARGET_ARN: { StringValue: arn('replypaid-example-moveChats'), DataType: 'String' },
    ERROR_CODE: { StringValue: 'THROTTLING', DataType: 'String' },
  },
};
const UNKNOWN = { ReceiptHandle: 'three', Body: '{"hello":true}' };

/**
 * A dead letter of the event source mapping for a batch: it contains the batch's position in the stream, not its
 * events.
 */
const BATCH = {
  ReceiptHandle: 'batch',
  Body: JSON.stringify({
    requestContext: { functionArn: arn('replypaid-example-publishEvents') },
    version: '1.0',
    DDBStreamBatchInfo: {
      shardId: 'shardId-1',
      startSequenceNumber: '100',
      endSequenceNumber: '102',
      approximateArrivalOfFirstRecord: '2026-11-21T09:30:00Z',
      approximateArrivalOfLastRecord: '2026-11-21T09:30:05Z',
      batchSize: 3,
      streamArn: 'arn:aws:dynamodb:us-east-1:123456789012:table/t/stream/s',
    },
  }),
};
const record = (SequenceNumber: string, pk: string) => ({
  eventName: 'INSERT',
  dynamodb: { SequenceNumber, Keys: { pk: { S: pk }, sk: { S: 'EVENT' } } },
});
const ITEM = { pk: { S: 'EVENT#1' }, sk: { S: 'EVENT' }, event: { M: { id: { S: '1' } } } };

/** The responses of a fake `aws` command, by its second word; `fails` is its error output. */
type Answers = {
  readonly letters: readonly object[];
  readonly trimmed?: boolean;
  readonly failures?: readonly object[];
};

describe('npm run redrive', () => {
  const folder = mkdtempSync(join(tmpdir(), 'replypaid-redrive-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Fakes an `aws` command that records its calls and returns these dead letters. */
  function aws({ letters, trimmed = false, failures = [] }: Answers): void {
    for (const name of ['asked', 'once']) rmSync(join(folder, name), { force: true });
    const answers = {
      'get-queue-url': { QueueUrl: 'https://queue' },
      'get-shard-iterator': { ShardIterator: 'here' },
      'get-records': {
        Records: [
          record('100', 'EVENT#1'),
          record('101', 'USER#1'),
          record('102', 'EVENT#2'),
        ].concat(record('103', 'EVENT#3')),
        NextShardIterator: 'further',
      },
      'get-function-configuration': 'the-table',
      scan: { Items: [ITEM] },
      invoke: { StatusCode: 200 },
    };
    const script = `#!${process.execPath}
const { appendFileSync, existsSync, writeFileSync } = require('node:fs');
const words = process.argv.slice(2);
appendFileSync(${JSON.stringify(join(folder, 'asked'))}, JSON.stringify(words) + '\\n');
const what = words[1];
if (${trimmed} && what === 'get-shard-iterator') {
  console.error('An error occurred (TrimmedDataAccessException)');
  process.exit(254);
}
const once = ${JSON.stringify(join(folder, 'once'))};
if (what === 'receive-message') {
  if (!existsSync(once)) console.log(${JSON.stringify(JSON.stringify({ Messages: letters }))});
  writeFileSync(once, '');
} else {
  if (what === 'invoke') {
    const file = words.find((word) => word.endsWith('answer.json'));
    if (file) writeFileSync(file, ${JSON.stringify(JSON.stringify({ batchItemFailures: failures }))});
  }
  const answer = ${JSON.stringify(answers)}[what];
  if (answer !== undefined) console.log(JSON.stringify(answer));
}`;
    writeFileSync(join(folder, 'aws'), script);
    chmodSync(join(folder, 'aws'), 0o755);
  }

  /** Runs the command in a process of its own. */
  const runProcess = (...words: string[]) =>
    execFileSync(process.execPath, ['--import', 'tsx', 'bin/redrive.ts', ...words], {
      cwd: join(__dirname, '../..'),
      env: { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` },
      encoding: 'utf8',
      stdio: 'pipe',
    });

  /** Does what the command does, which takes a tenth of the time of a process. Returns what it prints. */
  function run(queue: DeadLetterQueue): string {
    const { PATH } = process.env;
    let printed = '';
    process.env.PATH = `${folder}${delimiter}${PATH}`;
    try {
      redrive('example', queue, (line) => {
        printed += `${line}\n`;
      });
    } finally {
      process.env.PATH = PATH;
    }
    return printed;
  }

  const asked = () =>
    readFileSync(join(folder, 'asked'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as string[]);
  const askedTo = (what: string) => asked().filter(([, word]) => word === what);
  const wordAfter = (words: readonly string[], option: string) =>
    words[words.indexOf(option) + 1] ?? '';
  const payloads = () =>
    askedTo('invoke').map((words) =>
      JSON.parse(Buffer.from(wordAfter(words, '--payload'), 'base64').toString()),
    );

  test('delivers each dead letter to its function again, and keeps unknown ones', () => {
    aws({ letters: [FAILED, NOT_STARTED, UNKNOWN, { ReceiptHandle: 'four', Body: 'hello' }] });
    expect(runProcess('--stage', 'example', 'events')).toBe(
      'replypaid-example-notifyDevices\nreplypaid-example-moveChats\n2 redelivered, 2 left in the queue.\n',
    );
    expect(asked()[0]).toContain('replypaid-example-events-dead-letters');
    expect(payloads()).toEqual([EVENT, EVENT]);
    for (const words of askedTo('invoke')) expect(words).toContain('Event');
    expect(askedTo('delete-message').map((words) => wordAfter(words, '--receipt-handle'))).toEqual([
      'one',
      'two',
    ]);
    for (const words of asked()) expect(wordAfter(words, '--region')).toBe('us-east-1');
    // Otherwise this run would receive what it leaves in the queue again and again.
    for (const words of askedTo('receive-message'))
      expect(wordAfter(words, '--visibility-timeout')).toBe('120');
  });

  test('republishes only the domain events of a batch that the stream still has', () => {
    aws({ letters: [BATCH] });
    expect(run('unpublished')).toBe('replypaid-example-publishEvents\n1 redelivered.\n');
    expect(asked()[0]).toContain('replypaid-example-unpublished-events');
    expect(payloads()).toEqual([{ Records: [record('100', 'EVENT#1'), record('102', 'EVENT#2')] }]);
    expect(askedTo('delete-message')).toHaveLength(1);
  });

  test('republishes a batch from the table if the stream no longer has it', () => {
    aws({ letters: [BATCH], trimmed: true });
    expect(run('unpublished')).toContain('1 redelivered.');
    const [scan = []] = askedTo('scan');
    expect(wordAfter(scan, '--table-name')).toBe('the-table');
    expect(JSON.parse(wordAfter(scan, '--expression-attribute-values'))).toEqual({
      ':prefix': { S: 'EVENT#' },
      ':from': { N: String(Date.parse('2026-11-21T09:29:00Z')) },
      ':to': { N: String(Date.parse('2026-11-21T09:31:05Z')) },
    });
    const keys = { pk: ITEM.pk, sk: ITEM.sk };
    expect(payloads()).toEqual([
      {
        Records: [
          { eventName: 'INSERT', dynamodb: { Keys: keys, NewImage: ITEM, SequenceNumber: '1' } },
        ],
      },
    ]);
  });

  test('keeps a batch if an event fails again', () => {
    aws({ letters: [BATCH], failures: [{ itemIdentifier: '100' }] });
    expect(run('unpublished')).toBe(
      'replypaid-example-publishEvents did not publish all records of a batch. Its log says why.\n0 redelivered, 1 left in the queue.\n',
    );
    expect(askedTo('delete-message')).toEqual([]);
  });

  test('asks for missing options', () => {
    expect(() => runProcess('--stage', 'example', 'letters')).toThrow(/Usage/);
  });
});

test('npm run redrive handles every dead-letter queue of a stage', () => {
  const names = resourcesOf(synthesise({ settings: PRODUCTION }), 'AWS::SQS::Queue').map(
    ({ Properties }) => Properties.QueueName,
  );
  expect(names.sort()).toEqual(
    QUEUES.map((queue) => `replypaid-prod-${DEAD_LETTER_QUEUES[queue]}`).sort(),
  );
  const handbook = readFileSync(join(__dirname, '../../docs/operations.md'), 'utf8');
  for (const queue of QUEUES)
    expect(handbook).toContain(`npm run redrive -- --stage prod ${queue}\n`);
});

test('every subscriber, and the check of uploads, has a dead-letter queue with an alarm', () => {
  const template = Object.entries(synthesise()).find(([name]) => /Events/.test(name))?.[1];
  const resources = Object.entries(template?.Resources ?? {});
  const of = (type: string) => resources.filter(([, { Type }]) => Type === type);
  const text = ([, { Properties }]: readonly [string, Resource]) => JSON.stringify(Properties);

  const queues = of('AWS::SQS::Queue').filter((queue) => /events-dead-letters/.test(text(queue)));
  expect(queues).toHaveLength(1);
  const [queue = ''] = queues[0] ?? [];
  const alarms = of('AWS::CloudWatch::Alarm').filter((alarm) => text(alarm).includes(queue));
  expect(alarms).toHaveLength(1);

  const named = [...Object.keys(subscribers), 'checkAttachment'];
  const kept = of('AWS::Lambda::EventInvokeConfig').filter((config) =>
    text(config).includes(queue),
  );
  expect(kept).toHaveLength(named.length);
  const rules = of('AWS::Events::Rule').filter((rule) => text(rule).includes(queue));
  expect(rules).toHaveLength(named.length);
});

test('every rule may send what it cannot deliver to its dead-letter queue', () => {
  const templates = Object.values(synthesise({ settings: PRODUCTION }));
  const rules = templates.flatMap(({ Resources }) =>
    Object.values(Resources)
      .filter(({ Type, Properties }) => Type === 'AWS::Events::Rule' && deadLetterArnOf(Properties))
      .map((rule) => ({ rule, Resources })),
  );
  expect(rules.length).toBeGreaterThan(Object.keys(subscribers).length);
  for (const { rule, Resources } of rules) {
    const { Name = 'any', EventBusName } = rule.Properties;
    const bus = EventBusName ? `${Resources[EventBusName.Ref]?.Properties.Name}/` : '';
    const arn = `arn:aws:events:us-east-1:123456789012:rule/${bus}${Name}`;
    const queue = deadLetterArnOf(rule.Properties)?.['Fn::GetAtt'][0];
    const policy = Object.values(Resources).find(
      ({ Type, Properties }) =>
        Type === 'AWS::SQS::QueuePolicy' && Properties.Queues[0].Ref === queue,
    );
    type Statement = { Condition: { ArnLike?: { 'aws:SourceArn': string } } };
    const patterns = policy?.Properties.PolicyDocument.Statement.flatMap(
      ({ Condition }: Statement) => Condition.ArnLike?.['aws:SourceArn'] ?? [],
    );
    expect(patterns).toHaveLength(1);
    expect(arn.startsWith(patterns[0].replace(/\*$/, ''))).toBe(true);
    expect(patterns[0]).toMatch(/:rule\/replypaid-prod-(events\/)?\*$/);
  }
});

const deadLetterArnOf = (rule: {
  readonly Targets: readonly { readonly DeadLetterConfig?: { readonly Arn: never } }[];
}): { 'Fn::GetAtt': [string] } | undefined => rule.Targets[0]?.DeadLetterConfig?.Arn;
