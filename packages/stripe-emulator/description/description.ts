import type { Ajv, ValidateFunction } from 'ajv';
import type { FormFields } from '../src/form-encoding.ts';
import { type Schema, sentence, toJsonSchema, validatorOf } from './json-schemas.ts';

/* Stripe's published OpenAPI description, as what requests, responses and events have to look like. */

type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
};
type Media = Readonly<Record<string, { readonly schema: Schema }>>;
type Operation = {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Media };
  readonly responses: Readonly<Record<string, { readonly content: Media }>>;
};

export type OpenApiDocument = {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

type StripeObject = { readonly object?: string };
type Event = StripeObject & { readonly data: { readonly object: StripeObject } };

export class StripeDescription {
  readonly #answers: Ajv;
  readonly #requests: Ajv;
  readonly #compiled = new Map<object, ValidateFunction>();

  constructor(private readonly document: OpenApiDocument) {
    this.#answers = validatorOf(document.components.schemas, false);
    this.#requests = validatorOf(document.components.schemas, true);
  }

  /** The differences of a response from the description, in words. */
  differencesOfAnswer(method: string, path: string, status: number, body: unknown): string[] {
    const operation = this.#operation(method, path);
    if (!operation) return [];
    const { responses } = operation;
    const schema = (responses[status] ?? responses.default)?.content['application/json']?.schema;
    if (!schema) return [`a response with the status ${status} is not described`];
    return [...this.#differences(this.#answers, schema, body), ...this.#differencesOfEvents(body)];
  }

  /** The differences of a request's parameters from the description, in words. */
  differencesOfRequest(method: string, path: string, fields: FormFields): string[] {
    const operation = this.#operation(method, path);
    if (!operation) return [`${method} ${path} is not described`];
    return this.#differences(
      this.#requests,
      parametersOf(operation, method),
      structuredClone({ ...fields }),
    );
  }

  /** The names of these parameters that the description does not have. */
  unknownParameters(method: string, path: string, names: readonly string[]): string[] {
    const operation = this.#operation(method, path);
    if (!operation) return [];
    const { properties = {} } = parametersOf(operation, method) as { properties?: object };
    return names.filter((name) => !Object.hasOwn(properties, name));
  }

  /** The description does not specify the object of an event, so the schema is chosen by the field `object` of that object. */
  #differencesOfEvents(body: unknown): string[] {
    const { object, data } = body as StripeObject & { data?: unknown };
    if (object === 'list')
      return (data as object[]).flatMap((one) => this.#differencesOfEvents(one));
    if (object !== 'event') return [];
    const inner = (body as Event).data.object;
    const schema = this.document.components.schemas[schemaName(inner)];
    if (!schema) return [`an event has an object that is not described: ${inner.object}`];
    return this.#differences(this.#answers, schema, inner).map(
      (one) => `in an event, ${inner.object}: ${one}`,
    );
  }

  #differences(ajv: Ajv, schema: Schema, value: unknown): string[] {
    let validate = this.#compiled.get(schema);
    if (!validate) {
      validate = ajv.compile(toJsonSchema(schema));
      this.#compiled.set(schema, validate);
    }
    return validate(value) ? [] : [...new Set((validate.errors ?? []).map(sentence))];
  }

  /** The operation of a path with ids, or with their placeholders. */
  #operation(method: string, path: string): Operation | undefined {
    const given = path.split('/');
    const fits = (described: string) => {
      const parts = described.split('/');
      return (
        parts.length === given.length &&
        parts.every((part, nth) => part.startsWith('{') || part === given[nth])
      );
    };
    const [first] = Object.keys(this.document.paths)
      .filter(
        (described) =>
          fits(described) && method.toLowerCase() in (this.document.paths[described] ?? {}),
      )
      .sort((one, other) => one.split('{').length - other.split('{').length);
    return first === undefined ? undefined : this.document.paths[first]?.[method.toLowerCase()];
  }
}

/** The name of the schema of an object; objects of a namespace have a dot in both. */
const schemaName = ({ object = '' }: StripeObject) => object;

/** The schemas of an operation's parameters. Each is created once, because validators are cached by schema. */
const parameterSchemas = new WeakMap<Operation, Schema>();

function parametersOf(operation: Operation, method: string): Schema {
  const known = parameterSchemas.get(operation);
  if (known) return known;
  const [body] = Object.values(operation.requestBody?.content ?? {});
  const inQuery = (operation.parameters ?? []).filter((one) => one.in === 'query');
  const query = {
    type: 'object',
    properties: Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema])),
    required: inQuery.filter(({ required }) => required).map(({ name }) => name),
  };
  const schema = method === 'POST' && body ? body.schema : query;
  parameterSchemas.set(operation, schema);
  return schema;
}
