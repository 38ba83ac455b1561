import * as z from 'zod/mini';
import * as chatEntities from '#shared/api/chat-entities.ts';
import * as conversationEntities from '#shared/api/conversation-entities.ts';
import * as conversationView from '#shared/api/conversation-view.ts';
import * as draftEntities from '#shared/api/draft-entities.ts';
import * as entities from '#shared/api/entities.ts';
import * as moneyEntities from '#shared/api/money-entities.ts';
import * as profileEntities from '#shared/api/profile-entities.ts';
import { via } from '#shared/api/via.ts';

/* Generates JSON schemas (2020-12, as in OpenAPI 3.1) of inputs and outputs, in the encoded form of zod's codecs. */

/** A JSON object of the document. */
export type Json = { [key: string]: unknown };

const capitalized = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** Shared entities, which become named components. */
const named = z.registry<{ id: string }>();
const entitiesOfTheApi = {
  ...entities,
  ...profileEntities,
  ...conversationEntities,
  ...conversationView,
  ...moneyEntities,
  ...chatEntities,
  ...draftEntities,
  via,
};
for (const [name, entity] of Object.entries(entitiesOfTheApi))
  if (entity instanceof z.ZodMiniType) named.add(entity, { id: capitalized(name) });

/** Generates the schema of an input. Adds its entities to `components`. */
export const inputSchema = (schema: z.ZodMiniType, components: Json) =>
  jsonSchema(schema, components, (isDollars) => ({
    type: ['number', 'string'],
    description: `${isDollars ? 'US dollars' : 'A whole number'}, as a number or as text.`,
  }));

/** Generates the schema of an output, where numbers are never strings. Adds its entities to `components`. */
export const outputSchema = (schema: z.ZodMiniType, components: Json) =>
  jsonSchema(schema, components, (isDollars) =>
    isDollars ? { type: 'number', description: 'US dollars.' } : { type: 'integer' },
  );

/** `numbers` returns the schema of the encoded form of the codecs `dollars` and `wholeNumber`. */
function jsonSchema(
  schema: z.ZodMiniType,
  components: Json,
  numbers: (isDollars: boolean) => Json,
): Json {
  const made = z.toJSONSchema(schema, {
    io: 'input',
    metadata: named,
    override: ({ zodSchema, jsonSchema: json }) => {
      if (zodSchema._zod.def.type !== 'pipe' || !isNumberOrText(json)) return;
      delete json.anyOf;
      // Both codecs decode 2; `dollars` decodes it to 200 cents.
      const { data } = z.safeDecode(zodSchema as unknown as z.ZodMiniType, 2);
      Object.assign(json, numbers(data === 200));
    },
  });
  const { $schema: _, $defs = {}, ...rest } = plain(made) as Json & { $defs?: Json };
  Object.assign(components, $defs);
  return rest;
}

const isNumberOrText = ({ anyOf = [] }: { anyOf?: readonly Json[] }) =>
  String(anyOf.map(({ type }) => type)) === 'number,string';

/** Removes what zod adds without use: ids, bounds of safe integers, and the pattern next to `date-time`. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const json = { ...value } as Json;
  if (typeof json.id === 'string') delete json.id;
  if (json.format === 'date-time') delete json.pattern;
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
  if (typeof json.$ref === 'string')
    json.$ref = json.$ref.replace('#/$defs/', '#/components/schemas/');
  return Object.fromEntries(Object.entries(json).map(([key, one]) => [key, plain(one)]));
}
