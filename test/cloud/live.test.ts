import { beforeAll, describe, expect, test } from '@jest/globals';
import { operations } from '#shared/api/index.ts';
import { subscribers } from '#shared/api/subscribers.ts';
import { PRODUCTION, resourcesOf, synthesise, type Template } from './synthesise.ts';

/* The Event API of live hints: who may connect, subscribe and publish. */

let templates: Readonly<Record<string, Template>>;
beforeAll(() => {
  templates = synthesise({ settings: PRODUCTION });
});

const LAMBDA = [{ AuthType: 'AWS_LAMBDA' }];
const IAM = [{ AuthType: 'AWS_IAM' }];
const API_ARN = { 'Fn::GetAtt': [expect.stringMatching(/^LiveApi/), 'ApiArn'] };

describe('the Event API', () => {
  test('asks the authorizer about connections and subscriptions, never from a cache, and IAM about publishing', () => {
    const [api, ...others] = resourcesOf(templates, 'AWS::AppSync::Api');
    expect(others).toEqual([]);
    const { AuthProviders, ...modes } = api?.Properties.EventConfig ?? {};
    expect(AuthProviders).toEqual([
      {
        AuthType: 'AWS_LAMBDA',
        LambdaAuthorizerConfig: {
          AuthorizerUri: expect.anything(),
          AuthorizerResultTtlInSeconds: 0,
        },
      },
      ...IAM,
    ]);
    expect(JSON.stringify(AuthProviders)).toContain(':function:replypaid-prod-authorizeLive');
    expect(modes).toEqual({
      ConnectionAuthModes: LAMBDA,
      DefaultSubscribeAuthModes: LAMBDA,
      DefaultPublishAuthModes: IAM,
    });
  });

  test('has one namespace, with the same modes', () => {
    const namespaces = resourcesOf(templates, 'AWS::AppSync::ChannelNamespace');
    expect(namespaces.map(({ Properties }) => Properties)).toMatchObject([
      { Name: 'people', SubscribeAuthModes: LAMBDA, PublishAuthModes: IAM },
    ]);
    expect(namespaces[0]?.Properties).not.toHaveProperty('HandlerConfigs');
  });

  test('alone may call the authorizer, which has the name that the API calls', () => {
    const permissions = resourcesOf(templates, 'AWS::Lambda::Permission').filter(
      ({ Properties }) => Properties.Principal === 'appsync.amazonaws.com',
    );
    expect(permissions).toHaveLength(1);
    expect(imported(permissions[0]?.Properties.SourceArn)).toMatchObject(API_ARN);
    const names = resourcesOf(templates, 'AWS::Lambda::Function').map(
      ({ Properties }) => Properties.FunctionName,
    );
    expect(names).toContain('replypaid-prod-authorizeLive');
  });
});

describe('publishing', () => {
  const publishers = [...Object.values(operations), ...Object.values(subscribers)]
    .filter(({ uses }) => (uses as readonly string[]).includes('live'))
    .map(({ name }) => name)
    .sort();

  test('is possible for functions that use `live`, with the address of the API', () => {
    const addressed = resourcesOf(templates, 'AWS::Lambda::Function').filter(
      ({ Properties }) => Properties.Environment?.Variables?.LIVE_HTTP_URL !== undefined,
    );
    const names = addressed.map(({ Properties }) =>
      Properties.FunctionName.replace('replypaid-prod-', ''),
    );
    expect(names.sort()).toEqual(publishers);
  });

  test('is allowed to the same number of roles, on the channels of people alone', () => {
    const statements = resourcesOf(templates, 'AWS::IAM::Role').flatMap(({ Properties }) =>
      (Properties.Policies ?? []).flatMap(
        (policy: { PolicyDocument: { Statement: readonly Record<string, unknown>[] } }) =>
          policy.PolicyDocument.Statement.filter(({ Action }) => /appsync/.test(String(Action))),
      ),
    );
    expect(statements).toHaveLength(publishers.length);
    for (const { Action, Effect, Resource } of statements) {
      expect({ Action, Effect }).toEqual({ Action: 'appsync:EventPublish', Effect: 'Allow' });
      expect(JSON.stringify(Resource)).toMatch(/"\/channelNamespace\/people"\]\]\}$/);
    }
  });
});

test('the document and the service worker of the stage contain the address of the API', () => {
  const deployments = resourcesOf(templates, 'Custom::CDKBucketDeployment');
  const markers = deployments.flatMap(({ Properties }) => Properties.SourceMarkers ?? []);
  const withMarkers = markers.filter((one: object) => Object.keys(one).length > 0);
  expect(withMarkers).toHaveLength(2);
  for (const one of withMarkers) expect(JSON.stringify(one)).toContain('Live');
});

/** The value behind an import from the Front stack. */
function imported(value: { readonly 'Fn::ImportValue'?: string }): unknown {
  const name = value['Fn::ImportValue'];
  const outputs = Object.values(templates['ReplyPaid-prod-Front']?.Outputs ?? {});
  return outputs.find((one) => (one as { Export?: { Name: string } }).Export?.Name === name)?.Value;
}
