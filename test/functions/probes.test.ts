import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { handler as makeProbeAccount } from '#functions/deployment/makeProbeAccount.ts';
import { handler as makeSupportAccount } from '#functions/deployment/makeSupportAccount.ts';
import { handler as probe } from '#functions/probes/outside.ts';
import { isPublic, userByUsername } from '#functions/storage/accounts/users.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { type OperationName, operations } from '#shared/api/index.ts';
import { PROBE_USERNAME } from '#shared/brand.ts';
import { isReservedUsername } from '#shared/rules/accounts/usernames.ts';
import { MINUTE } from '#shared/time.ts';
import { lambdaContext } from '../support/call.ts';
import { bearer, visitor } from '../support/people.ts';
import { expectRefused } from '../support/refusals.ts';
import { worldOfFile } from '../support/test-world.ts';
import { SECRETS, SETTINGS } from '../support/world.ts';

/* The probe: a function that tests the product from outside every minute. */

const OPERATIONS: Readonly<Record<string, OperationName>> = {
  '/authenticate': 'authenticate',
  '/api/signOut': 'signOut',
  '/api/viewUserProfile': 'viewUserProfile',
};

const world = worldOfFile();
let server: Server;
/** The requested paths with their responses, and how many more requests to each fail. */
let asked: { path: string; status: number; refreshToken?: string }[] = [];
let failing: Record<string, number> = {};
const settingsBefore = process.env.SETTINGS;

async function answer(request: IncomingMessage) {
  const url = new URL(request.url ?? '/', 'http://front');
  const path = url.pathname;
  const left = failing[path] ?? 0;
  failing[path] = left - 1;
  if (left > 0) return { path, status: 500, body: { status: 'INTERNAL' } };
  if (path === '/support') return { path, status: 200 };
  let text = '';
  for await (const chunk of request) text += chunk;
  const input = text ? JSON.parse(text) : Object.fromEntries(url.searchParams);
  const token = request.headers.authorization?.replace('Bearer ', '');
  const operation = OPERATIONS[path];
  if (!operation || operations[operation].method !== request.method) return { path, status: 404 };
  const { http, body } = await responseTo(bearer(token).calls(operation, input, { json: true }));
  return { path, status: http, body };
}

beforeAll(async () => {
  Object.assign(SECRETS, { password: 'Generated-by-the-deployment-1' });
  Object.assign(process.env, { SUPPORT_PASSWORD_ARN: 'support', PROBE_PASSWORD_ARN: 'probe' });
  server = createServer(async (request, response) => {
    const { path, status, body } = await answer(request);
    asked.push({ path, status, refreshToken: body?.refresh_token as string | undefined });
    response.writeHead(status, { 'content-type': body ? 'application/json' : 'text/html' });
    response.end(body ? JSON.stringify(body) : '<!doctype html>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.env.SETTINGS = JSON.stringify({ ...SETTINGS, origin });
  await makeSupportAccount({}, lambdaContext());
  await makeProbeAccount({}, lambdaContext());
  // The start of a minute in which the probe signs in.
  const now = world.now();
  world.advance(2 * MINUTE - (now % (2 * MINUTE)));
});
afterEach(() => {
  asked = [];
  failing = {};
});
afterAll(async () => {
  process.env.SETTINGS = settingsBefore;
  await new Promise((resolve) => server.close(resolve));
});

const run = () => probe({}, lambdaContext());
const signsIn = () => asked.some(({ path }) => path === '/authenticate');

test('the deployment creates the probe account once, hidden and with a reserved name', async () => {
  await Promise.all([makeProbeAccount({}, lambdaContext()), makeProbeAccount({}, lambdaContext())]);
  const account = await userByUsername(table, PROBE_USERNAME, world.now());
  expect(account && isPublic(account)).toBe(false);
  const looked = await responseTo(visitor().calls('viewUserProfile', { username: PROBE_USERNAME }));
  expect(looked.http).toBe(404);
  expect(isReservedUsername(PROBE_USERNAME)).toBe(true);
});

test('the probe opens and reads a profile, signs in, and leaves no session', async () => {
  await run();
  expect(asked.map(({ path, status }) => `${path} ${status}`)).toEqual([
    '/support 200',
    '/api/viewUserProfile 200',
    '/authenticate 200',
    '/api/signOut 200',
  ]);
  const token = asked.find(({ path }) => path === '/authenticate')?.refreshToken;
  await expectRefused(
    visitor().calls('refreshToken', { refresh_token: token }),
    401,
    'UNAUTHENTICATED',
  );
});

test('a single failure raises no alarm; a repeated one names what fails', async () => {
  failing = { '/api/viewUserProfile': 1, '/authenticate': 1 };
  await run();
  expect(signsIn()).toBe(true);
  failing = { '/api/viewUserProfile': 2 };
  await expect(run()).rejects.toThrow('reading a profile does not work: answered 500');
  failing = { '/authenticate': 2 };
  await expect(run()).rejects.toThrow('signing in does not work: answered 500');
});

test('the probe stays within its rate limits when it runs every minute for 20 minutes', async () => {
  for (let minute = 0; minute < 20; minute += 1) {
    await run();
    world.advance(MINUTE);
  }
  expect(asked.filter(({ path }) => path === '/authenticate')).toHaveLength(10);
  expect(asked.every(({ status }) => status === 200)).toBe(true);
});

test('a rate-limited sign-in is not reported as an outage', async () => {
  failing = {};
  for (let attempt = 0; attempt < 11; attempt += 1) await run();
  expect(asked.some(({ status }) => status === 429)).toBe(true);
});
