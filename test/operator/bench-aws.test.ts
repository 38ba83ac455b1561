import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Local, startLocal } from '#lib/local/local.ts';
import { coldStarts, forceColdStart } from '#lib/operator/stage-measures/cold.ts';
import { markdownOf, reportSchema, spreadOf } from '#lib/operator/stage-measures/report.ts';
import { readReportLine } from '#lib/operator/stage-measures/report-lines.ts';
import { streamDelay } from '#lib/operator/stage-measures/stream.ts';
import { secondsAhead } from '#lib/operator/stage-measures/stripe-times.ts';
import { registerOver } from '../support/client.ts';

/* npm run bench:aws: measures the figures that require a deployed stage. */

const ID = 'RequestId: 8f5b1c2e-7a52-4c1a-9a3f-2f3f0d1f6f0a';
const WARM = `REPORT ${ID}\tDuration: 12.61 ms\tBilled Duration: 13 ms\tMemory Size: 512 MB\tMax Memory Used: 131 MB\t\n`;
const COLD = `REPORT ${ID}\tDuration: 148.12 ms\tBilled Duration: 561 ms\tMemory Size: 512 MB\tMax Memory Used: 128 MB\tInit Duration: 412.07 ms\t\nXRAY TraceId: 1-5759e988-bd862e3fe1be46a994272793\tSegmentId: 53995c3f42cd8ad8\tSampled: true\t\n`;
const STOPPED = `REPORT ${ID}\tDuration: 10000.00 ms\tBilled Duration: 10000 ms\tMemory Size: 512 MB\tMax Memory Used: 140 MB\tStatus: timeout\n`;

describe('a REPORT line', () => {
  test.each([
    ['of a warm call', WARM, { duration: 12.61, megabytesUsed: 131 }],
    ['of a cold start', COLD, { duration: 148.12, init: 412.07, megabytesUsed: 128 }],
    ['of a call that timed out', STOPPED, { duration: 10_000 }],
  ])('%s is parsed', (_what, line, run) => {
    expect(readReportLine(line)).toMatchObject(run);
  });

  test('is parsed, and any other log line is ignored', () => {
    for (const line of [`START ${ID} Version: 12`, `END ${ID}`, '{"level":"ERROR"}', 'REPORT ', ''])
      expect(readReportLine(line)).toBeUndefined();
    expect(readReportLine(WARM)).not.toHaveProperty('init');
  });
});

test('spreadOf returns the 50th, 95th and 99th percentiles of a list of times', () => {
  const times = Array.from({ length: 100 }, (_, nth) => 100 - nth);
  expect(spreadOf(times)).toEqual({ count: 100, p50: 50, p95: 95, p99: 99 });
  expect(() => spreadOf([])).toThrow();
});

test('secondsAhead compares a clock with the middle of the request', () => {
  const headers = new Headers({ date: 'Tue, 05 Jan 2027 12:00:00 GMT' });
  const noon = Date.UTC(2027, 0, 5, 12);
  expect(secondsAhead(headers, noon - 100, noon + 900)).toBe(0);
  expect(secondsAhead(headers, noon - 60_000, noon - 60_000)).toBe(61);
  expect(secondsAhead(headers, noon + 30_000, noon + 40_000)).toBe(-34);
});

const folder = mkdtempSync(join(tmpdir(), 'replypaid-bench-aws-'));
const path = process.env.PATH;
afterAll(() => {
  process.env.PATH = path;
  rmSync(folder, { recursive: true, force: true });
});

describe('the benchmark of a deployed stage', () => {
  beforeAll(() => {
    const asked = JSON.stringify(join(folder, 'asked'));
    const script = `#!${process.execPath}
const words = process.argv.slice(2);
require('node:fs').appendFileSync(${asked}, JSON.stringify(words) + '\\n');
const messages = words.join(' ').includes('example-checkUser') ? ${JSON.stringify([COLD, WARM])} : [];
if (words[1] === 'filter-log-events') console.log(JSON.stringify({ events: messages.map((message) => ({ message })) }));
if (words[1] === 'get-metric-statistics') console.log(JSON.stringify({ Datapoints: words.join(' ').includes('replypaid-quiet') ? [] : [{ Average: 100, Maximum: 900 }, { Average: 301, Maximum: 400 }] }));
if (words[1] === 'get-function-configuration') console.log('{"Description":"If this fails: nothing."}');`;
    writeFileSync(join(folder, 'aws'), script);
    chmodSync(join(folder, 'aws'), 0o755);
    process.env.PATH = `${folder}${delimiter}${path}`;
  });
  const asked = () =>
    readFileSync(join(folder, 'asked'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as string[]);

  test('reads cold starts from the logs of functions that had one', () => {
    const stage = { stage: 'example', region: 'us-east-1', days: 3, now: 1_000_000_000_000 };
    expect(coldStarts(stage, ['checkUser', 'viewInbox'])).toEqual({
      checkUser: {
        init: { count: 1, p50: 412, p95: 412, p99: 412 },
        first: { count: 1, p50: 560, p95: 560, p99: 560 },
        megabytesUsed: 128,
      },
    });
    expect(asked()[0]).toContain('/aws/lambda/replypaid-example-checkUser');
  });

  test('reads the delay of the stream from its metric', () => {
    const of = (stage: string) =>
      streamDelay({ stage, region: 'us-east-1', days: 3, now: 1_000_000_000_000 });
    expect(of('example')).toEqual({ average: 201, maximum: 900 });
    expect(of('quiet')).toEqual({ skipped: 'the stream has delivered nothing' });
    expect(asked().at(-1)).toContain('Name=FunctionName,Value=replypaid-quiet-publishEvents');
  });

  test('forces a cold start without changing the function', () => {
    forceColdStart('example', 'us-east-1', 'checkUser');
    const said = asked()
      .filter(([, what]) => what === 'update-function-configuration')
      .map((words) => words[words.indexOf('--description') + 1]);
    expect(said).toEqual(['If this fails: nothing..', 'If this fails: nothing.']);
  });
});

describe('the benchmark of the local product', () => {
  const password = 'Letters-4-all';
  const asker = { username: 'ben.okafor', fullName: 'Ben Okafor', phoneNumber: '(555) 555-0102' };
  const writer = {
    username: 'ana.markovic',
    fullName: 'Ana Marković',
    phoneNumber: '(555) 555-0101',
  };
  let local: Local;
  beforeAll(async () => {
    local = await startLocal({
      folder: join(folder, 'world'),
      port: 0,
      web: false,
      seed: false,
      quiet: true,
    });
    for (const person of [asker, writer])
      await registerOver(local.url, { ...person, password, price: '5', perMonth: '9' });
  });
  afterAll(() => local.stop());

  const run = (...words: string[]) =>
    new Promise<{ code: number; out: string; err: string }>((resolve) => {
      execFile(
        process.execPath,
        ['--import', 'tsx', 'bin/bench-aws.ts', ...words, '--out', folder],
        {
          cwd: join(__dirname, '../..'),
          env: {
            PATH: path,
            LOCAL_FOLDER: join(folder, 'world'),
            BENCH_SENDER: asker.username,
            BENCH_SENDER_PASSWORD: password,
            BENCH_RECIPIENT: writer.username,
            BENCH_RECIPIENT_PASSWORD: password,
          },
        },
        (fault, out, err) => resolve({ code: Number(fault?.code ?? 0), out, err }),
      );
    });

  test('measures calls, a conversation, table units and event delivery with the same command', async () => {
    const { code, err } = await run('--stage', 'local', '--count', '5');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const report = reportSchema.parse(
      JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')),
    );
    expect(report.address).toBe(local.url);
    expect(Object.keys(report.warm)).toContain('viewInboxList');
    expect(report.conversation).toMatchObject([
      { step: 'createInboxWithPayment' },
      { step: 'until the list has it' },
      { step: 'until Stripe has delivered its webhook' },
      { step: 'viewInbox' },
      { step: 'viewInboxMessages' },
      { step: 'createInboxMessage' },
      { step: 'viewOrder' },
      { step: 'viewOrderMessages' },
    ]);
    expect(report.delivery).toMatchObject({ count: 3 });
    expect(report.capacity.checkUser).toEqual({ calls: 1, reads: 2, writes: 0 });
    expect(report.cold).toEqual({});
    expect(report.clocks).toEqual({ stage: expect.any(Number), stripe: expect.any(Number) });
    const page = readFileSync(join(folder, 'report.md'), 'utf8');
    expect(page).toBe(markdownOf(report));
    expect(page).toMatch(/\| viewInboxList \| 5 \| \d+ \| \d+ \| \d+ \|/);
  });

  test('requires a stage, its accounts, and a valid count', async () => {
    expect((await run()).err).toMatch(/^Name a stage/);
    expect((await run('--stage', 'local', '--count', '1000')).err).toMatch(/from 1 to 200/);
  });
});
