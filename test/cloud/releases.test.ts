import { beforeAll, describe, expect, test } from '@jest/globals';
import { areas } from '#shared/api/index.ts';
import {
  assembled,
  PRODUCTION,
  type Resource,
  resourcesOf,
  synthesise,
  type Template,
} from './synthesise.ts';

/* Releases of new code: production shifts one call in ten first, other stages all calls at once. */

type Templates = Readonly<Record<string, Template>>;

let production: Templates;
beforeAll(() => {
  production = synthesise({ settings: PRODUCTION });
});

describe('in production', () => {
  test('every route calls the released version of its function', () => {
    const routes = resourcesOf(production, 'AWS::ApiGatewayV2::Route');
    const integrations = ofType('AWS::ApiGatewayV2::Integration');
    expect(integrations).toHaveLength(routes.length);
    for (const { template, resource } of integrations) {
      const called = template.Resources[resource.Properties.IntegrationUri.Ref];
      expect(called?.Type).toBe('AWS::Lambda::Alias');
    }
    for (const { template, resource } of ofType('AWS::Lambda::Permission')) {
      if (resource.Properties.Principal !== 'apigateway.amazonaws.com') continue;
      const allowed = template.Resources[resource.Properties.FunctionName.Ref];
      expect(allowed?.Type).toBe('AWS::Lambda::Alias');
    }
  });

  test('new code gets 10% of the calls for five minutes, and is rolled back if its alarm goes off', () => {
    const aliases = ofType('AWS::Lambda::Alias');
    expect(aliases.length).toBeGreaterThan(50);
    for (const { template, resource } of aliases) {
      const { DeploymentGroupName } = resource.UpdatePolicy?.CodeDeployLambdaAliasUpdate ?? {};
      const release = template.Resources[DeploymentGroupName?.Ref ?? '']?.Properties;
      expect(release).toMatchObject({
        DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent5Minutes',
        AutoRollbackConfiguration: {
          Enabled: true,
          Events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM'],
        },
        AlarmConfiguration: { Enabled: true, Alarms: [expect.anything()] },
      });
      const alarm = template.Resources[release.AlarmConfiguration.Alarms[0].Name.Ref]?.Properties;
      const fn = template.Resources[resource.Properties.FunctionName.Ref]?.Properties;
      expect(alarm.AlarmName).toBe(fn.FunctionName);
    }
  });

  test('the role that shifts traffic has no other permissions', () => {
    const roles = resourcesOf(production, 'AWS::IAM::Role').filter(({ Properties }) =>
      JSON.stringify(Properties.AssumeRolePolicyDocument).includes('codedeploy'),
    );
    expect(roles).toHaveLength(2);
    for (const { Properties } of roles) {
      expect(Properties.ManagedPolicyArns).toBeUndefined();
      const [shift, look] = Properties.Policies[0].PolicyDocument.Statement;
      expect(shift.Action).toEqual([
        'lambda:GetAlias',
        'lambda:UpdateAlias',
        'lambda:GetProvisionedConcurrencyConfig',
      ]);
      expect(JSON.stringify(shift.Resource)).toContain(':function:replypaid-prod-*');
      expect(look.Action).toBe('cloudwatch:DescribeAlarms');
    }
  });

  test('schedules and stream consumers are released at once', () => {
    for (const name of ['Jobs', 'Events', 'Support']) {
      const stack = { [name]: production[`ReplyPaid-prod-${name}`] ?? { Resources: {} } };
      expect(resourcesOf(stack, 'AWS::Lambda::Function').length).toBeGreaterThan(0);
      expect(resourcesOf(stack, 'AWS::Lambda::Alias')).toEqual([]);
    }
  });

  test('schedules and stream consumers are deployed after the API passed its canary', () => {
    assembled({ settings: PRODUCTION, areas: { billing: areas.billing } }, ({ stacks }) => {
      for (const name of ['Jobs', 'Events']) {
        const stack = stacks.find(({ id }) => id === `ReplyPaid-prod-${name}`);
        const before = stack?.dependencies.map(({ id }) => id);
        expect({ name, before }).toMatchObject({
          before: expect.arrayContaining(['ReplyPaid-prod-Api']),
        });
      }
    });
  });

  test('an urgent deployment is released at once, even while alarms are on', () => {
    const few = { settings: PRODUCTION, areas: { billing: areas.billing } };
    const urgent = synthesise({ ...few, urgent: true });
    for (const { Properties } of resourcesOf(urgent, 'AWS::CodeDeploy::DeploymentGroup'))
      expect(Properties).toMatchObject({
        DeploymentConfigName: 'CodeDeployDefault.LambdaAllAtOnce',
        AlarmConfiguration: { Enabled: false },
      });
    expect(namesIn(urgent)).toEqual(namesIn(synthesise(few)));
  });
});

test('outside of production all calls run the same code', () => {
  const templates = synthesise({ areas: { billing: areas.billing } });
  expect(resourcesOf(templates, 'AWS::Lambda::Alias')).toEqual([]);
  expect(resourcesOf(templates, 'AWS::CodeDeploy::DeploymentGroup')).toEqual([]);
});

function ofType(type: string): { template: Template; resource: Resource }[] {
  return Object.values(production).flatMap((template) =>
    Object.values(template.Resources)
      .filter((resource) => resource.Type === type)
      .map((resource) => ({ template, resource })),
  );
}

const namesIn = (templates: Templates) =>
  Object.fromEntries(
    Object.entries(templates).map(([name, { Resources }]) => [name, Object.keys(Resources)]),
  );

describe('the nested stacks of the API', () => {
  const few = { areas: { billing: areas.billing, payouts: areas.payouts, search: areas.search } };

  /** Returns the dependencies of each nested stack of one stack. */
  const waits = (templates: Templates, stage: string, holder = 'Api') =>
    Object.entries(templates[`ReplyPaid-${stage}-${holder}`]?.Resources ?? {})
      .filter(([, { Type }]) => Type === 'AWS::CloudFormation::Stack')
      .map(([id, { DependsOn = [] }]) => ({ id, after: DependsOn }));

  test.each([
    ['of the first deployment of production', { settings: PRODUCTION, first: true }, 'prod'],
    ['of a stage without a canary', {}, 'example'],
  ])('%s are deployed one after the other', (_name, changed, stage) => {
    const templates = synthesise({ ...few, ...changed });
    for (const holder of ['Operations', 'Api']) {
      const nested = waits(templates, stage, holder);
      expect(nested.length).toBeGreaterThan(2);
      // The only other resources that a nested stack waits for are the functions of custom resources.
      const ids = nested.map(({ id }) => id);
      const waitsFor = nested.map(({ id, after }) => ({
        id,
        after: after.filter((one) => ids.includes(one)),
      }));
      const free = waitsFor.filter(({ after }) => after.length === 0);
      expect(free).toHaveLength(1);
      const order = [free[0]?.id];
      while (order.length < nested.length) {
        const next = waitsFor.filter(
          ({ after }) => after.at(-1) === order.at(-1) || after.includes(order.at(-1) ?? ''),
        );
        order.push(next.find(({ id }) => !order.includes(id))?.id);
      }
      expect(new Set(order).size).toBe(nested.length);
      expect(order).not.toContain(undefined);
    }
  });

  test('are updated at the same time in production, so that they share one canary period', () => {
    const templates = synthesise({ ...few, settings: PRODUCTION });
    for (const holder of ['Operations', 'Api'])
      for (const { after } of waits(templates, 'prod', holder)) expect(after).toEqual([]);
  });
});
