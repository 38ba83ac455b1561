import { beforeEach, describe, expect, test } from '@jest/globals';
import { CliError } from '#lib/cli-error.ts';
import { nextDeployment, runAccountChecks, tryCloudFront } from '#lib/operator/preflight.ts';
import { checkKeys } from '#lib/operator/preflight-keys.ts';
import { readStageSettings } from '#lib/settings.ts';

/* npm run preflight: checks whether an AWS account is ready for a stage. */

const SETTINGS = {
  ...readStageSettings('example'),
  stage: 'trial',
  region: 'eu-central-1',
  domain: { name: 'letters.example.org', hostedZoneId: 'Z0123456789' },
  email: { from: 'letters@example.org' },
  textMessages: { monthlyDollars: 20 },
};

const recoveryOf = (PointInTimeRecoveryStatus: string) => ({
  ContinuousBackupsDescription: {
    PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus },
  },
});

/** The responses of the AWS command line, by command. A CliError is thrown. */
let account: Record<string, unknown>;
/** The commands that change something in the account, in order. */
let changes: string[];

const READY = {
  'sts get-caller-identity': { Account: SETTINGS.account },
  'account get-region-opt-status': { RegionOptStatus: 'ENABLED' },
  'cloudformation describe-stacks': { Stacks: [] },
  'service-quotas get-service-quota': { Quota: { Value: 1000 } },
  'sns get-sms-sandbox-account-status': { IsInSandbox: false },
  'cloudfront list-distributions': { DistributionList: { Items: [{}] } },
  'iam get-account-summary': { SummaryMap: { Roles: 20, RolesQuota: 1000 } },
  'apigateway get-account': { throttleSettings: { rateLimit: 10_000, burstLimit: 5_000 } },
  'route53 get-hosted-zone': {
    HostedZone: { Name: 'example.org.', Config: { PrivateZone: false } },
  },
  'acm describe-certificate': {
    Certificate: { Status: 'ISSUED', DomainName: '*.example.org' },
  },
  'sns get-sms-attributes': { attributes: { MonthlySpendLimit: '20' } },
  'sns list-origination-numbers': {
    PhoneNumbers: [{ Iso2CountryCode: 'US', Status: 'ACTIVE', NumberCapabilities: ['SMS'] }],
  },
  'sesv2 get-account': {
    ProductionAccessEnabled: true,
    SendingEnabled: true,
    SendQuota: { Max24HourSend: 50_000 },
  },
  'sesv2 get-email-identity': {
    VerifiedForSendingStatus: true,
    MailFromAttributes: { MailFromDomainStatus: 'SUCCESS' },
  },
  'cloudformation describe-stack-resources': {
    StackResources: [
      {
        ResourceType: 'AWS::DynamoDB::Table',
        LogicalResourceId: 'Table1',
        PhysicalResourceId: 'table-1',
      },
    ],
  },
  'dynamodb describe-continuous-backups': recoveryOf('ENABLED'),
  'dynamodb describe-table': { Table: { DeletionProtectionEnabled: true } },
  'sns list-subscriptions': {
    Subscriptions: [
      {
        SubscriptionArn: 'arn:aws:sns:1',
        TopicArn: 'arn:aws:sns:eu-central-1:123456789012:ReplyPaid-trial-Alarms-Topic',
        Endpoint: SETTINGS.alarmEmail,
      },
    ],
  },
  'cloudfront create-distribution': { Distribution: { Id: 'E1' }, ETag: 'v1' },
  'sts assume-role': {
    Credentials: { AccessKeyId: 'a', SecretAccessKey: 's', SessionToken: 't' },
  },
};

function ask(...words: readonly string[]): unknown {
  const asked = words.slice(0, 2).join(' ');
  if (/ (create|delete|put)-/.test(asked)) changes.push(asked);
  const answer = account[asked];
  if (answer instanceof Error) throw answer;
  return answer;
}

beforeEach(() => {
  account = { ...READY };
  changes = [];
});

const found = (name: string) => runAccountChecks(SETTINGS, ask).find((one) => one.name === name);

describe('the preflight check of an AWS account', () => {
  test('succeeds for a ready account, and changes nothing', () => {
    expect(runAccountChecks(SETTINGS, ask).filter(({ state }) => state !== 'ok')).toEqual([]);
    expect(nextDeployment(SETTINGS, ask)).not.toContain('first=true');
    expect(changes).toEqual([]);
  });

  test('fails for another account than that of the settings', () => {
    account['sts get-caller-identity'] = { Account: '999988887777' };
    expect(() => runAccountChecks(SETTINGS, ask)).toThrow(
      /^The stage trial belongs to the AWS account 123456789012 .* signed in to 999988887777/,
    );
  });

  test.each([
    ['Region', 'account get-region-opt-status', { RegionOptStatus: 'DISABLED' }, /is not enabled/],
    [
      'CDK',
      'cloudformation describe-stacks',
      new CliError('does not exist'),
      /npx cdk bootstrap aws:\/\/123456789012\/eu-central-1 aws:\/\/123456789012\/us-east-1$/,
    ],
    [
      'Lambda quota',
      'service-quotas get-service-quota',
      { Quota: { Value: 10 } },
      /Only 10 concurrent executions .* --desired-value 1000$/,
    ],
    ['Text messages', 'sns get-sms-sandbox-account-status', { IsInSandbox: true }, /sandbox/],
    [
      'Text messages',
      'sns get-sms-sandbox-account-status',
      new CliError('AccessDenied'),
      /The check failed: AccessDenied/,
    ],
    ['Text budget', 'sns get-sms-attributes', {}, /at most \$1 a month .* the settings say \$20/],
    ['Text number', 'sns list-origination-numbers', {}, /There is no number of the United States/],
    [
      'Text number',
      'sns list-origination-numbers',
      {
        PhoneNumbers: [{ Iso2CountryCode: 'US', Status: 'PENDING', NumberCapabilities: ['SMS'] }],
      },
      /not active yet \(PENDING\)/,
    ],
    [
      'Email',
      'sesv2 get-account',
      { ProductionAccessEnabled: false, SendingEnabled: true, SendQuota: { Max24HourSend: 200 } },
      /SES is in the sandbox/,
    ],
    [
      'Email',
      'sesv2 get-account',
      { ProductionAccessEnabled: true, SendingEnabled: false, SendQuota: { Max24HourSend: 200 } },
      /SES has paused/,
    ],
    [
      'Email',
      'sesv2 get-email-identity',
      new CliError('aws sesv2 get-email-identity: (NotFoundException) …'),
      /npx cdk deploy ReplyPaid-trial-Email -c stage=trial$/,
    ],
    [
      'Email',
      'sesv2 get-email-identity',
      { VerifiedForSendingStatus: false },
      /DKIM records of example.org/,
    ],
    [
      'Email',
      'sesv2 get-email-identity',
      {
        VerifiedForSendingStatus: true,
        MailFromAttributes: { MailFromDomainStatus: 'PENDING' },
      },
      /MAIL FROM domain is PENDING/,
    ],
    [
      'API throttle',
      'apigateway get-account',
      { throttleSettings: { rateLimit: 400, burstLimit: 5_000 } },
      /400 requests per second .* less than the throttle "anyone"/,
    ],
    [
      'Domain',
      'route53 get-hosted-zone',
      { HostedZone: { Name: 'example.com.', Config: { PrivateZone: false } } },
      /is of example.com, and letters.example.org needs/,
    ],
    [
      'Domain',
      'route53 get-hosted-zone',
      { HostedZone: { Name: 'example.org.', Config: { PrivateZone: true } } },
      /is private/,
    ],
    [
      'Backups',
      'dynamodb describe-continuous-backups',
      recoveryOf('DISABLED'),
      /update-continuous-backups --table-name table-1/,
    ],
    [
      'Backups',
      'dynamodb describe-table',
      { Table: { DeletionProtectionEnabled: false } },
      /not protected against deletion/,
    ],
    [
      'Alarm address',
      'sns list-subscriptions',
      {
        Subscriptions: [
          {
            SubscriptionArn: 'PendingConfirmation',
            TopicArn: 'arn:aws:sns:eu-central-1:123456789012:ReplyPaid-trial-Alarms-Topic',
            Endpoint: SETTINGS.alarmEmail,
          },
        ],
      },
      /has not confirmed its subscription/,
    ],
  ])('says what to do if %s is not ready (%s)', (name, asked, answer, line) => {
    const count = runAccountChecks(SETTINGS, ask).length;
    account[asked] = answer;
    expect(found(name)).toMatchObject({ state: 'missing', line: expect.stringMatching(line) });
    // The other checks still run.
    expect(runAccountChecks(SETTINGS, ask)).toHaveLength(count);
  });

  test('does not take the alarm subscription of another stage for its own', () => {
    const SubscriptionArn = 'PendingConfirmation';
    const TopicArn = 'arn:aws:sns:eu-central-1:123456789012:ReplyPaid-other-Alarms-Topic';
    const others = [{ SubscriptionArn, TopicArn, Endpoint: SETTINGS.alarmEmail }];
    account['sns list-subscriptions'] = { Subscriptions: others };
    expect(found('Alarm address')).toMatchObject({ state: 'not tried' });
  });

  test('needs roles for every function before the first deployment only', () => {
    account['iam get-account-summary'] = { SummaryMap: { Roles: 950, RolesQuota: 1000 } };
    expect(found('IAM roles')).toMatchObject({ state: 'ok' });
    account['cloudformation describe-stacks'] = new CliError('does not exist');
    expect(found('IAM roles')).toMatchObject({
      state: 'missing',
      line: expect.stringMatching(/^Only 50 more IAM roles .* --desired-value 2000$/),
    });
  });

  test('does not try what only a deployed stage has', () => {
    account['cloudformation describe-stacks'] = new CliError('does not exist');
    account['sns list-subscriptions'] = {};
    for (const name of ['Backups', 'Alarm address'])
      expect(found(name)).toMatchObject({ state: 'not tried' });
  });

  test.each([
    ['a wildcard of its domain', { DomainName: '*.example.org' }, 'ok'],
    [
      'another name of it',
      { DomainName: 'example.org', SubjectAlternativeNames: ['letters.example.org'] },
      'ok',
    ],
    ['a wildcard of a longer domain', { DomainName: '*.letters.example.org' }, 'missing'],
    ['a pending one', { DomainName: 'letters.example.org', Status: 'PENDING' }, 'missing'],
  ])('compares the certificate with the domain: %s', (_what, certificate, state) => {
    const domain = { name: 'letters.example.org', certificateArn: 'arn:aws:acm:us-east-1:…' };
    account['acm describe-certificate'] = { Certificate: { Status: 'ISSUED', ...certificate } };
    const findings = runAccountChecks({ ...SETTINGS, domain }, ask);
    expect(findings.find(({ name }) => name === 'Domain')).toMatchObject({ state });
  });

  test('asks for no domain, email or number that the settings do not have', () => {
    const settings = { ...SETTINGS, domain: undefined, email: undefined, phoneCountries: ['DE'] };
    for (const asked of [
      'route53 get-hosted-zone',
      'sesv2 get-account',
      'sns list-origination-numbers',
    ])
      account[asked] = new CliError('it was asked');
    expect(runAccountChecks(settings, ask).filter(({ state }) => state !== 'ok')).toEqual([]);
  });

  test('recommends -c first=true for the first deployment of a stage', () => {
    account['cloudformation describe-stacks'] = new CliError('does not exist');
    expect(nextDeployment(SETTINGS, ask)).toMatch(/ -c stage=trial -c first=true$/);
  });
});

describe('the preflight check of CloudFront', () => {
  test('creates a distribution if the account has none, and deletes it', () => {
    account['cloudfront list-distributions'] = { DistributionList: { Quantity: 0 } };
    expect(found('CloudFront')).toMatchObject({ state: 'not tried' });
    expect(tryCloudFront(SETTINGS, ask)).toMatchObject({ state: 'ok' });
    expect(changes).toEqual(['cloudfront create-distribution', 'cloudfront delete-distribution']);
  });

  test('reports AWS’s message if the account is not verified', () => {
    account['cloudfront create-distribution'] = new CliError('Your account must be verified.');
    expect(tryCloudFront(SETTINGS, ask)).toMatchObject({
      state: 'missing',
      line: expect.stringContaining('Your account must be verified. Ask AWS Support'),
    });
  });
});

describe('the preflight check of Stripe keys', () => {
  test('reports keys of the wrong mode before using them', async () => {
    const given = { stripeSecretKey: 'sk_live_1' };
    expect(await checkKeys(SETTINGS, given)).toMatchObject({
      state: 'missing',
      line: expect.stringMatching(/is a live key/),
    });
  });

  test('skips keys that are not given', async () => {
    expect(await checkKeys(SETTINGS, {})).toMatchObject({ state: 'not tried' });
  });
});
