import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { subscribers } from '../../shared/api/subscribers.ts';
import { type Resource, synthesise } from './synthesise.ts';

/* What a subscriber cannot do is kept, rings, and finds its way back. */

const FACT = { 'detail-type': 'conversation.paid', detail: { id: 'f1' } };
const arn = (name: string) => `arn:aws:lambda:us-east-1:123456789012:function:${name}`;

/** As Lambda leaves it after its last try. */
const FAILED = {
  ReceiptHandle: 'one',
  Body: JSON.stringify({
    version: '1.0',
    requestContext: { functionArn: `${arn('replypaid-example-notifyDevices')}:$LATEST` },
    requestPayload: FACT,
    responsePayload: { errorMessage: 'the push service did not answer' },
  }),
};
/** As EventBridge leaves it when it could not start the function. */
const NOT_STARTED = {
  ReceiptHandle: 'two',
  Body: JSON.stringify(FACT),
  MessageAttributes: {
    TARGET_ARN: { StringValue: arn('replypaid-example-moveChats'), DataType: 'String' },
    ERROR_CODE: { StringValue: 'THROTTLING', DataType: 'String' },
  },
};
const UNKNOWN = { ReceiptHandle: 'three', Body: '{"hello":true}' };

describe('npm run redrive', () => {
  const folder = mkdtempSync(join(tmpdir(), 'replypaid-redrive-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** An `aws` that writes down what it was asked, and has one answer full of letters. */
  beforeAll(() => {
    const script = `#!${process.execPath}
const { appendFileSync, existsSync, writeFileSync } = require('node:fs');
const words = process.argv.slice(2);
appendFileSync(${JSON.stringify(join(folder, 'asked'))}, JSON.stringify(words) + '\\n');
if (words[1] === 'get-queue-url') console.log(JSON.stringify({ QueueUrl: 'https://queue' }));
if (words[1] === 'receive-message' && !existsSync(${JSON.stringify(join(folder, 'once'))})) {
  writeFileSync(${JSON.stringify(join(folder, 'once'))}, '');
  console.log(${JSON.stringify(JSON.stringify({ Messages: [FAILED, NOT_STARTED, UNKNOWN] }))});
}`;
    writeFileSync(join(folder, 'aws'), script);
    chmodSync(join(folder, 'aws'), 0o755);
  });

  const run = (...words: string[]) =>
    execFileSync(process.execPath, ['--import', 'tsx', 'bin/redrive.ts', ...words], {
      cwd: join(__dirname, '../..'),
      env: { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` },
      encoding: 'utf8',
      stdio: 'pipe',
    });

  test('gives each letter back to the function that could not take it in, and leaves what it does not know', () => {
    expect(run('--stage', 'example', 'events')).toBe(
      'replypaid-example-notifyDevices\nreplypaid-example-moveChats\n2 given back, 1 that nobody knows left where they were.\n',
    );
    const asked = readFileSync(join(folder, 'asked'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as string[]);
    expect(asked[0]).toContain('replypaid-example-events-dead-letters');
    const invoked = asked.filter(([, what]) => what === 'invoke');
    for (const words of invoked) {
      const payload = words[words.indexOf('--payload') + 1] ?? '';
      expect(JSON.parse(Buffer.from(payload, 'base64').toString())).toEqual(FACT);
      expect(words).toContain('Event');
    }
    const removed = asked.filter(([, what]) => what === 'delete-message');
    expect(removed.map((words) => words[words.indexOf('--receipt-handle') + 1])).toEqual([
      'one',
      'two',
    ]);
    for (const words of asked) expect(words[words.indexOf('--region') + 1]).toBe('us-east-1');
  });

  test('says what it wants to know', () => {
    expect(() => run('--stage', 'example')).toThrow(/Please say/);
    expect(() => run('--stage', 'example', 'letters')).toThrow(/Please say/);
  });
});

test('every subscriber leaves what it cannot do in a queue that rings', () => {
  const template = Object.entries(synthesise()).find(([name]) => /Events/.test(name))?.[1];
  const resources = Object.entries(template?.Resources ?? {});
  const of = (type: string) => resources.filter(([, { Type }]) => Type === type);
  const text = ([, { Properties }]: readonly [string, Resource]) => JSON.stringify(Properties);

  const queues = of('AWS::SQS::Queue').filter((queue) => /events-dead-letters/.test(text(queue)));
  expect(queues).toHaveLength(1);
  const [queue = ''] = queues[0] ?? [];
  const alarms = of('AWS::CloudWatch::Alarm').filter((alarm) => text(alarm).includes(queue));
  expect(alarms).toHaveLength(1);

  const named = Object.keys(subscribers);
  const kept = of('AWS::Lambda::EventInvokeConfig').filter((config) =>
    text(config).includes(queue),
  );
  expect(kept).toHaveLength(named.length);
  const rules = of('AWS::Events::Rule').filter((rule) => text(rule).includes(queue));
  expect(rules).toHaveLength(named.length);
}, 120_000);
