import { describe, expect, test } from '@jest/globals';
import { type OpenApiDocument, StripeDescription } from '../description/description.ts';
import { Findings } from '../description/findings.ts';
import type { Schema } from '../description/json-schemas.ts';
import { route } from '../src/route.ts';

/* npm run stripe:check: how responses, events and requests are compared with an OpenAPI description. */

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: Schema) => ({ content: { 'application/json': { schema } } });
const responses = (schema: Schema) => ({
  200: json(schema),
  default: json({ oneOf: [ref('error'), ref('person')] }),
});
const list = (of: Schema) => ({
  type: 'object',
  required: ['data', 'object'],
  properties: { data: { type: 'array', items: of }, object: { type: 'string', enum: ['list'] } },
});

const DOCUMENT: OpenApiDocument = {
  info: { version: '2026-01-01.test' },
  paths: {
    '/v1/letters': {
      post: {
        requestBody: {
          content: {
            'application/x-www-form-urlencoded': {
              schema: {
                type: 'object',
                required: ['weight'],
                properties: {
                  weight: { type: 'integer' },
                  stamp: {
                    anyOf: [
                      { type: 'object', properties: { color: { type: 'string' } } },
                      { type: 'string', enum: [''] },
                    ],
                  },
                },
              },
            },
          },
        },
        responses: responses(ref('letter')),
      },
      get: {
        parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }],
        responses: responses(list(ref('letter'))),
      },
    },
    '/v1/letters/{letter}': { get: { responses: responses(ref('letter')) } },
    '/v1/letters/latest': { get: { responses: responses(ref('person')) } },
    '/v1/events': { get: { responses: responses(list(ref('event'))) } },
  },
  components: {
    schemas: {
      letter: {
        type: 'object',
        required: ['id', 'object', 'sender', 'status'],
        properties: {
          id: { type: 'string' },
          object: { type: 'string', enum: ['letter'] },
          sender: {
            anyOf: [{ type: 'string' }, ref('person'), ref('deleted_person')],
            nullable: true,
          },
          status: { type: 'string', enum: ['sent', 'read'] },
          weight: { type: 'integer', nullable: true },
          note: { type: 'string' },
        },
      },
      person: {
        type: 'object',
        required: ['name', 'object'],
        properties: { name: { type: 'string' }, object: { type: 'string', enum: ['person'] } },
      },
      deleted_person: {
        type: 'object',
        required: ['deleted', 'object'],
        properties: { deleted: { type: 'boolean' }, object: { type: 'string', enum: ['person'] } },
      },
      event: {
        type: 'object',
        required: ['data', 'object'],
        properties: {
          data: { type: 'object', properties: { object: { type: 'object' } } },
          object: { type: 'string', enum: ['event'] },
        },
      },
      error: {
        type: 'object',
        required: ['error'],
        properties: { error: { type: 'object', properties: { message: { type: 'string' } } } },
      },
    },
  },
};

const description = new StripeDescription(DOCUMENT);
const LETTER = { id: 'l', object: 'letter', sender: null, status: 'sent' };
const differencesOf = (letter: object) =>
  description.differencesOfAnswer('GET', '/v1/letters/l', 200, letter);

describe('a response', () => {
  test.each([
    ['null where it is allowed', {}],
    ['an id in place of an object', { sender: 'p' }],
    ['an expanded object', { sender: { object: 'person', name: 'Ana' } }],
    ['a deleted object', { sender: { object: 'person', deleted: true } }],
    ['an optional number', { weight: 20 }],
  ])('agrees with the description: %s', (_what, fields) => {
    expect(differencesOf({ ...LETTER, ...fields })).toEqual([]);
  });

  test.each([
    ['a field of another type', { id: 7 }, ['id must be string']],
    ['null where it is not allowed', { note: null }, ['note must be string']],
    [
      'a value that is not listed',
      { status: 'lost' },
      ['status has a value that is not listed ("lost")'],
    ],
    ['a field that is not described', { color: 'red' }, ['color is not described']],
    ['a fraction', { weight: 1.5 }, ['weight must be integer']],
    [
      'an expanded object without a field',
      { sender: { object: 'person' } },
      ['sender.name is missing'],
    ],
  ])('differs by %s', (_what, fields, differences) => {
    expect(differencesOf({ ...LETTER, ...fields })).toEqual(differences);
  });

  test('differs by a missing field, which is named once for all items of a list', () => {
    const { status: _, ...letter } = LETTER;
    const body = { object: 'list', data: [LETTER, letter, letter] };
    expect(description.differencesOfAnswer('GET', '/v1/letters', 200, body)).toEqual([
      'data[].status is missing',
    ]);
  });

  test('with an error is compared with the error response', () => {
    const answer = (body: object) =>
      description.differencesOfAnswer('GET', '/v1/letters/l', 404, body);
    expect(answer({ error: { message: 'No such letter' } })).toEqual([]);
    expect(answer({ error: { text: 'No such letter' } })).toEqual(['error.text is not described']);
  });

  test('for a path without an id is not compared with the response for a path with one', () => {
    const person = { object: 'person', name: 'Ana' };
    expect(description.differencesOfAnswer('GET', '/v1/letters/latest', 200, person)).toEqual([]);
  });
});

test('the object of an event is compared with the schema that its type names', () => {
  const event = (object: object) => ({
    object: 'list',
    data: [{ object: 'event', data: { object } }],
  });
  const differences = (object: object) =>
    description.differencesOfAnswer('GET', '/v1/events', 200, event(object));
  expect(differences(LETTER)).toEqual([]);
  expect(differences({ ...LETTER, id: null })).toEqual(['in an event, letter: id must be string']);
  expect(differences({ object: 'parcel' })).toEqual([
    'an event has an object that is not described: parcel',
  ]);
});

describe('a request', () => {
  const differences = (fields: Parameters<StripeDescription['differencesOfRequest']>[2]) =>
    description.differencesOfRequest('POST', '/v1/letters', fields);

  test('is compared as a form, where numbers are texts', () => {
    expect(differences({ weight: '20', stamp: { color: 'red' } })).toEqual([]);
    expect(differences({ weight: '20', stamp: '' })).toEqual([]);
    expect(differences({ weight: 'heavy' })).toEqual(['weight must be integer']);
    expect(differences({})).toEqual(['weight is missing']);
    expect(differences({ weight: '20', stamp: { price: '1' } })).toEqual([
      'stamp.price is not described',
    ]);
  });

  test('differs if its path is not described', () => {
    expect(description.differencesOfRequest('POST', '/v1/parcels', {})).toEqual([
      'POST /v1/parcels is not described',
    ]);
  });
});

test('findings count each difference, and name parameters and routes that were not compared', () => {
  const text = String;
  const routes = [
    route({ method: 'GET', path: '/v1/letters/:id' }, {}, () => LETTER),
    route({ method: 'GET', path: '/v1/letters' }, { limit: text, color: text }, () => LETTER),
    route({ method: 'POST', path: '/_bank/letters/:id' }, {}, () => LETTER),
  ];
  const findings = new Findings(description, routes);
  const request = { method: 'GET', target: '/v1/letters/l?expand[]=sender', headers: {}, body: '' };
  for (const id of [1, 2])
    findings.add({ request, response: { status: 200, headers: {}, body: { ...LETTER, id } } });
  expect([...findings.differences]).toEqual([
    ['GET /v1/letters takes a parameter that is not described: color', 1],
    ['GET /v1/letters/:id: id must be string', 2],
    ['request GET /v1/letters/:id: expand is not described', 2],
  ]);
  expect(findings.unusedRoutes()).toEqual(['GET /v1/letters']);
});
