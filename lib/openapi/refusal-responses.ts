import { REFUSALS, type RefusalCode } from '#shared/refusals.ts';
import { exampleOf } from './examples.ts';
import type { Json } from './schemas.ts';

/* The responses of refusals, as functions/serve.ts sends them. */

const text = { type: 'string' };
const whole = { type: 'integer' };

/** Additional fields of refusals: `required` in every operation, or `optional` in some. */
const DETAILS: { readonly [Code in RefusalCode]?: { required?: Json; optional?: Json } } = {
  CARD_ACTION_REQUIRED: { required: { clientSecret: text }, optional: { inboxId: text } },
  PRICE_CHANGED: { required: { price: { type: 'number', description: 'US dollars.' } } },
  DRAFT_CHANGED: {
    required: {
      draft: {
        anyOf: [
          { $ref: '#/components/schemas/DraftView' },
          { $ref: '#/components/schemas/AnswerDraftView' },
          { type: 'null' },
        ],
      },
    },
  },
  WRONG_STATUS: { optional: { inboxStatus: text } },
  PROOF_OF_WORK_REQUIRED: { required: { challenge: text, bits: whole, bytes: whole } },
  INTERNAL: { required: { requestId: text } },
};

const codes = Object.keys(REFUSALS) as RefusalCode[];

/** The schema of each refusal, under its code. */
export const refusalSchemas = (): Json =>
  Object.fromEntries(
    codes.map((code) => {
      const { required = {}, optional = {} } = DETAILS[code] ?? {};
      const fields = { type: 'object', additionalProperties: text };
      return [
        code,
        {
          type: 'object',
          description: `${REFUSALS[code].sentence} Some operations send a more specific sentence in \`message\`.`,
          properties: {
            status: { const: code },
            message: text,
            fields: { ...fields, description: 'A sentence for each invalid field.' },
            ...required,
            ...optional,
          },
          required: ['status', 'message', ...Object.keys(required)],
        },
      ];
    }),
  );

/** The name in `components.responses` for a set of refusals with the same HTTP status. */
const nameOf = (some: readonly RefusalCode[]) => some.join('.');

/** The responses of an operation with these refusal codes, by HTTP status. Adds each to `responses`. */
export function refusalResponses(
  answered: readonly RefusalCode[],
  { schemas, responses }: { readonly schemas: Json; readonly responses: Json },
): Json {
  const statuses = [...new Set(answered.map((code) => REFUSALS[code].http))].sort();
  return Object.fromEntries(
    statuses.map((http) => {
      const some = answered.filter((code) => REFUSALS[code].http === http);
      responses[nameOf(some)] ??= responseOf(some, schemas);
      return [String(http), { $ref: `#/components/responses/${nameOf(some)}` }];
    }),
  );
}

function responseOf(some: readonly RefusalCode[], schemas: Json): Json {
  const refs = some.map((code) => ({ $ref: `#/components/schemas/${code}` }));
  const examples = some.map((code) => [code, { value: exampleOfRefusal(code, schemas) }]);
  const seconds = { description: 'Seconds until a retry can succeed.', schema: whole };
  return {
    description: some.map((code) => `${code}: ${REFUSALS[code].sentence}`).join('\n\n'),
    ...(some.some(isTemporary) && { headers: { 'Retry-After': seconds } }),
    content: {
      'application/json': {
        schema: refs.length === 1 ? refs[0] : { oneOf: refs },
        examples: Object.fromEntries(examples),
      },
    },
  };
}

const isTemporary = (code: RefusalCode) => code === 'TOO_MANY_REQUESTS' || code === 'UNAVAILABLE';

function exampleOfRefusal(code: RefusalCode, schemas: Json): Json {
  const { fields: _, ...example } = exampleOf(schemas[code] as Json, schemas) as Json;
  const message = REFUSALS[code].sentence;
  const fields = code === 'INVALID_INPUT' && { fields: { username: 'Please enter your username' } };
  return { ...example, message, ...fields };
}
