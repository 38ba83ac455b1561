import { nameInStage, type StageSettings } from '#lib/settings.ts';
import type { Template } from './synthesise.ts';

/*
 * Lists the values in templates: each property of each resource type, with the values that it has. The list is the same
 * for the same configuration: references, logical ids, hashes and assets are left out.
 */

/** Texts, routes and event types, which the definitions contain, and code, which other tests run. */
const DEFINED =
  'Description AlarmDescription Comment Label RouteKey Handler detail-type FunctionCode';
/** The policies of roles, which permissions.test.ts compares with the definitions, and the graphs of the dashboard. */
const TESTED = 'Policies DashboardBody';
/** Properties that CDK generates from code and logical ids, and those that have the same value everywhere. */
const GENERATED =
  'BUILD Content S3Bucket S3Key SourceMarkers SourceObjectKeys SourceBucketNames TemplateURL SourceArn Parameters Id Sid Tags ResourceTags Version';
const LEFT_OUT = new Set([DEFINED, TESTED, GENERATED].join(' ').split(' '));

/** The properties with the physical name of a resource. */
const NAMES = ['AlarmName', 'FunctionName', 'QueueName', 'Name'];

/** Exceptions are named up to this number, and counted above it. */
const MAX_NAMED = 3;
const MAX_LINE = 140;

type Values = ReadonlyMap<string, readonly string[]>;
type Names = {
  readonly template: Template;
  readonly functions: ReadonlySet<string>;
  /** The beginning of physical names. */
  readonly prefix: string;
};
type NamedValues = { readonly name: string; readonly values: Values };

/** Returns the list, a line for each resource type and property, and for each value if there are many. */
export function templateValues(
  templates: Readonly<Record<string, Template>>,
  { stage }: StageSettings,
): readonly string[] {
  const resources = Object.values(templates).flatMap((template) =>
    Object.values(template.Resources).map((resource) => ({ resource, template })),
  );
  const prefix = nameInStage(stage, '');
  const functions = new Set(
    resources
      .filter(({ resource: { Type } }) => Type === 'AWS::Lambda::Function')
      .flatMap(
        ({ resource: { Properties } }) => Properties.FunctionName?.replace(prefix, '') ?? [],
      ),
  );
  const byType = new Map<string, NamedValues[]>();
  for (const { resource, template } of resources) {
    const { Type, Properties = {}, DeletionPolicy, UpdateReplacePolicy } = resource;
    const own = NAMES.find((key) => typeof Properties[key] === 'string') ?? '';
    const name = Properties[own]?.replace(prefix, '') ?? '';
    const values = new Map<string, string[]>();
    const names = { template, functions, prefix };
    collect(
      { ...Properties, [own]: undefined, DeletionPolicy, UpdateReplacePolicy },
      '',
      values,
      names,
    );
    const ofFunction = Type === 'AWS::CloudWatch::Alarm' && functions.has(name);
    const type = ofFunction ? `${Type} of functions` : Type;
    byType.set(type, [...(byType.get(type) ?? []), { name, values }]);
  }
  const types = [...byType].sort(([one], [other]) => (one < other ? -1 : 1));
  return types.flatMap(([type, all]) => [type, ...linesOf(all)]);
}

function linesOf(resources: readonly NamedValues[]): readonly string[] {
  const paths = new Set(resources.flatMap(({ values }) => [...values.keys()]));
  const constants = new Map<string, string>();
  const lines = [...paths].flatMap((path) => {
    const having = new Map<string, string[]>();
    for (const { name, values } of resources) {
      const value = inWords(values.get(path) ?? ['none']);
      having.set(value, [...(having.get(value) ?? []), name]);
    }
    const [[usual = ''] = [], ...exceptions] = mostFrequentFirst(having);
    const [, parent = '', key = ''] = /^(.*?)\.?([^.]+)$/.exec(path) ?? [];
    if (exceptions.length === 0) {
      const beside = constants.get(parent);
      constants.set(parent, `${beside ? `${beside}; ` : ''}${key}: ${usual}`);
      return [];
    }
    const words = exceptions.map(([value, names]) => {
      const isNamed = names.length <= MAX_NAMED && names.every(Boolean);
      return `${value} (${isNamed ? [...names].sort().join(', ') : names.length})`;
    });
    const line = `  ${path}: ${[usual, ...words].join('; ')}`;
    return line.length <= MAX_LINE
      ? [line]
      : [[`  ${path}: ${usual}`, ...words.sort().map((word) => `    ${word}`)].join('\n')];
  });
  const common = [...constants].map(([parent, text]) => `  ${parent}${parent && ' '}{ ${text} }`);
  return [...common, ...lines].sort();
}

/** The values of a list, the most frequent one first. Only the others are counted, so that a new operation changes few lines. */
function inWords(values: readonly string[]): string {
  const counts = new Map<string, string[]>();
  for (const value of values) counts.set(value, [...(counts.get(value) ?? []), value]);
  const sorted = mostFrequentFirst(counts);
  const most = sorted[0]?.[1].length;
  return sorted
    .map(([value, { length }]) => (length === most ? value : `${value} ×${length}`))
    .join(', ');
}

const mostFrequentFirst = <Value>(groups: ReadonlyMap<string, readonly Value[]>) =>
  [...groups].sort(([, one], [, other]) => other.length - one.length);

/** Adds the values below a path to `into`, by path; the items of a list have the same path. */
function collect(value: unknown, path: string, into: Map<string, string[]>, names: Names): void {
  const text = textOf(value, names);
  if (text !== undefined) into.set(path, [...(into.get(path) ?? []), text]);
  else if (Array.isArray(value)) for (const one of value) collect(one, `${path}[]`, into, names);
  else
    for (const [key, one] of Object.entries(value ?? {}))
      if (!LEFT_OUT.has(key) && one !== undefined)
        // The keys with spaces are the routes of an API.
        collect(one, [path, key.includes(' ') ? '*' : key].filter(Boolean).join('.'), into, names);
}

/** Returns a value as text, with types in place of references; undefined for lists and objects that have something in them. */
function textOf(value: unknown, names: Names): string | undefined {
  if (typeof value !== 'object' || value === null) return withoutNames(String(value), names);
  const [[key, of] = ['{}', undefined], ...rest] = Object.entries(value);
  if (key === '{}') return Array.isArray(value) ? '[]' : key;
  if (rest.length > 0 || Array.isArray(value)) return;
  const typeOf = (id: string) => names.template.Resources[id]?.Type ?? 'parameter';
  if (key === 'Ref') return `<${of.startsWith('AWS::') ? of : typeOf(of)}>`;
  if (key === 'Fn::GetAtt') return `<${typeOf(of[0])}>`;
  if (key === 'Fn::Join' && Array.isArray(of[1]))
    return withoutNames(of[1].map((part: unknown) => textOf(part, names)).join(of[0]), names);
  return key.startsWith('Fn::') ? `<${key}>` : undefined;
}

const withoutNames = (text: string, { functions, prefix }: Names): string =>
  functions.has(text.replace(prefix, ''))
    ? '<function>'
    : text
        .replace(/(?<=aws\/lambda\/|function:)[\w-]+/g, '<function>')
        .replace(/(?<=\/\*\/\*)\/.*/, '/<path>')
        .replace(/\w*ReplyPaid[\w-]+[0-9A-F]{8}(-[\w-]+)?/g, '<generated>')
        .replace(/(?<=sha256-)[\w+/]+=*/g, '<hash>');
