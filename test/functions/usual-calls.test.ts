import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from '@jest/globals';
import Ajv2020 from 'ajv/dist/2020.js';
import { operationList, usualCall } from '../../bench/measure-costs.ts';
import { OPENAPI_FILE } from '../../lib/openapi/document.ts';
import type { OperationSpec } from '../../shared/api/operation.ts';
import { type Answer, call } from '../support/call.ts';
import { worldOfFile } from '../support/test-world.ts';
import { SETTINGS } from '../support/world.ts';

/*
 * The usual call of each operation (bench/paths): docs/api/openapi.json describes its input and its response, and what creates or
 * ends something does so once when the call is repeated, after a lost response or a double tap. All checks of an operation share
 * one preparation, because it takes longer than they do.
 */

const world = worldOfFile();
beforeAll(() => {
  // All callers in this file have the same IP address.
  process.env.SETTINGS = JSON.stringify({ ...SETTINGS, peoplePerAddress: 1_000 });
});

type Usual = Awaited<ReturnType<typeof usualCall>>;

const send = ({ handler, input, options }: Usual) => call(handler, input, options);

const operations = operationList().map(({ area, definition }) => ({
  area,
  definition,
  name: definition.name,
}));
const repeatable = (by: OperationSpec['idempotent']) =>
  operations.filter(({ definition }) => definition.idempotent === by);

test.each(repeatable(undefined))(
  '$name responds to its usual call as its OpenAPI description says',
  async ({ area, definition }) => {
    const usual = await usualCall(world, area, definition);
    expectDescribed(definition, usual, await send(usual));
  },
);

test.each(repeatable('byNature'))(
  '$name succeeds again when it is repeated, as its OpenAPI description says',
  async ({ area, definition }) => {
    const usual = await usualCall(world, area, definition);
    expectDescribed(definition, usual, await send(usual));
    expect((await send(usual)).http).toBe(200);
  },
);

const WRONG_KEYS = ['with spaces', 'x'.repeat(201), 'ünïcode'];

test.each(repeatable('byKey'))(
  '$name refuses malformed keys, and returns one response, as its OpenAPI description says, to concurrent and later calls with one key',
  async ({ area, definition }) => {
    const usual = await usualCall(world, area, definition);
    for (const key of WRONG_KEYS) {
      const options = { ...usual.options, headers: { 'idempotency-key': key } };
      const { http, body } = await call(usual.handler, usual.input, options);
      expect([http, Object.keys(body.fields)]).toEqual([400, ['Idempotency-Key']]);
    }
    const [one, other] = await Promise.all([send(usual), send(usual)]);
    expectDescribed(definition, usual, one);
    const later = await send(usual);
    for (const { http, body } of [other, later]) expect([http, body]).toEqual([one.http, one.body]);
  },
);

const document = JSON.parse(readFileSync(OPENAPI_FILE, 'utf8'));
const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema({ ...document, $id: 'document' });

/** Checks that a call succeeded, and that its input and its response match the document. */
function expectDescribed(
  { path, method }: OperationSpec,
  { input }: Usual,
  { http, body }: Answer,
): void {
  expect(http).toBe(200);
  const at = ['paths', path, method.toLowerCase()];
  const { requestBody, parameters = [] } = document.paths[path][method.toLowerCase()];
  const queried = parameters.filter((one: { in: string }) => one.in === 'query');
  const names = queried.map(({ name }: { name: string }) => name);
  if (requestBody)
    expect(wrongs([...at, 'requestBody', 'content', 'application/json', 'schema'], input)).toEqual(
      [],
    );
  else expect(Object.keys(input).filter((name) => !names.includes(name))).toEqual([]);
  expect(
    wrongs([...at, 'responses', '200', 'content', 'application/json', 'schema'], body),
  ).toEqual([]);
}

/** Returns the violations of a value against the schema at `path` in the document. */
function wrongs(path: readonly string[], value: unknown): string[] {
  const pointer = path.map((part) => encodeURIComponent(part.replaceAll('/', '~1'))).join('/');
  const check = ajv.compile({ $ref: `document#/${pointer}` });
  return check(value) ? [] : [`${path.join(' ')}: ${ajv.errorsText(check.errors)}`];
}
