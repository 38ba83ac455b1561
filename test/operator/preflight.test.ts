import type { TransactWriteItem } from '@aws-sdk/client-dynamodb';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { CliError } from '../../lib/cli-error.ts';
import { tryLeadingKeys, type WriteAs } from '../../lib/operator/leading-keys-trial.ts';
import { nextDeployment, runAccountChecks, tryCloudFront } from '../../lib/operator/preflight.ts';
import { checkKeys } from '../../lib/operator/preflight-keys.ts';
import { readStageSettings } from '../../lib/settings.ts';

/* npm run preflight: checks whether an AWS account is ready for a stage. */

const SETTINGS = { ...readStageSettings('example'), stage: 'trial', region: 'eu-central-1' };

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
    expect(runAccountChecks(SETTINGS, ask).map(({ state }) => state)).toEqual(Array(5).fill('ok'));
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
  ])('says what to do if %s is not ready (%s)', (name, asked, answer, line) => {
    account[asked] = answer;
    expect(found(name)).toMatchObject({ state: 'missing', line: expect.stringMatching(line) });
    // The other checks still run.
    expect(runAccountChecks(SETTINGS, ask)).toHaveLength(5);
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

describe('the preflight check of leading keys in IAM policies', () => {
  const keyOf = ({ Put, Update }: TransactWriteItem) =>
    Update ? `Update ${Update.Key?.pk?.S}` : `Put ${Put?.Item?.pk?.S}`;
  const rightly = (items: readonly string[]) =>
    items.every((item) => /^(Put ENTRY#|Update USER#)/.test(item));

  /** A fake IAM with these decisions. It first fails this many times because the new role does not exist yet. */
  const trial = (decide: (items: string[]) => boolean, refusals = 0) => {
    let left = refusals;
    const writeAs: WriteAs = async (_credentials, items) => {
      left -= 1;
      return left < 0 && decide(items.map(keyOf)) ? 'done' : 'denied';
    };
    return tryLeadingKeys({ settings: SETTINGS, ask, writeAs, wait: async () => undefined });
  };
  const REMOVED = ['iam delete-role-policy', 'iam delete-role', 'dynamodb delete-table'];

  test('retries until IAM knows the test role, and deletes the test table and role', async () => {
    expect(await trial(rightly, 3)).toMatchObject({ state: 'ok' });
    expect(changes).toEqual([
      'dynamodb create-table',
      'iam create-role',
      'iam put-role-policy',
      ...REMOVED,
    ]);
  });

  test('fails if IAM denies a transaction that the role allows item by item', async () => {
    expect(await trial(() => false)).toMatchObject({
      state: 'missing',
      line: expect.stringContaining('every ledger entry would be denied'),
    });
    expect(changes.slice(-3)).toEqual(REMOVED);
  });

  test.each([
    ['change an entry of the ledger', 'Update ENTRY#1'],
    ['write under keys that are not its own', 'Update OTHER#1'],
  ])('fails if the role can %s', async (what, wrong) => {
    const finding = await trial((items) => rightly(items) || items.includes(wrong));
    expect(finding).toMatchObject({ state: 'missing', line: expect.stringContaining(what) });
  });

  test('reuses and deletes the table and role that a crashed run left', async () => {
    account['dynamodb create-table'] = new CliError('aws dynamodb: (ResourceInUseException) …');
    account['iam create-role'] = new CliError('aws iam: (EntityAlreadyExists) …');
    expect(await trial(rightly)).toMatchObject({ state: 'ok' });
    expect(changes.slice(-3)).toEqual(REMOVED);
  });

  test('deletes the table and role even if the check itself fails', async () => {
    account['iam put-role-policy'] = new CliError('AccessDenied');
    account['iam delete-role-policy'] = new CliError('(NoSuchEntity)');
    await expect(trial(rightly)).rejects.toThrow('AccessDenied');
    expect(changes.slice(-3)).toEqual(REMOVED);
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
