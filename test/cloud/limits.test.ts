import { beforeAll, describe, expect, test } from '@jest/globals';
import { areas } from '#shared/api/index.ts';
import type { OperationSpec } from '#shared/api/operation.ts';
import { type Schedule, schedules } from '#shared/api/schedules.ts';
import { type Subscriber, subscribers } from '#shared/api/subscribers.ts';
import { PRODUCTION, resourcesOf, synthesise, type Template } from './synthesise.ts';

/*
 * The limits of AWS for a product that is half as large again: production, where every second operation, job and subscriber
 * exists twice. A limit that it would exceed has to be dealt with before the product grows into it.
 */

let grown: Readonly<Record<string, Template>>;
beforeAll(() => {
  const operations: Record<string, OperationSpec> = Object.assign({}, ...Object.values(areas));
  grown = synthesise({
    settings: PRODUCTION,
    areas: { ...areas, copies: halfOf(operations) },
    schedules: { ...schedules, ...halfOf<Schedule>(schedules) },
    subscribers: { ...subscribers, ...halfOf<Subscriber>(subscribers) },
  });
});

/** Returns a copy of every second definition, with a name and a path of its own. */
function halfOf<Definition extends { readonly name: string; readonly path?: string }>(
  definitions: Readonly<Record<string, Definition>>,
): Record<string, Definition> {
  const copies = Object.values(definitions)
    .filter((_, at) => at % 2 === 1)
    .map(({ name, path, ...definition }) => ({
      ...definition,
      name: `${name}Copy`,
      ...(path && { path: `${path}-copy` }),
    }));
  return Object.fromEntries(copies.map((copy) => [copy.name, copy as unknown as Definition]));
}

const sizeOf = (definitions: object) => Object.keys(definitions).length;

test('the product in this file has half as many functions again as the real one', () => {
  const count = (templates: Readonly<Record<string, Template>>) =>
    resourcesOf(templates, 'AWS::Lambda::Function').length;
  const now = count(synthesise({ settings: PRODUCTION }));
  expect(count(grown) / now).toBeGreaterThan(1.45);
});

/**
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html. AWS raises both on request; docs/operations.md,
 * First deployment, asks for 400, which a new account does not need yet.
 */
test('API Gateway has 300 routes and 300 integrations in an API, and 400 on request', () => {
  const countOf = (templates: Readonly<Record<string, Template>>) => {
    const routes = resourcesOf(templates, 'AWS::ApiGatewayV2::Route').length;
    expect(resourcesOf(templates, 'AWS::ApiGatewayV2::Integration')).toHaveLength(routes);
    return routes;
  };
  expect(countOf(synthesise({ settings: PRODUCTION }))).toBeLessThanOrEqual(300 * 0.8);
  expect(countOf(grown)).toBeLessThanOrEqual(400);
});

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html */
describe('CloudFormation', () => {
  test('changes at most 2,500 resources in a stack with its nested stacks', () => {
    const roots = Object.keys(grown).filter((name) => name.includes('-'));
    for (const root of roots) {
      const nested = root.replaceAll('-', '');
      const resources = Object.entries(grown)
        .filter(([name]) => name === root || name.startsWith(nested))
        .reduce((sum, [, template]) => sum + sizeOf(template.Resources), 0);
      expect({ root, resources, fits: resources <= 2_500 }).toMatchObject({ fits: true });
    }
  });

  test('allows a stack 500 resources, 200 outputs, 200 parameters and a template of one megabyte', () => {
    for (const [name, template] of Object.entries(grown)) {
      const { Resources, Outputs = {}, Parameters = {} } = template;
      const sizes = {
        resources: sizeOf(Resources),
        outputs: sizeOf(Outputs),
        parameters: sizeOf(Parameters),
        // Formatted as CDK writes the file.
        bytes: Buffer.byteLength(JSON.stringify(template, null, 1)),
      };
      const fits =
        sizes.resources <= 500 &&
        sizes.outputs <= 200 &&
        sizes.parameters <= 200 &&
        sizes.bytes <= 1_000_000;
      expect({ name, ...sizes, fits }).toMatchObject({ fits: true });
    }
  });
});

/** The length of a policy without spaces, with an ARN of 120 characters for each reference. */
const bytesOf = (policy: unknown): number =>
  Buffer.byteLength(
    JSON.stringify(policy, (_key, value) =>
      value &&
      typeof value === 'object' &&
      Object.keys(value).some((key) => /^Fn::|^Ref$/.test(key))
        ? 'x'.repeat(120)
        : value,
    ),
  );

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-policies.html */
test('SQS takes the policy of every queue: at most 20 statements and 8,192 bytes', () => {
  const policies = resourcesOf(grown, 'AWS::SQS::QueuePolicy');
  expect(policies).toHaveLength(3);
  for (const { Properties } of policies) {
    const { PolicyDocument } = Properties;
    expect(PolicyDocument.Statement.length).toBeLessThanOrEqual(20);
    expect(bytesOf(PolicyDocument)).toBeLessThanOrEqual(8_192);
    // Rules must not add statements of their own.
    expect(PolicyDocument.Statement.length).toBeLessThanOrEqual(2);
  }
});

/** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html */
test('IAM takes the inline policies of every role: at most 10,240 characters; and 1,000 roles', () => {
  const roles = resourcesOf(grown, 'AWS::IAM::Role');
  expect(roles.length).toBeLessThanOrEqual(1_000);
  for (const { Properties } of roles) {
    const characters = bytesOf((Properties.Policies ?? []).map(policyDocumentOf));
    const name = JSON.stringify(Properties.Policies ?? []).slice(0, 300);
    expect({ name, characters, fits: characters <= 10_240 }).toMatchObject({ fits: true });
  }
});

const policyDocumentOf = ({ PolicyDocument }: { readonly PolicyDocument: unknown }) =>
  PolicyDocument;

/** https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-quota.html */
test('EventBridge allows 300 rules on each of the two buses', () => {
  expect(resourcesOf(grown, 'AWS::Events::Rule').length).toBeLessThanOrEqual(300);
});
