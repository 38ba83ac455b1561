import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';

/* JSON Schema validators from the schemas of an OpenAPI 3.0 document. */

export type Schema = { readonly [keyword: string]: unknown };

/** The keywords of OpenAPI whose values are schemas by name. */
const NAMED = ['properties', 'schemas'];

/**
 * Converts a schema of OpenAPI 3.0 to JSON Schema: `nullable` becomes a variant, `anyOf` and `oneOf` become the keyword `variants`, and an
 * object takes no other properties than those that are described.
 */
export function toJsonSchema(schema: Schema): Schema {
  const { nullable, anyOf, oneOf = anyOf, ...rest } = schema;
  if (nullable) {
    const known = Array.isArray(oneOf) ? oneOf : [rest];
    return { variants: [...known.map(toJsonSchema), { type: 'null' }] };
  }
  if (Array.isArray(oneOf)) return { variants: oneOf.map(toJsonSchema) };
  const converted = Object.entries(rest).map(([keyword, value]) => {
    if (keyword === '$ref') return [keyword, `stripe${value}`];
    if (NAMED.includes(keyword)) return [keyword, byName(value as Record<string, Schema>)];
    if (keyword === 'items' || (keyword === 'additionalProperties' && typeof value === 'object'))
      return [keyword, toJsonSchema(value as Schema)];
    return [keyword, value];
  });
  return {
    ...(rest.properties !== undefined && { additionalProperties: false }),
    ...Object.fromEntries(converted),
  };
}

const byName = (schemas: Record<string, Schema>) =>
  Object.fromEntries(Object.entries(schemas).map(([name, one]) => [name, toJsonSchema(one)]));

/** Creates a validator. With `coerces`, texts of a form are read as numbers and booleans. */
export function validatorOf(components: object, coerces: boolean): Ajv {
  const ajv = new Ajv({
    strict: false,
    allErrors: true,
    verbose: true,
    validateFormats: false,
    coerceTypes: coerces,
    schemas: { stripe: { components: { schemas: toJsonSchema({ schemas: components }).schemas } } },
  });
  ajv.addKeyword({ keyword: 'variants', schemaType: 'array', errors: 'full', compile });
  return ajv;

  /** Compiles variants when a value first needs them: the objects of Stripe refer to each other. */
  function compile(variants: readonly Schema[]) {
    const compiled: ValidateFunction[] = [];
    const validate: {
      (value: unknown, at?: { instancePath: string }): boolean;
      errors?: ErrorObject[];
    } = (value, at) => {
      let closest: ErrorObject[] | undefined;
      for (const [nth, variant] of variants.entries()) {
        compiled[nth] ??= ajv.compile(variant);
        if (compiled[nth](value)) return true;
        const errors = compiled[nth].errors ?? [];
        if (!closest || distance(errors) < distance(closest)) closest = errors;
      }
      validate.errors = closest?.map((error) => ({
        ...error,
        instancePath: `${at?.instancePath ?? ''}${error.instancePath}`,
      }));
      return false;
    };
    return validate;
  }
}

/** How far a value is from a variant: one of another type, or another object of Stripe, is farther than one with wrong fields. */
function distance(errors: readonly ErrorObject[]): number {
  const isAnother = errors.some(
    ({ keyword, instancePath }) =>
      (keyword === 'type' && instancePath === '') ||
      (keyword === 'enum' && /^(\/object|\/type|)$/.test(instancePath)),
  );
  return errors.length + (isAnother ? 1_000 : 0);
}

/** An error in words: where, without positions in lists, and what. */
export function sentence({ instancePath, keyword, message, params, data }: ErrorObject): string {
  const at = instancePath
    .replace(/\/\d+(?=\/|$)/g, '[]')
    .replaceAll('/', '.')
    .replace(/^\./, '');
  const place = at || 'the whole';
  if (keyword === 'required') return `${at ? `${at}.` : ''}${params.missingProperty} is missing`;
  if (keyword === 'additionalProperties')
    return `${at ? `${at}.` : ''}${params.additionalProperty} is not described`;
  if (keyword === 'enum')
    return `${place} has a value that is not listed (${JSON.stringify(data)})`;
  return `${place} ${message}`;
}
