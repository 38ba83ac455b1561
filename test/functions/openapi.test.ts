import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from '@jest/globals';
import Ajv2020 from 'ajv/dist/2020.js';
import { operationList, usualCall } from '../../bench/measure-costs.ts';
import { OPENAPI_FILE } from '../../lib/openapi/document.ts';
import { call } from '../support/call.ts';
import { worldOfFile } from '../support/test-world.ts';
import { SETTINGS } from '../support/world.ts';

/* docs/api/openapi.json matches the input and the response of the usual call of each operation. */

const world = worldOfFile();
beforeAll(() => {
  // All callers in this file have the same IP address.
  process.env.SETTINGS = JSON.stringify({ ...SETTINGS, peoplePerAddress: 1_000 });
});

const document = JSON.parse(readFileSync(OPENAPI_FILE, 'utf8'));
const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema({ ...document, $id: 'document' });

/** Returns the violations of a value against the schema at `path` in the document. */
function wrongs(path: readonly string[], value: unknown): string[] {
  const pointer = path.map((part) => encodeURIComponent(part.replaceAll('/', '~1'))).join('/');
  const check = ajv.compile({ $ref: `document#/${pointer}` });
  return check(value) ? [] : [`${path.join(' ')}: ${ajv.errorsText(check.errors)}`];
}

const operations = operationList().map((operation) => ({
  ...operation,
  name: operation.definition.name,
}));

test.each(operations)(
  'the usual call of $name matches its OpenAPI description',
  async (operation) => {
    const { path, method } = operation.definition;
    const { handler, input, options } = await usualCall(
      world,
      operation.area,
      operation.definition,
    );
    const { http, body } = await call(handler, input, options);
    expect(http).toBe(200);
    const at = ['paths', path, method.toLowerCase()];
    const { requestBody, parameters = [] } = document.paths[path][method.toLowerCase()];
    const queried = parameters.filter((one: { in: string }) => one.in === 'query');
    const names = queried.map(({ name }: { name: string }) => name);
    if (requestBody)
      expect(
        wrongs([...at, 'requestBody', 'content', 'application/json', 'schema'], input),
      ).toEqual([]);
    else expect(Object.keys(input).filter((name) => !names.includes(name))).toEqual([]);
    expect(
      wrongs([...at, 'responses', '200', 'content', 'application/json', 'schema'], body),
    ).toEqual([]);
  },
);
