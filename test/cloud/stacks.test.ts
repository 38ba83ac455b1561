import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import { NODE_TARGETS } from '#lib/bundle.ts';
import { API_ORIGIN } from '#lib/cloud/edge.ts';
import { documentAt } from '#lib/cloud/site.ts';
import type { OperationSpec } from '#shared/api/operation.ts';
import { DEFAULT_FEES } from '#shared/rules/conversations/fees.ts';
import { PRODUCTION, resourcesOf, synthesise, type Template } from './synthesise.ts';

const operations = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8');
let templates: Readonly<Record<string, Template>>;
beforeAll(() => {
  templates = synthesise();
});

describe('persistent data:', () => {
  test('the table has deletion protection and point-in-time recovery, and outlives its stack', () => {
    const [table, ...others] = resourcesOf(templates, 'AWS::DynamoDB::Table');
    expect(others).toEqual([]);
    expect(table?.DeletionPolicy).toBe('Retain');
    expect(table?.Properties).toMatchObject({
      DeletionProtectionEnabled: true,
      BillingMode: 'PAY_PER_REQUEST',
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
      StreamSpecification: { StreamViewType: 'NEW_IMAGE' },
    });
  });

  test('a replaced or removed picture can be recovered for a month, a copy of data is deleted after a week, an upload after a day', () => {
    const versioned = resourcesOf(templates, 'AWS::S3::Bucket').filter(
      ({ Properties }) => Properties.VersioningConfiguration,
    );
    expect(versioned.map(({ Properties }) => Properties)).toMatchObject([
      {
        VersioningConfiguration: { Status: 'Enabled' },
        LifecycleConfiguration: {
          Rules: [
            {
              Status: 'Enabled',
              NoncurrentVersionExpiration: { NoncurrentDays: 30 },
              ExpiredObjectDeleteMarker: true,
            },
            {
              Status: 'Enabled',
              Prefix: 'exports/',
              ExpirationInDays: 7,
              NoncurrentVersionExpiration: { NoncurrentDays: 1 },
            },
            {
              Status: 'Enabled',
              Prefix: 'uploads/',
              ExpirationInDays: 1,
              NoncurrentVersionExpiration: { NoncurrentDays: 1 },
            },
            {
              Status: 'Enabled',
              Prefix: 'attachments/',
              NoncurrentVersionExpiration: { NoncurrentDays: 1 },
            },
          ],
        },
      },
    ]);
  });

  test('CloudFront reads the pictures in the media bucket, and not the copies of data', () => {
    const policies = resourcesOf(templates, 'AWS::S3::BucketPolicy').map((one) =>
      JSON.stringify(one.Properties.PolicyDocument.Statement),
    );
    const ofMedia = policies.filter((text) => text.includes('avatars/*'));
    expect(ofMedia).toHaveLength(1);
    expect(ofMedia[0]).toContain('chats/*');
    expect(ofMedia[0]).not.toContain('exports');
    const reads = JSON.parse(ofMedia[0] ?? '[]').filter(
      (one: { Action: string }) => one.Action === 's3:GetObject',
    );
    for (const { Resource } of reads) expect(JSON.stringify(Resource)).not.toMatch(/"\/\*"/);
  });

  test('every bucket blocks public access', () => {
    for (const { Properties } of resourcesOf(templates, 'AWS::S3::Bucket'))
      expect(Properties.PublicAccessBlockConfiguration).toEqual({
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      });
  });
});

test('every bucket is encrypted and requires TLS', () => {
  for (const template of Object.values(templates))
    for (const [id, { Type, Properties }] of Object.entries(template.Resources)) {
      if (Type !== 'AWS::S3::Bucket') continue;
      const [rule] = Properties.BucketEncryption.ServerSideEncryptionConfiguration;
      expect(rule.ServerSideEncryptionByDefault.SSEAlgorithm).toBe('AES256');
      const policy = Object.values(template.Resources).find(
        (one) => one.Type === 'AWS::S3::BucketPolicy' && one.Properties.Bucket.Ref === id,
      );
      expect(policy?.Properties.PolicyDocument.Statement).toContainEqual({
        Action: 's3:*',
        Condition: { Bool: { 'aws:SecureTransport': 'false' } },
        Effect: 'Deny',
        Principal: { AWS: '*' },
        Resource: expect.anything(),
      });
    }
});

test('secrets that were stored manually or used for signing outlive their stack', () => {
  const secrets = Object.entries(stack('Data').Resources).filter(
    ([, { Type }]) => Type === 'AWS::SecretsManager::Secret',
  );
  expect(secrets).toHaveLength(8);
  for (const [id, { DeletionPolicy }] of secrets)
    expect({ id, DeletionPolicy }).toEqual({ id, DeletionPolicy: 'Retain' });
});

describe('a function', () => {
  test('has its own role, alarm and log, and the log has a retention period', () => {
    const functions = ownFunctions();
    const roles = functions.map(({ Properties }) => JSON.stringify(Properties.Role));
    expect(new Set(roles).size).toBe(functions.length);
    const alarms = resourcesOf(templates, 'AWS::CloudWatch::Alarm').map(
      ({ Properties }) => Properties.AlarmName,
    );
    for (const { Properties } of functions) expect(alarms).toContain(Properties.FunctionName);
    for (const { Properties } of resourcesOf(templates, 'AWS::Logs::LogGroup'))
      expect(Properties.RetentionInDays).toBe(30);
  });

  test('of CDK that uploads the web app has a log retention period too', () => {
    const [uploader, ...others] = resourcesOf(templates, 'AWS::Lambda::Function').filter(
      ({ Properties }) => Properties.Runtime.startsWith('python'),
    );
    expect(others).toEqual([]);
    expect(uploader?.Properties.LoggingConfig.LogGroup.Ref).toMatch(/^Log/);
  });

  test('is traced and runs on arm64, on the Node.js version that its bundle targets', () => {
    for (const { Properties } of ownFunctions()) {
      expect(NODE_TARGETS).toContain(Properties.Runtime.replace(/^nodejs(\d+)\.x$/, 'node$1'));
      expect(Properties.TracingConfig).toEqual({ Mode: 'Active' });
      expect(Properties.Architectures).toEqual(['arm64']);
    }
  });

  test('cannot scan the table or change a ledger entry', () => {
    for (const { Properties } of resourcesOf(templates, 'AWS::IAM::Role')) {
      const policy = JSON.stringify(Properties.Policies ?? []);
      expect(policy).not.toContain('dynamodb:Scan');
      expect(policy).not.toContain('dynamodb:*');
      if (policy.includes('dynamodb:UpdateItem'))
        expect(policy).toContain('"ForAnyValue:StringLike":{"dynamodb:LeadingKeys":["ENTRY#*"]}');
    }
  });

  test('that orders contacts can change the contact order, and no other attribute of an account', () => {
    const [role, ...others] = resourcesOf(templates, 'AWS::IAM::Role').filter(({ Properties }) =>
      JSON.stringify(Properties.Policies ?? []).includes('-orderContacts:*'),
    );
    expect(others).toEqual([]);
    type Statement = { Effect: string; Action: string | string[]; Condition?: object };
    const statements: Statement[] = role?.Properties.Policies[0].PolicyDocument.Statement;
    const writing = statements.filter(
      ({ Effect, Action }) =>
        Effect === 'Allow' && /dynamodb:(Put|Update|Delete)Item/.test([Action].flat().join()),
    );
    expect(writing).toEqual([
      expect.objectContaining({
        Action: 'dynamodb:UpdateItem',
        Condition: expect.objectContaining({
          'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['USER#*'] },
          'ForAllValues:StringEquals': {
            'dynamodb:Attributes': ['pk', 'sk', 'status', 'at', 'gsi1sk', 'gsi2sk'],
          },
        }),
      }),
    ]);
  });

  test('that a schedule starts never runs twice at the same time', () => {
    const jobs = resourcesOf({ jobs: stack('Jobs') }, 'AWS::Lambda::Function');
    expect(jobs.length).toBeGreaterThan(0);
    for (const { Properties } of jobs) expect(Properties.ReservedConcurrentExecutions).toBe(1);
  });

  test('that pays people also starts at noon on the 8th, in addition to its interval', () => {
    const rules = resourcesOf({ jobs: stack('Jobs') }, 'AWS::Events::Rule');
    const paces = rules.map(({ Properties }) => Properties.ScheduleExpression);
    expect(paces).toContain('rate(15 minutes)');
    expect(paces).toContain('cron(0 12 8 * ? *)');
  });

  test('has an alarm that says how its failure affects people', () => {
    for (const { Properties } of resourcesOf(templates, 'AWS::CloudWatch::Alarm')) {
      expect(Properties.AlarmDescription).toMatch(/^[A-Z].+\.\n/);
      expect(Properties.AlarmActions).toHaveLength(1);
    }
  });
});

test('every event about money that needs an operator raises an alarm that says what to do', () => {
  const alarms = resourcesOf({ jobs: stack('Jobs') }, 'AWS::CloudWatch::Alarm');
  const watched = alarms.filter(({ Properties }) => /Business$/.test(Properties.Namespace));
  expect(watched.map(({ Properties }) => Properties.MetricName).sort()).toEqual([
    'PayoutsLate',
    'ReconcileDifferences',
    'ReconcileLagMinutes',
    'dispute.opened',
    'money.lost',
    'payout.held',
    'refund.failed',
  ]);
  for (const { Properties } of watched) {
    expect(Properties.Dimensions).toEqual([{ Name: 'service', Value: 'business' }]);
    const [, section] = /docs\/operations\.md, "(.+)"/.exec(Properties.AlarmDescription) ?? [];
    expect(operations).toContain(`## ${section}\n`);
  }
});

test('the table stream publishes new domain events only, and keeps those that fail', () => {
  const [mapping] = resourcesOf(templates, 'AWS::Lambda::EventSourceMapping');
  expect(mapping?.Properties).toMatchObject({
    BisectBatchOnFunctionError: true,
    // -1: retries for as long as the stream keeps the record.
    MaximumRetryAttempts: -1,
    MaximumRecordAgeInSeconds: 24 * 60 * 60,
    FunctionResponseTypes: ['ReportBatchItemFailures'],
    DestinationConfig: { OnFailure: { Destination: expect.anything() } },
  });
  expect(JSON.parse(mapping?.Properties.FilterCriteria.Filters[0].Pattern)).toEqual({
    eventName: ['INSERT'],
    dynamodb: { Keys: { pk: { S: [{ prefix: 'EVENT#' }] } } },
  });
});

test('each function has the fees that its stage sets', () => {
  const functions = resourcesOf(templates, 'AWS::Lambda::Function')
    .map(({ Properties }) => Properties.Environment?.Variables?.SETTINGS)
    .filter((found) => found !== undefined);
  expect(functions.length).toBeGreaterThan(80);
  for (const found of functions)
    expect(JSON.stringify(found).replaceAll('\\', '')).toContain(
      `"fees":${JSON.stringify(DEFAULT_FEES)}`,
    );
});

test('link previews of all other pages have the absolute URL of their picture', () => {
  const web = join(import.meta.dirname, '../../web');
  const document = documentAt('https://replypaid.test', web, { fees: DEFAULT_FEES });
  expect(document).toMatch(
    /property="og:image"\s+content="https:\/\/replypaid\.test\/images\/link-preview\.png"/,
  );
  expect(document).not.toContain('content="/');
});

test('CloudFront caches no error response', () => {
  const [distribution] = resourcesOf(templates, 'AWS::CloudFront::Distribution');
  const { CustomErrorResponses = [] } = distribution?.Properties.DistributionConfig ?? {};
  const kept = [400, 403, 404, 405, 414, 500, 501, 502, 503, 504].map((ErrorCode) => ({
    ErrorCode,
    ErrorCachingMinTTL: 0,
  }));
  expect(CustomErrorResponses).toEqual(kept);
});

describe('a rendered page', () => {
  test('is requested from an origin of the distribution that sends the origin key', () => {
    const [distribution] = resourcesOf(templates, 'AWS::CloudFront::Distribution');
    const { Origins, DefaultCacheBehavior } = distribution?.Properties.DistributionConfig ?? {};
    const api = Origins.find(({ Id }: { Id: string }) => Id === API_ORIGIN);
    expect(api.CustomOriginConfig.OriginProtocolPolicy).toBe('https-only');
    expect(JSON.stringify(api.OriginCustomHeaders)).toContain('x-origin-key');
    expect(DefaultCacheBehavior.TargetOriginId).not.toBe(API_ORIGIN);
    const scripts = resourcesOf(templates, 'AWS::CloudFront::Function').map(
      ({ Properties }) => Properties,
    );
    const chooser = scripts.find(({ FunctionCode }) => FunctionCode.includes(`'${API_ORIGIN}'`));
    expect(chooser?.FunctionConfig.Runtime).toBe('cloudfront-js-2.0');
  });

  test('is made by a function that may read only the document of the web app', () => {
    const [role] = resourcesOf(templates, 'AWS::IAM::Role').filter(({ Properties }) =>
      JSON.stringify(Properties.Policies ?? []).includes('/index.html'),
    );
    const statements: { Action: string; Resource: unknown }[] =
      role?.Properties.Policies[0].PolicyDocument.Statement;
    const ofFiles = statements.filter(({ Action }) => String(Action).startsWith('s3:'));
    expect(ofFiles.map(({ Action, Resource }) => [Action, JSON.stringify(Resource)])).toEqual([
      ['s3:GetObject', expect.stringContaining('/index.html')],
    ]);
    expect(JSON.stringify(statements)).not.toMatch(/dynamodb:(Put|Update|Delete)Item/);
  });

  test('has a route for any path', () => {
    const routes = resourcesOf(templates, 'AWS::ApiGatewayV2::Route');
    expect(routes.map(({ Properties }) => Properties.RouteKey)).toContain('ANY /pages/{path+}');
  });
});

test('every stack except the web app is synthesized if the web app was not built', () => {
  const names = Object.keys(synthesise({ areas: {}, web: undefined }));
  expect(names).toContain('ReplyPaid-example-Api');
  expect(names).not.toContain('ReplyPaid-example-Site');
});

test.each([
  ['with the example settings', undefined],
  ['with the canary of production', PRODUCTION],
])(
  'with ninety operations %s every stack stays below 450 resources and one megabyte',
  (_, settings) => {
    const area = (name: string) =>
      Object.fromEntries(
        Array.from({ length: 18 }, (_, at) => [`${name}${at}`, madeUp(`${name}${at}`)]),
      );
    const areas = Object.fromEntries(
      ['one', 'two', 'three', 'four', 'five'].map((n) => [n, area(n)]),
    );
    const templates = synthesise({ areas, ...(settings && { settings }) });
    for (const [name, template] of Object.entries(templates)) {
      const resources = Object.keys(template.Resources).length;
      expect({ name, resources, fits: resources < 450 }).toEqual({ name, resources, fits: true });
      // Formatted as CDK writes the file.
      const bytes = Buffer.byteLength(JSON.stringify(template, null, 1));
      expect({ name, bytes, fits: bytes < 1_000_000 }).toEqual({ name, bytes, fits: true });
    }
  },
);

function madeUp(name: string): OperationSpec {
  return {
    name,
    method: 'POST',
    path: `/api/${name}`,
    who: 'verified',
    uses: ['accounts.write', 'conversations.write', 'ledger.append', 'payments', 'tokenKeys'],
    limits: [{ per: 'caller', max: 1, within: 60 }],
    maxBodyBytes: 1_024,
    impact: 'Nobody notices.',
    input: z.object({}),
    output: z.object({}),
  };
}

function stack(name: string): Template {
  return templates[`ReplyPaid-example-${name}`] ?? { Resources: {} };
}

/** All functions except those that CDK adds. */
function ownFunctions() {
  return resourcesOf(templates, 'AWS::Lambda::Function').filter(
    ({ Properties }) => Properties.FunctionName,
  );
}
