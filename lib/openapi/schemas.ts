import * as z from 'zod';
import * as draftEntities from '../../shared/api/entities.ts';
import * as entities from '../../shared/api/entities.ts';

/* The JSON schemas (2020-12, as OpenAPI 3.1 has them) of what travels: the wire side of zod's codecs. */

/** A part of the document. */
export type Json = { [key: string]: unknown };

const capitalized = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** The entities that several operations answer, under their names. */
const named = z.registry<{ id: string }>();
for (const [name, entity] of Object.entries({ ...entities, ...draftEntities }))
  if (entity instanceof z.ZodType) named.add(entity, { id: capitalized(name) });

/** The schema of an input. Entities in it are added to `components`. */
export const inputSchema = (schema: z.ZodType, components: Json) =>
  jsonSchema(schema, components, (isDollars) => ({
    type: ['number', 'string'],
    description: `${isDollars ? 'US dollars' : 'A whole number'}, as a number or as text.`,
  }));

/** The schema of an output, in which numbers are never text. Entities in it are added to `components`. */
export const outputSchema = (schema: z.ZodType, components: Json) =>
  jsonSchema(schema, components, (isDollars) =>
    isDollars ? { type: 'number', description: 'US dollars.' } : { type: 'integer' },
  );

/** `numbers` says what the codecs `dollars` and `wholeNumber` are on the wire. */
function jsonSchema(
  schema: z.ZodType,
  components: Json,
  numbers: (isDollars: boolean) => Json,
): Json {
  const made = z.toJSONSchema(schema, {
    io: 'input',
    metadata: named,
    override: ({ zodSchema, jsonSchema: json }) => {
      if (zodSchema._zod.def.type !== 'pipe' || !isNumberOrText(json)) return;
      delete json.anyOf;
      // Both codecs take 2; that of dollars makes 200 cents of it.
      const { data } = z.safeDecode(zodSchema as unknown as z.ZodType, 2);
      Object.assign(json, numbers(data === 200));
    },
  });
  const { $schema: _, $defs = {}, ...rest } = plain(made) as Json & { $defs?: Json };
  Object.assign(components, $defs);
  return rest;
}

const isNumberOrText = ({ anyOf = [] }: { anyOf?: readonly Json[] }) =>
  String(anyOf.map(({ type }) => type)) === 'number,string';

/** Without what zod adds and nobody reads: names of its own, bounds of safe integers, a pattern beside `date-time`. */
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
