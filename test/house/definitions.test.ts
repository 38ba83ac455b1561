import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { functionSources, missingHandlersMessage } from '#lib/bundle.ts';
import { areas, operations } from '#shared/api/index.ts';
import { isInTable, type Limit, type OperationSpec } from '#shared/api/operation.ts';
import { schedules } from '#shared/api/schedules.ts';
import { subscribers } from '#shared/api/subscribers.ts';
import { HOUR, SECOND } from '#shared/time.ts';
import { ROOT } from './source-files.ts';

/* Each operation has one definition, one handler file and one route; these tests fail if one is missing. */

const namesIn = (folder: string) =>
  readdirSync(join(ROOT, 'functions', folder), { withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => file.name.replace(/\.ts$/, ''))
    .filter((name) => !isService(folder, name))
    .sort();

/** A file in an area's folder that is not a handler and not named like one is a service. */
const isService = (folder: string, name: string) =>
  folder in areas && /^[a-z-]+$/.test(name) && !(name in operations);

test('every definition has its handler file', () => {
  const missing = functionSources().filter(({ entry }) => !existsSync(entry));
  expect(missingHandlersMessage(missing)).toBeUndefined();
});

describe('every handler file has a definition', () => {
  test.each(Object.entries(areas))('in %s', (area, definitions) => {
    expect(namesIn(area)).toEqual(Object.keys(definitions).sort());
  });

  test('among the jobs', () => {
    expect(namesIn('jobs')).toEqual(Object.keys(schedules).sort());
  });

  test('among the subscribers', () => {
    expect(namesIn('events')).toEqual(
      [
        ...Object.keys(subscribers),
        'checkAttachment',
        'countViews',
        'publishEvents',
        'receiveEmailFeedback',
      ].sort(),
    );
  });

  test('among the webhooks', () => {
    expect(namesIn('webhooks')).toEqual(['stripe']);
  });

  test('among the steps of the deployment', () => {
    expect(namesIn('deployment')).toEqual([
      'hashOriginKeys',
      'limitTextMessages',
      'makeProbeAccount',
      'makeSupportAccount',
      'makeTokenKeys',
    ]);
  });

  test('among the pages', () => {
    expect(namesIn('pages')).toEqual(['chat-picture', 'oembed', 'preview', 'render']);
  });

  test('among the probes', () => {
    expect(namesIn('probes')).toEqual(['outside']);
  });

  test('every folder of handlers is an area', () => {
    const folders = readdirSync(join(ROOT, 'functions'), { withFileTypes: true })
      .filter((file) => file.isDirectory())
      .map((file) => file.name);
    const others = [
      'deployment',
      'events',
      'gateways',
      'jobs',
      'live',
      'pages',
      'probes',
      'storage',
      'webhooks',
    ];
    expect(folders.sort()).toEqual([...Object.keys(areas), ...others].sort());
  });
});

/** A webhook handler also exports the event types that it handles. */
const handlers = functionSources().filter(({ name }) => name !== 'webhooks/stripe');

test.each(handlers)('$name exports one handler and nothing else', ({ entry }) => {
  const text = readFileSync(entry, 'utf8');
  expect(text.match(/^export .*/gm)).toHaveLength(1);
  expect(text).toMatch(/^export const handler = /m);
});

test('each definition has the name of its export, which is unique in all areas', () => {
  const all = Object.values(areas).flatMap((definitions) => Object.entries(definitions));
  for (const [key, { name }] of all) expect(name).toBe(key);
  expect(Object.keys(operations)).toHaveLength(all.length);
  for (const [key, { name }] of Object.entries({ ...schedules, ...subscribers }))
    expect(name).toBe(key);
});

test('each operation has its own route, which is the route of the contract', () => {
  const routes = Object.values(operations).map(({ method, path }) => `${method} ${path}`);
  expect(new Set(routes).size).toBe(routes.length);
  for (const { name, path } of Object.values(operations))
    expect(path).toBe(
      ['authenticate', 'refreshToken'].includes(name) ? `/${name}` : `/api/${name}`,
    );
});

test('operations without an account are limited by address', () => {
  const open = Object.values(operations)
    .filter(({ who, uses }) => who === 'anyone' && uses.some((use) => use.includes('.')))
    .filter(({ limits }) => !limits.some(({ per }) => per === 'address'));
  expect(open.map(({ name }) => name)).toEqual([]);
});

/** The fields of the input that a thief could guess. createUser sets a password, which nobody can guess with it. */
const GUESSED = /^(password|oldPassword|code|oldCode|phoneCode|verificationCode)$/;

test('nobody can guess a password or a code more than a hundred times an hour', () => {
  const guessing = Object.values<OperationSpec>(operations).filter(
    ({ name, input }) =>
      name !== 'createUser' && Object.keys(input.shape).some((field) => GUESSED.test(field)),
  );
  expect(guessing.length).toBeGreaterThan(10);
  // A limit per name and address, in the memory of a container or at the edge leaves room for guesses from elsewhere.
  const isStrict = (limit: Limit) =>
    isInTable(limit) && (typeof limit.per === 'string' || limit.per.from === undefined);
  const perHour = ({ max, within }: Limit) => (max * HOUR) / SECOND / within;
  const open = guessing.filter(
    ({ limits }) => !limits.some((limit) => isStrict(limit) && perHour(limit) <= 100),
  );
  expect(open.map(({ name }) => name)).toEqual([]);
});

test('operations for signed-in callers are limited by caller', () => {
  const unlimited = Object.values<OperationSpec>(operations)
    .filter(({ who }) => who !== 'anyone')
    .filter(({ limits }) => !limits.some(({ per }) => per === 'caller'));
  expect(unlimited.map(({ name }) => name)).toEqual([]);
});

test('every operation that returns a refresh token, and no other, can set the refresh cookie', () => {
  const all = Object.values<OperationSpec>(operations);
  const giving = all.filter(({ output }) => 'refresh_token' in output.shape);
  const cookie = all.filter(({ refreshCookie }) => refreshCookie);
  expect(giving.filter(({ refreshCookie }) => !refreshCookie)).toEqual([]);
  for (const { method, sharedSeconds } of cookie)
    expect({ method, sharedSeconds }).toEqual({ method: 'POST', sharedSeconds: undefined });
});

test('operations for signed-in callers get the caller', () => {
  const twice = Object.values<OperationSpec>(operations).filter(
    ({ who, knowsCaller }) => who !== 'anyone' && knowsCaller,
  );
  expect(twice.map(({ name }) => name)).toEqual([]);
});

/**
 * Operations that end something for good: a client repeats them after a lost response, as it does operations that
 * create.
 */
const ENDING = ['cancelOrder', 'reportInbox', 'declineInbox', 'closeInbox'];

test('operations that create or end something declare why repeating them is safe', () => {
  const silent = Object.values<OperationSpec>(operations).filter(
    ({ name, idempotent }) =>
      (name.startsWith('create') || ENDING.includes(name)) && idempotent === undefined,
  );
  expect(silent.map(({ name }) => name)).toEqual([]);
});

/** Operations that cannot create a duplicate: a read marker, the chat of two people, a link to the one payout account. */
const ONE_OF_EACH = ['createChatRead', 'createDirectChat', 'createPayoutSetupLink'];

test('every operation that creates something takes an idempotency key, unless a duplicate is impossible', () => {
  const creating = Object.values<OperationSpec>(operations).filter(
    ({ name, idempotent }) => name.startsWith('create') && idempotent !== 'byKey',
  );
  expect(creating.map(({ name }) => name).sort()).toEqual(ONE_OF_EACH);
});

test('every impact text is a sentence about people', () => {
  for (const { impact } of [
    ...Object.values(operations),
    ...Object.values(schedules),
    ...Object.values(subscribers),
  ])
    expect(impact).toMatch(/^[A-Z].{15,}\.$/);
});
