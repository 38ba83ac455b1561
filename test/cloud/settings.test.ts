import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { checkAccount, readStageSettings } from '#lib/settings.ts';

const ROOT = join(import.meta.dirname, '../..');
const CERTIFICATE = 'arn:aws:acm:us-east-1:123456789012:certificate/11111111-2222';

const RIGHT = {
  account: '210987654321',
  region: 'us-east-1',
  production: false,
  alarmEmail: 'operator@letters.example.co',
  launchDate: '2027-01-01',
  phoneCountries: ['US', 'CA'],
  logRetentionDays: 30,
};

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'replypaid-settings-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

function reading(settings: object | string): () => unknown {
  const text = typeof settings === 'string' ? settings : JSON.stringify(settings);
  return () => {
    writeFileSync(join(directory, 'trial.json'), text);
    return readStageSettings('trial', directory);
  };
}

test('the file for Apple Pay is read from beside the settings', () => {
  writeFileSync(join(directory, 'apple'), 'merchant\n');
  const settings = { ...RIGHT, appleDomainFile: 'apple' };
  expect(reading(settings)()).toMatchObject({ appleDomainText: 'merchant' });
  expect(reading(RIGHT)()).not.toHaveProperty('appleDomainText');
  for (const appleDomainFile of ['nowhere', '../settings/apple'])
    expect(reading({ ...RIGHT, appleDomainFile })).toThrow(/appleDomainFile (names|must be)/);
});

test('the example settings are valid, and are not for production', () => {
  expect(readStageSettings('example')).toMatchObject({
    stage: 'example',
    region: 'us-east-1',
    production: false,
  });
});

describe('an invalid setting is reported in one sentence that names the file and the field:', () => {
  const domain = { name: 'letters.example.co' };
  test.each<[string, object | string, string]>([
    [
      'a value that is not allowed',
      { logRetentionDays: 31 },
      'logRetentionDays must be one of 1, 3, 5, 7, 14, 30, 60, 90, 180, 365, 731',
    ],
    ['a missing field', { alarmEmail: undefined }, 'alarmEmail must be an email address'],
    [
      'few alarms in production',
      { production: true, alarms: 'few' },
      'alarms must be "all" in production, where the alarm of each function stops its canary',
    ],
    [
      'a copy in the region of the stage',
      { copies: { vaultArn: 'arn:aws:backup:us-east-1:210987654321:backup-vault:replypaid' } },
      'copies.vaultArn is in the region and account of the stage, and would be lost with it',
    ],
    [
      'a copy in something else than a vault',
      { copies: { vaultArn: 'arn:aws:s3:::replypaid' } },
      'copies.vaultArn must be a vault of AWS Backup, such as { "vaultArn": "arn:aws:backup:us-west-2:<account>:backup-vault:replypaid-prod" }',
    ],
    ['a misspelt field', { alarmMail: '' }, 'alarmMail is not a setting'],
    [
      'a misspelled nested field',
      { domain: { ...domain, hostedZoneId: 'Z0123456789', zone: '' } },
      'domain.zone is not a setting',
    ],
    [
      'an item of a list',
      { phoneCountries: ['USA'] },
      'phoneCountries.0 must be ISO country codes, such as ["US", "CA", "GB"]',
    ],
    [
      'a number instead of text',
      { phoneCountries: [1] },
      'phoneCountries.0 must be ISO country codes, such as ["US", "CA", "GB"]',
    ],
    [
      'an empty list',
      { phoneCountries: [] },
      'phoneCountries must have at least one country, or no one can register',
    ],
    ['the same twice', { phoneCountries: ['US', 'US'] }, 'phoneCountries contains a country twice'],
    [
      'a day that does not exist',
      { launchDate: '2027-02-30' },
      'launchDate must be an existing date as year-month-day: 2027-01-31',
    ],
    [
      'no account',
      { account: undefined },
      'account must be the twelve digits of an AWS account, in quotes',
    ],
    [
      'an account without its leading zero',
      { account: 12345678901 },
      'account must be the twelve digits of an AWS account, in quotes',
    ],
    [
      'the account of an example',
      { account: '123456789012' },
      'account is an example (123456789012): enter yours, which aws sts get-caller-identity shows',
    ],
    [
      'a region that AWS does not have',
      { region: 'us-east-9' },
      'region must be an AWS region such as us-east-1',
    ],
    [
      'a region of another AWS partition',
      { region: 'cn-north-1' },
      'region must be an AWS region such as us-east-1',
    ],
    [
      'text instead of a boolean',
      { production: 'yes' },
      'production must be true if people pay with real money, else false',
    ],
    [
      'quiet hours longer than a day',
      { quietHours: 25 },
      'quietHours must be a whole number of hours from 1 to 24, longer than the quietest night',
    ],
    [
      'a text message budget below a dollar',
      { textMessages: { monthlyDollars: 0.5 } },
      'textMessages.monthlyDollars must be a whole number of dollars per month, 1 or more',
    ],
    [
      'a throttle without its burst',
      { throttles: { anyone: { perSecond: 5 } } },
      'throttles.anyone.atOnce must be numbers of requests, such as { "perSecond": 500, "atOnce": 1000 }',
    ],
    [
      'a burst below the rate per second',
      { throttles: { anyone: { perSecond: 5, atOnce: 4 } } },
      'throttles.anyone must have atOnce of at least perSecond',
    ],
    [
      'an hourly text message budget of zero',
      { hourlyTextDollars: 0 },
      'hourlyTextDollars must be dollars an hour, from 0.05 to 1000',
    ],
    [
      'a maximum text message price of zero',
      { maxTextMessageDollars: 0 },
      'maxTextMessageDollars must be dollars a message, from 0.01 to 5',
    ],
    [
      'a budget without its field name',
      { textMessages: 20 },
      'textMessages must be their monthly limit, such as { "monthlyDollars": 20 }',
    ],
    ['a firewall that is neither on nor off', { waf: 'on' }, 'waf must be true or false'],
    [
      'an example email address',
      { alarmEmail: 'operator@example.com' },
      'alarmEmail is an example (operator@example.com): enter the address that receives alarms',
    ],
    [
      'an example domain',
      { domain: { name: 'pay.example.org', certificateArn: CERTIFICATE } },
      'domain.name is an example (pay.example.org): enter a domain of yours',
    ],
    [
      'a domain without a certificate',
      { domain },
      'domain must have either hostedZoneId (if Route 53 of this account hosts its DNS) or certificateArn (otherwise)',
    ],
    [
      'a domain with two sources of a certificate',
      { domain: { ...domain, certificateArn: CERTIFICATE, hostedZoneId: 'Z0123456789' } },
      'domain must have either hostedZoneId (if Route 53 of this account hosts its DNS) or certificateArn (otherwise)',
    ],
    [
      'a domain that is a URL',
      { domain: { name: 'https://letters.example.co/', certificateArn: CERTIFICATE } },
      'domain.name must be a host name in lowercase letters, such as letters.example.org',
    ],
    [
      'a domain that is only a name',
      { domain: 'letters.example.co' },
      'domain must be an object with a name and either hostedZoneId or certificateArn',
    ],
    [
      'a hosted zone that is a name',
      { domain: { ...domain, hostedZoneId: 'example.co' } },
      'domain.hostedZoneId must be the id of a hosted zone in Route 53, such as Z0123456789ABCDEFGHIJ',
    ],
    [
      'a certificate that is no ARN',
      { domain: { ...domain, certificateArn: 'arn:aws:iam::123456789012:server-certificate/x' } },
      'domain.certificateArn must be the ARN of a certificate, such as arn:aws:acm:us-east-1:123456789012:certificate/…',
    ],
    [
      'a certificate outside of CloudFront’s region',
      { domain: { ...domain, certificateArn: CERTIFICATE.replace('us-east-1', 'eu-west-1') } },
      'domain.certificateArn must be of a certificate in us-east-1, the only region that CloudFront accepts',
    ],
    [
      'two errors, reported together',
      { region: 'Mars', waf: 1 },
      'region must be an AWS region such as us-east-1; waf must be true or false',
    ],
  ])('%s', (_name, wrong, sentence) => {
    const settings = typeof wrong === 'string' ? wrong : { ...RIGHT, ...wrong };
    expect(reading(settings)).toThrow(new Error(`settings/trial.json: ${sentence}.`));
  });

  test('a file that is not JSON', () => {
    expect(reading('{')).toThrow(/trial\.json is not JSON: /);
  });

  test('a file that contains a list', () => {
    expect(reading('[]')).toThrow(/^settings\/trial\.json: the file /);
  });
});

test.each([
  ['production has a firewall', { production: true }, true],
  ['other stages have no firewall by default', { production: false }, false],
  ['production can disable its firewall', { production: true, waf: false }, false],
  ['other stages can enable a firewall', { production: false, waf: true }, true],
])('%s', (_name, settings, waf) => {
  expect(reading({ ...RIGHT, ...settings })()).toMatchObject({ waf });
});

test('a domain gets a certificate by DNS validation, or uses an existing one', () => {
  for (const way of [{ hostedZoneId: 'Z0123456789' }, { certificateArn: CERTIFICATE }]) {
    const domain = { name: 'letters.example.co', ...way };
    expect(reading({ ...RIGHT, domain })()).toMatchObject({ domain });
  }
});

test('a deployment from another AWS account is refused with one sentence', () => {
  const stage = { stage: 'prod', account: '210987654321' };
  expect(() => checkAccount(stage, '999988887777')).toThrow(
    /^The stage prod belongs to the AWS account 210987654321 .*, but you are signed in to 999988887777\. Choose its profile with AWS_PROFILE\.$/,
  );
  expect(() => checkAccount(stage, '210987654321')).not.toThrow();
  // Offline synthesis has no account.
  expect(() => checkAccount(stage, undefined)).not.toThrow();
});

test('a stage without settings gets an error that says where to create them', () => {
  expect(() => readStageSettings('elsewhere')).toThrow(/copy settings\/example\.json/);
  expect(() => readStageSettings('../etc')).toThrow(/The stage "\.\.\/etc" must be/);
  expect(() => readStageSettings('local')).toThrow(
    /The stage "local" is reserved for this machine/,
  );
});

describe('cdk synth', () => {
  const cdk = join(ROOT, 'node_modules/.bin/cdk');

  /** Runs `cdk synth` for a stage, as an operator does. Returns its exit code and output. */
  async function synth(stage: string): Promise<{ code: number; said: string }> {
    const output = join(directory, 'cdk.out');
    try {
      const words = ['synth', '--quiet', '--output', output, '-c', `stage=${stage}`];
      const { stdout, stderr } = await promisify(execFile)(cdk, words, { cwd: ROOT });
      return { code: 0, said: stdout + stderr };
    } catch (fault) {
      const { code, stdout, stderr } = fault as { code: number; stdout: string; stderr: string };
      return { code, said: stdout + stderr };
    }
  }

  test('prints the invalid setting without a stack trace', async () => {
    const stage = `trial${process.pid}`;
    const file = join(ROOT, 'settings', `${stage}.json`);
    writeFileSync(file, JSON.stringify({ ...RIGHT, launchDate: 'soon' }));
    try {
      const { code, said } = await synth(stage);
      expect(code).not.toBe(0);
      expect(said).toContain(
        `settings/${stage}.json: launchDate must be an existing date as year-month-day: 2027-01-31.`,
      );
      expect(said).not.toMatch(/^\s+at .*:\d+:\d+/m);
      expect(said).not.toContain('node:internal');
    } finally {
      rmSync(file);
    }
  });
});
