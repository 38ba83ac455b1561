import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec';
import { expect, test } from '@jest/globals';
import { TABLE } from '#lib/table.ts';
import { ABROAD, PRODUCTION, synthesise } from './synthesise.ts';

/* Validates the templates against the CloudFormation specification, offline. cdk-nag throws on its findings. */

test.each([
  ['the example', {}],
  ['production with a domain and a firewall', { settings: PRODUCTION }],
  // Its operations are those of production.
  ['the same in another region', { settings: ABROAD, areas: {} }],
])(
  '%s: every resource has only known properties, all required ones, and valid types',
  (_, changed) => {
    const spec = loadAwsServiceSpecSync();
    const templates = synthesise(changed);
    const faults = Object.entries(templates).flatMap(([stack, { Resources }]) =>
      Object.entries(Resources).flatMap(([id, { Type, Properties = {} }]) =>
        faultsOf(spec, Type, Properties).map((fault) => `${stack} ${id} (${Type}): ${fault}`),
      ),
    );
    expect(faults).toEqual([]);
  },
);

/* Neither CDK nor the local engine checks this limit; CloudFormation would fail to create the table. */
test('indexes project at most 20 attributes each and 100 together, as DynamoDB requires', () => {
  const taken = TABLE.indexes.map((index) =>
    index.projection === 'INCLUDE' ? index.attributes.length : 0,
  );
  expect(Math.max(...taken)).toBeLessThanOrEqual(20);
  expect(taken.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(100);
});

type SpecDatabase = ReturnType<typeof loadAwsServiceSpecSync>;
type Schema = ReturnType<typeof lookUp>[number]['properties'];
type PropertyType = Schema[string]['type'];

const lookUp = (spec: SpecDatabase, type: string) =>
  spec.lookup('resource', 'cloudFormationType', 'equals', type);

type Property = {
  readonly type: PropertyType;
  readonly required?: boolean;
  readonly previousTypes?: readonly PropertyType[];
};
type Properties = Readonly<Record<string, Property>>;

function faultsOf(spec: SpecDatabase, type: string, given: Record<string, unknown>): string[] {
  if (type.startsWith('Custom::')) return [];
  const [resource] = lookUp(spec, type);
  if (!resource) return ['is not a type CloudFormation knows'];
  const faults = faultsIn(spec, resource.properties, given, '');
  // A custom resource passes unknown properties to its function.
  return type === CUSTOM_RESOURCE ? faults.filter((fault) => !fault.endsWith(UNKNOWN)) : faults;
}

const CUSTOM_RESOURCE = 'AWS::CloudFormation::CustomResource';
const UNKNOWN = 'is not known';

function faultsIn(
  spec: SpecDatabase,
  known: Properties,
  given: Record<string, unknown>,
  path: string,
): string[] {
  const missing = Object.entries(known)
    .filter(([name, { required }]) => required && !(name in given))
    .map(([name]) => `${path}${name} is missing`);
  const wrong = Object.entries(given).flatMap(([name, value]) => {
    const property = known[name];
    if (!property) return [`${path}${name} ${UNKNOWN}`];
    const types = [property.type, ...(property.previousTypes ?? [])];
    const results = types.map((type) => faultsOfValue(spec, type, value, `${path}${name}`));
    return results.some((faults) => faults.length === 0) ? [] : (results[0] ?? []);
  });
  return [...missing, ...wrong];
}

function faultsOfValue(
  spec: SpecDatabase,
  type: PropertyType,
  value: unknown,
  path: string,
): string[] {
  if (isIntrinsic(value)) return [];
  switch (type.type) {
    case 'string':
    case 'date-time':
      return typeof value === 'string' ? [] : [`${path} is not text`];
    case 'integer':
    case 'number':
      return Number.isFinite(Number(value)) ? [] : [`${path} is not a number`];
    case 'boolean':
      return [true, false, 'true', 'false'].includes(value as boolean)
        ? []
        : [`${path} is not true or false`];
    case 'array':
      if (!Array.isArray(value)) return [`${path} is not a list`];
      return value.flatMap((one, at) => faultsOfValue(spec, type.element, one, `${path}[${at}]`));
    case 'map':
      return Object.entries(value as object).flatMap(([name, one]) =>
        faultsOfValue(spec, type.element, one, `${path}.${name}`),
      );
    case 'ref': {
      if (typeof value !== 'object' || value === null) return [`${path} is not an object`];
      const { properties } = spec.get('typeDefinition', type.reference.$ref);
      return faultsIn(spec, properties, value as Record<string, unknown>, `${path}.`);
    }
    case 'union': {
      const results = type.types.map((one) => faultsOfValue(spec, one, value, path));
      return results.some((faults) => faults.length === 0) ? [] : (results[0] ?? []);
    }
    default:
      return [];
  }
}

/** Returns whether a value is an intrinsic function, such as `{ Ref: … }`. */
function isIntrinsic(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const [first, ...rest] = Object.keys(value);
  return rest.length === 0 && (first === 'Ref' || Boolean(first?.startsWith('Fn::')));
}
