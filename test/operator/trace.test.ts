import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { bundleFunctions } from '#lib/bundle.ts';
import { deployedFileOf } from '#lib/deployed-file.ts';
import { archivedMap, archiveKeyOf, buildOf } from '#lib/source-maps.ts';
import { SETTINGS } from '../support/world.ts';

/* npm run trace: follows a request id to the log lines of functions and subscribers, with readable stacks. */

const ROOT = join(__dirname, '../..');
const REQUEST = '5f0c9d0e-9a51-4f1e-8f0a-0123456789ab';
const SUBSCRIBER_RUN = 'aaaaaaaa-9a51-4f1e-8f0a-0123456789ab';
const PUBLISHER_RUN = 'bbbbbbbb-9a51-4f1e-8f0a-0123456789ab';
const OTHER_RUN = 'cccccccc-9a51-4f1e-8f0a-0123456789ab';
const SECOND_RUN = 'dddddddd-9a51-4f1e-8f0a-0123456789ab';
const EVENT_ID = '01KAGH5Z0000000000000FACT1';

let folder: string;
let bundles: string;
let build: string;
/** The log line of a function that really failed, as Lambda stores it. */
let fault: string;

/** Runs a bundled function without a table and returns the line that it logs. */
async function failForReal(): Promise<string> {
  const file = deployedFileOf(bundles, 'auth/authenticate');
  const script = `
    const { handler } = require(${JSON.stringify(file)});
    handler(
      { headers: {}, rawQueryString: '', body: 'username=ana&password=x', requestContext: { http: { method: 'POST', sourceIp: '192.0.2.1' } } },
      { awsRequestId: ${JSON.stringify(REQUEST)}, functionName: 'authenticate', getRemainingTimeInMillis: () => 1000 },
    );`;
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['--no-warnings', '--eval', script],
    {
      env: {
        AWS_REGION: 'us-east-1',
        BUILD: build,
        LOG_LEVEL: 'INFO',
        SETTINGS: JSON.stringify(SETTINGS),
      },
    },
  );
  const line = `${stdout}\n${stderr}`.split('\n').find((text) => text.includes('"ERROR"')) ?? '';
  return line.replaceAll(dirname(file), '/var/task');
}

type Row = { readonly at: string; readonly name: string; readonly message: string };

const row = (at: string, name: string, message: string | object): Row => ({
  at: `2026-11-21 09:30:${at}`,
  name,
  message: typeof message === 'string' ? message : JSON.stringify(message),
});
const logged = (function_request_id: string, rest: object) => ({
  level: 'INFO',
  function_request_id,
  build,
  ...rest,
});

/** Fakes an `aws` command that returns these log lines and the source maps of the build. */
function aws(rows: readonly Row[]): void {
  const script = `#!${process.execPath}
const { appendFileSync, copyFileSync, readFileSync, writeFileSync } = require('node:fs');
const words = process.argv.slice(2);
const after = (option) => words[words.indexOf(option) + 1];
const query = ${JSON.stringify(join(folder, 'query'))};
const answers = {
  'start-query': () => {
    writeFileSync(query, after('--query-string'));
    return { queryId: 'q' };
  },
  'get-query-results': () => {
    const text = readFileSync(query, 'utf8');
    if (!text.startsWith("SOURCE logGroups(namePrefix: ['/aws/lambda/replypaid-example-'])")) process.exit(2);
    const ids = [...text.matchAll(/like "([^"]+)"/g)].map(([, id]) => id);
    const rows = ${JSON.stringify(rows)}.filter(({ message }) => ids.some((id) => message.includes(id)));
    return {
      status: 'Complete',
      results: rows.map(({ at, name, message }) => [
        { field: '@timestamp', value: at },
        { field: '@log', value: '123456789012:/aws/lambda/replypaid-example-' + name },
        { field: '@message', value: message },
        { field: '@ptr', value: at + name + message },
      ]),
    };
  },
  'describe-stack-resource': () => ({ StackResourceDetail: { PhysicalResourceId: 'assets' } }),
  'get-object': () => {
    if (after('--bucket') !== 'assets' || after('--key') !== ${JSON.stringify(archiveKeyOf(build))}) {
      console.error('NoSuchKey');
      process.exit(254);
    }
    copyFileSync(${JSON.stringify(join(folder, 'archive.gz'))}, words[words.indexOf('--key') + 2]);
    return {};
  },
};
console.log(JSON.stringify(answers[words[1]]()));`;
  writeFileSync(join(folder, 'aws'), script);
  chmodSync(join(folder, 'aws'), 0o755);
}

const run = (...words: string[]) =>
  promisify(execFile)(process.execPath, ['--import', 'tsx', 'bin/trace.ts', ...words], {
    cwd: ROOT,
    env: { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` },
  }).then(({ stdout }) => stdout.trimEnd().split('\n'));

/** Returns `file:line` of the first place in a source file that contains this text. */
function placeOf(file: string, text: string): string {
  const lines = readFileSync(join(ROOT, file), 'utf8').split('\n');
  return `${file}:${lines.findIndex((line) => line.includes(text)) + 1}`;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'replypaid-trace-'));
  bundles = join(folder, 'bundles');
  await bundleFunctions({ directory: bundles, names: ['auth/authenticate'] });
  const bundle = deployedFileOf(bundles, 'auth/authenticate');
  build = buildOf(bundle);
  writeFileSync(join(folder, 'archive.gz'), archivedMap(bundle));
  fault = await failForReal();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the archived source map of a function has paths of the repository and no source text', () => {
  const text = gunzipSync(readFileSync(join(folder, 'archive.gz'))).toString('utf8');
  const map = JSON.parse(text) as { sources: string[] };
  expect(map).not.toHaveProperty('sourcesContent');
  expect(map.sources).toContain('functions/auth/authenticate.ts');
  expect(map.sources).toContain('functions/storage/table.ts');
});

describe('npm run trace', () => {
  test('prints the stack of a bundled function with source files and lines', async () => {
    aws([
      row('01.000', 'authenticate', `START RequestId: ${REQUEST} Version: $LATEST`),
      row('01.020', 'authenticate', fault),
      row('01.030', 'authenticate', `END RequestId: ${REQUEST}`),
      row('01.031', 'authenticate', `REPORT RequestId: ${REQUEST}\tDuration: 30.12 ms\tBilled`),
    ]);
    const lines = await run('--stage', 'example', REQUEST);
    expect(lines[0]).toBe('2026-11-21 09:30:01.020  authenticate  ERROR  fault');
    expect(lines[1]).toBe('    Error: TABLE_NAME is not set');
    expect(lines[2]).toContain(placeOf('functions/storage/table.ts', 'TABLE_NAME is not set'));
    expect(lines.join('\n')).toContain('functions/serve.ts:');
    expect(lines.join('\n')).not.toContain('/var/task');
    expect(lines.at(-1)).toBe('2026-11-21 09:30:01.031  authenticate  ended after 30.12 ms');
  });

  const story = () => [
    row('01.500', 'createInbox', `REPORT RequestId: ${REQUEST}\tDuration: 80 ms\t`),
    row('02.000', 'publishEvents', {
      ...logged(PUBLISHER_RUN, { message: 'published', eventId: EVENT_ID, causedBy: REQUEST }),
    }),
    row('02.050', 'publishEvents', `REPORT RequestId: ${PUBLISHER_RUN}\tDuration: 50 ms\t`),
    row('02.010', 'publishEvents', {
      ...logged(PUBLISHER_RUN, { message: 'published', eventId: 'another', causedBy: OTHER_RUN }),
    }),
    row('03.000', 'moveChats', {
      ...logged(SUBSCRIBER_RUN, { message: 'received', eventId: EVENT_ID, causedBy: REQUEST }),
    }),
    row('03.200', 'moveChats', `${SUBSCRIBER_RUN} Task timed out after 29.00 seconds`),
    row('04.000', 'notifyDevices', {
      ...logged(SECOND_RUN, { message: 'received', eventId: 'f2', causedBy: SUBSCRIBER_RUN }),
    }),
    row('05.000', 'notifyDevices', {
      ...logged(OTHER_RUN, { message: 'received', eventId: 'another', causedBy: OTHER_RUN }),
    }),
  ];
  const STORY = [
    '2026-11-21 09:30:01.500  createInbox  ended after 80 ms',
    `2026-11-21 09:30:02.000  publishEvents  INFO  published  eventId=${EVENT_ID}`,
    `2026-11-21 09:30:03.000  moveChats  INFO  received  eventId=${EVENT_ID}`,
    `2026-11-21 09:30:03.200  moveChats  ${SUBSCRIBER_RUN} Task timed out after 29.00 seconds`,
    '2026-11-21 09:30:04.000  notifyDevices  INFO  received  eventId=f2',
  ];

  test('prints the lines of a request, of the subscribers to its event and of what they caused, and no other lines', async () => {
    aws(story());
    expect(await run('--stage', 'example', REQUEST)).toEqual(STORY);
  });

  test('finds the request of an event by the event’s id', async () => {
    aws(story());
    expect(await run('--stage', 'example', EVENT_ID)).toEqual(STORY);
  });

  test('reports an unknown id, and prints unmapped stacks if there are no source maps', async () => {
    aws([row('01.020', 'authenticate', fault.replaceAll(build, 'gone'))]);
    const lines = await run('--stage', 'example', REQUEST);
    expect(lines[0]).toMatch(/^Stack traces of build gone are not translated/);
    expect(lines.join('\n')).toContain('/var/task/');
    await expect(run('--stage', 'example', SECOND_RUN)).rejects.toThrow(/No log line of example/);
    await expect(run('--stage', 'example', '--since', 'x', REQUEST)).rejects.toThrow(
      /is not a duration/,
    );
    await expect(run('--stage', 'example', 'a"b')).rejects.toThrow(/is not the id/);
  });
});
