import { expect, test } from '@jest/globals';
import { type Resource, synthesise, type Template } from './synthesise.ts';

/*
 * What each function is and may do, in a form to read in a review: a changed line in the snapshot is a changed
 * permission of the deployed product.
 */

test('route, function and grants of everything that is deployed', () => {
  const lines = Object.values(synthesise()).flatMap((template) =>
    Object.entries(template.Resources)
      .filter(([, { Type, Properties }]) => isOwnFunction(Type, Properties))
      .map(([id, lambda]) => describeFunction(template, id, lambda)),
  );
  expect(`\n${lines.sort().join('\n\n')}\n`).toMatchSnapshot();
}, 120_000);

const isOwnFunction = (type: string, properties: Resource['Properties']) =>
  type === 'AWS::Lambda::Function' && Boolean(properties?.FunctionName);

function describeFunction(template: Template, id: string, { Properties }: Resource): string {
  const role = template.Resources[Properties.Role['Fn::GetAtt'][0]];
  const statements: Statement[] = role?.Properties.Policies[0].PolicyDocument.Statement;
  return [
    routeOf(template, id) ?? 'no route',
    `  ${Properties.Handler.replace('.handler', '')}, ${Properties.MemorySize} MB, ${Properties.Timeout} s`,
    ...statements.filter(isTelling).map((statement) => `  ${describeStatement(statement)}`),
  ].join('\n');
}

function routeOf(template: Template, functionId: string): string | undefined {
  const resources = Object.entries(template.Resources);
  const [integrationId] =
    resources.find(
      ([, { Type, Properties }]) =>
        Type === 'AWS::ApiGatewayV2::Integration' &&
        JSON.stringify(Properties).includes(`"${functionId}"`),
    ) ?? [];
  const route = resources.find(
    ([, { Type, Properties }]) =>
      Type === 'AWS::ApiGatewayV2::Route' &&
      JSON.stringify(Properties).includes(`"${integrationId}"`),
  );
  return route?.[1].Properties.RouteKey;
}

type Statement = {
  readonly Effect: string;
  readonly Action: string | string[];
  readonly Resource?: unknown;
  readonly NotResource?: unknown;
  readonly Condition?: Record<string, unknown>;
};

/** Every function writes its log and its trace; those lines would hide the others. */
const isTelling = ({ Action }: Statement) => !/^(logs|xray):/.test([Action].flat()[0] ?? '');

function describeStatement(statement: Statement): string {
  const { Effect, Action, Resource: on, NotResource: besides, Condition } = statement;
  const where = besides ? `anything but ${besides}` : placesOf(on);
  const fence = JSON.stringify(Condition ?? {}).match(/"([A-Z]+#\*)"/)?.[1];
  return `${Effect.toLowerCase()} ${[Action].flat().join(', ')} on ${where}${fence ? ` where the key is ${fence}` : ''}`;
}

/** The noun in each ARN: the table, an index, the secrets, a queue, the bus. */
function placesOf(on: unknown): string {
  const places = (Array.isArray(on) ? on : [on]).map((one) => {
    const text = JSON.stringify(one);
    const index = /\/index\/(\w+)/.exec(text)?.[1];
    const noun =
      /(StreamArn|SupportPassword|Secrets|OriginKey|Table|Queue|Unpublished|DeadLetters|Bus)/.exec(
        text,
      );
    return index ?? noun?.[1] ?? text;
  });
  return places.join(', ');
}
