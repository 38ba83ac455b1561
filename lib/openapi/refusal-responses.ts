import { REFUSALS, type RefusalCode } from '../../shared/refusals.ts';
import { exampleOf } from './examples.ts';
import type { Json } from './schemas.ts';

/* How refusals look on the wire: functions/serve.ts. */

const text = { type: 'string' };
const whole = { type: 'integer' };

/** What an answer has beside its code and sentence: always `required`, in some operations `optional`. */
const DETAILS: { readonly [Code in RefusalCode]?: { required?: Json; optional?: Json } } = {
  CARD_ACTION_REQUIRED: { required: { clientSecret: text }, optional: { inboxId: text } },
  PRICE_CHANGED: { required: { price: { type: 'number', description: 'US dollars.' } } },
  DRAFT_CHANGED: {
    required: { draft: { anyOf: [{ $ref: '#/components/schemas/DraftView' }, { type: 'null' }] } },
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
          description: `${REFUSALS[code].sentence} Where an operation has a better sentence, \`message\` is that one.`,
          properties: {
            status: { const: code },
            message: text,
            fields: { ...fields, description: 'A sentence for each field that is wrong.' },
            ...required,
            ...optional,
          },
          required: ['status', 'message', ...Object.keys(required)],
        },
      ];
    }),
  );

/** The name in `components.responses` of the refusals with one HTTP status that an operation can answer. */
const nameOf = (some: readonly RefusalCode[]) => some.join('.');

/** The responses of an operation that can answer these codes, by HTTP status. Each is added to `responses`. */
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
  const seconds = { description: 'Seconds until another try makes sense.', schema: whole };
  return {
    description: some.map((code) => `${code}: ${REFUSALS[code].sentence}`).join('\n\n'),
    ...(some.includes('TOO_MANY_REQUESTS') && { headers: { 'Retry-After': seconds } }),
    content: {
      'application/json': {
        schema: refs.length === 1 ? refs[0] : { oneOf: refs },
        examples: Object.fromEntries(examples),
      },
    },
  };
}

function exampleOfRefusal(code: RefusalCode, schemas: Json): Json {
  const { fields: _, ...example } = exampleOf(schemas[code] as Json, schemas) as Json;
  const message = REFUSALS[code].sentence;
  const fields = code === 'INVALID_INPUT' && { fields: { username: 'Please enter your username' } };
  return { ...example, message, ...fields };
}
