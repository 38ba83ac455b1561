import * as z from 'zod/mini';
import { areas } from '#shared/api/index.ts';
import type { OperationSpec } from '#shared/api/operation.ts';
import { PRODUCT_NAME, TAGLINE } from '#shared/brand.ts';
import { capital } from '#shared/capital.ts';
import { DEVICE_HEADER } from '#shared/device-token.ts';
import { REFRESH_COOKIE_HEADER } from '#shared/refresh-cookie.ts';
import type { RefusalCode } from '#shared/refusals.ts';
import { PROOF_HEADER } from '#shared/rules/auth/proof-of-work.ts';
import { CliError } from '../cli-error.ts';
import { exampleOf } from './examples.ts';
import { refusalResponses, refusalSchemas } from './refusal-responses.ts';
import { inputSchema, type Json, outputSchema } from './schemas.ts';

/* Generates the OpenAPI document from the definitions of the operations. https://spec.openapis.org/oas/v3.1.1 */

const DESCRIPTION = `${TAGLINE}

Generated from \`shared/api\` by \`npm run openapi\`.

A successful response has \`status: SUCCESS\` next to the fields of its output; a refusal has its code in \`status\` and a sentence for people in \`message\`. Clients must ignore unknown fields. A POST takes a form or JSON with the same fields; a list in a form repeats its field. Dollars are decimal numbers; times are ISO 8601 in UTC. A request that does not come through the public address of the stage is refused with FORBIDDEN.`;

/** What the operations of each area are about. */
const TAGS: { readonly [Area in keyof typeof areas]: string } = {
  auth: 'Sign-in with a password, a code or a passkey, sessions and devices, email addresses and phone numbers, and recovery of an account.',
  accounts:
    'Registration, the settings and offers of an account, its invitations, the export of its data and its deletion.',
  profiles:
    'What everyone sees of a person, the figures of how reliably people answer, and analytics for the owner.',
  conversations: 'Paid messages: drafts, payment, answers, questions, claims, reports and records.',
  attachments: 'Pictures, PDFs and recordings of messages, and the links to them.',
  'public-answers':
    'Copies of letters and answers that both people agreed to publish, with the list of a creator, search and reports.',
  support:
    'Help tickets, reports of profiles and content, and statements of reasons with their appeals.',
  contacts: 'Invitations to chat, contacts, blocked people, and prices for single contacts.',
  chat: 'Messages between two contacts, and groups.',
  search: 'Search for people by name and by topic, and the public list of creators.',
  links: 'The list of links on a profile, and how often they are opened.',
  billing: 'Plans and the cards that pay.',
  ledger: "A person's transaction history and earnings.",
  payouts: 'The bank account of a person at Stripe, and payouts to it.',
  notifications: 'Push notifications, alerts, and which notifications a person gets.',
  desk: 'The work of staff: cases, claims, appeals, people, refunds and permissions.',
};

/** The schemas and responses that operations refer to. */
type Components = { readonly schemas: Json; readonly responses: Json };

/**
 * Generates the document. It describes the refusals in `codes`, by operation (`refusalCodes`). Throws a CliError when a
 * generated example does not match its definition.
 */
export function openApiDocument(codes: ReadonlyMap<string, readonly RefusalCode[]>): Json {
  const components: Components = { schemas: refusalSchemas(), responses: {} };
  const bodies = Object.entries(areas).flatMap(([area, definitions]) =>
    Object.values<OperationSpec>(definitions).map((definition) => ({ area, definition })),
  );
  // Outputs first, because the example of a refusal can contain an entity of an output.
  const outputs = new Map(
    bodies.map(({ definition: { name, output } }) => [
      name,
      outputSchema(output, components.schemas),
    ]),
  );
  const paths: Json = {};
  for (const { area, definition } of bodies) {
    const { name, path, method } = definition;
    const output = outputs.get(name) ?? {};
    const operation = operationOf({ definition, output, codes: codes.get(name) ?? [] }, components);
    paths[path] = { [method.toLowerCase()]: { operationId: name, tags: [area], ...operation } };
  }
  return {
    openapi: '3.1.1',
    info: { title: PRODUCT_NAME, version: '1', description: DESCRIPTION },
    servers: [{ url: 'http://localhost:3000', description: 'npm start' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: sorted(components.schemas),
      responses: sorted(components.responses),
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

const sorted = (json: Json) =>
  Object.fromEntries(Object.entries(json).sort(([one], [other]) => (one < other ? -1 : 1)));

const SECURITY_SCHEMES: Json = {
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'The `access_token` of a sign-in, valid for 15 minutes. `x-caller` of an operation says whom it is for: `signedIn`; `verified`, whose phone is confirmed; `member`, who is on a paid plan too; `staff`, with a permission of the desk.',
  },
  refreshToken: {
    type: 'http',
    scheme: 'bearer',
    description:
      'The `refresh_token` of a sign-in, for clients other than browsers. It can be used once.',
  },
  refreshCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Secure-refresh',
    description: `The refresh token of a browser that signed in with the header \`${REFRESH_COOKIE_HEADER}: cookie\`. On a local machine the cookie is named \`refresh\`.`,
  },
};

type Described = {
  readonly definition: OperationSpec;
  readonly output: Json;
  readonly codes: readonly RefusalCode[];
};

function operationOf({ definition, output, codes }: Described, components: Components): Json {
  const { name, method } = definition;
  const input = inputSchema(definition.input, components.schemas);
  const example = exampleOfInput(definition, input, components);
  const isQuery = method === 'GET';
  const headers = headersOf(definition, codes);
  const parameters = isQuery ? [...queryOf(input, example as Json), ...headers] : headers;
  const hasBody = !isQuery && Object.keys(definition.input.shape).length > 0;
  if (hasBody) components.schemas[bodyName(name)] = input;
  return {
    summary: sentenceOf(name),
    description: descriptionOf(definition),
    security: securityOf(definition),
    // Only the scopes of OAuth may be listed in `security`, and an access token of this API has none.
    'x-caller': definition.who,
    ...(parameters.length > 0 && { parameters }),
    ...(hasBody && { requestBody: requestBodyOf(name, example) }),
    responses: {
      '200': successOf(output, components),
      ...refusalResponses(codes, components),
    },
  };
}

/** `createInboxWithPayment` → `Create inbox with payment`. */
function sentenceOf(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return capital(words);
}

const CALLERS: { readonly [Who in OperationSpec['who']]: string } = {
  anyone: 'Anyone may call.',
  signedIn: 'For signed-in callers.',
  verified: 'For signed-in callers whose phone number is confirmed.',
  member: 'For signed-in callers on a paid plan whose phone number is confirmed.',
  staff: 'For staff with a permission of the desk, who signed in with a passkey.',
};

function descriptionOf({ who, knowsCaller, idempotent, maxBodyBytes }: OperationSpec): string {
  return [
    CALLERS[who],
    ...(knowsCaller ? ['With an access token, the answer is for its owner.'] : []),
    ...(idempotent === 'byNature' ? ['A repeated call does nothing twice.'] : []),
    `The input has at most ${maxBodyBytes} bytes.`,
  ].join(' ');
}

function securityOf({ name, who, knowsCaller }: OperationSpec): Json[] {
  if (name === 'refreshToken') return [{ refreshCookie: [] }, { refreshToken: [] }];
  if (who !== 'anyone') return [{ accessToken: [] }];
  return knowsCaller ? [{}, { accessToken: [] }] : [];
}

function headersOf(definition: OperationSpec, codes: readonly RefusalCode[]): Json[] {
  const { idempotent, knowsDevice, refreshCookie } = definition;
  const header = (name: string, description: string, schema: Json) => ({
    name,
    in: 'header',
    description,
    schema: { type: 'string', ...schema },
  });
  const key =
    'The same key with the same input does the same thing once, and answers it for 30 days.';
  const devices = 'The device tokens of earlier sign-ins on this device, newest first.';
  const proof =
    'The answer to PROOF_OF_WORK_REQUIRED: its challenge, a full stop, and the counter that was found.';
  const cookie = 'For browsers: the refresh token is in a cookie and not in the body.';
  return [
    ...(idempotent === 'byKey'
      ? [header('Idempotency-Key', key, { pattern: '^[\\x21-\\x7e]{1,200}$' })]
      : []),
    ...(knowsDevice
      ? [header(DEVICE_HEADER, devices, { pattern: '^[\\w-]{22}(,[\\w-]{22}){0,4}$' })]
      : []),
    ...(codes.includes('PROOF_OF_WORK_REQUIRED')
      ? [header(PROOF_HEADER, proof, { pattern: '^[\\w-]{22}\\.\\d{1,10}$' })]
      : []),
    ...(refreshCookie ? [header(REFRESH_COOKIE_HEADER, cookie, { const: 'cookie' })] : []),
  ];
}

function queryOf({ properties = {}, required = [] }: Json, example: Json): Json[] {
  return Object.entries(properties as Json).map(([name, schema]) => ({
    name,
    in: 'query',
    required: (required as string[]).includes(name),
    schema,
    example: example[name],
  }));
}

const bodyName = (name: string) => `${name}Input`;

function requestBodyOf(name: string, example: unknown): Json {
  const media = { schema: { $ref: `#/components/schemas/${bodyName(name)}` }, example };
  return {
    required: true,
    content: { 'application/json': media, 'application/x-www-form-urlencoded': media },
  };
}

/** The envelope of a success: the output beside the status. */
function successOf(output: Json, { schemas }: Components): Json {
  const envelope = {
    type: 'object',
    properties: { status: { const: 'SUCCESS' } },
    required: ['status'],
  };
  const { type: _, properties = {}, required = [], ...rest } = output;
  const schema = output.$ref
    ? { allOf: [envelope, output] }
    : {
        ...envelope,
        ...rest,
        properties: { ...envelope.properties, ...(properties as Json) },
        required: ['status', ...(required as string[])],
      };
  const example = exampleOf(schema, schemas);
  return { description: 'Success.', content: { 'application/json': { schema, example } } };
}

function exampleOfInput({ name, input }: OperationSpec, schema: Json, { schemas }: Components) {
  const example = exampleOf(schema, schemas);
  const read = z.safeDecode(input, example as never);
  if (read.success) return example;
  const [issue] = read.error.issues;
  throw new CliError(
    `The example of ${name} is refused at ${issue?.path.join('.')} ("${issue?.message}"): name a text for it in lib/openapi/examples.ts.`,
  );
}
