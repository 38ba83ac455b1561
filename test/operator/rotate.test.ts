import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  GetSecretValueCommand,
  ListSecretVersionIdsCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager';
import { afterAll, afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import { hashOfOriginKey } from '#functions/origin-key.ts';
import { nextRotationStep } from '#lib/operator/origin-key.ts';
import { keyStore } from '#lib/operator/origin-key-state.ts';
import { readStageSettings } from '#lib/settings.ts';

/* npm run rotate: replaces the key between CloudFront and the functions without rejecting requests. */

const FIRST = 'first-version-of-the-key-000000000000';
const FUNCTIONS = ['checkUser', 'viewInbox', 'createInbox'];
const STAGE = 'trial';

const manager = mockClient(SecretsManagerClient);
afterAll(() => manager.restore());
let directory: string;
/** The versions of the secret, each with its value and labels. */
let versions: Map<string, { value: string; labels: string[] }>;
/** The deployed state: the keys that each function accepts, and the key that CloudFront sends. */
let accepted: Record<string, string[]>;
let sent: string;
let edgeStatus: string;
/** The number of effects after which the command crashes. */
let effectsLeft: number;

const SETTINGS = {
  account: '210987654321',
  region: 'us-east-1',
  production: false,
  alarmEmail: 'operator@letters.example.co',
  launchDate: '2027-01-01',
  phoneCountries: ['US'],
  logRetentionDays: 30,
};

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'replypaid-rotate-'));
  writeFileSync(join(directory, `${STAGE}.json`), `${JSON.stringify(SETTINGS, null, 2)}\n`);
  versions = new Map([[FIRST, { value: 'the-first-key', labels: ['AWSCURRENT'] }]]);
  accepted = Object.fromEntries(FUNCTIONS.map((name) => [name, ['the-first-key']]));
  sent = 'the-first-key';
  edgeStatus = 'Deployed';
  effectsLeft = Number.POSITIVE_INFINITY;
  const effect = () => {
    effectsLeft -= 1;
    if (effectsLeft < 0) throw new Error('died');
  };
  manager.on(ListSecretVersionIdsCommand).callsFake(() => ({
    Versions: [...versions].map(([VersionId, { labels }]) => ({
      VersionId,
      VersionStages: labels,
    })),
  }));
  manager.on(GetSecretValueCommand).callsFake(({ VersionId }) => ({
    SecretString: versions.get(VersionId)?.value,
  }));
  manager.on(PutSecretValueCommand).callsFake((put) => {
    effect();
    versions.set(put.ClientRequestToken, { value: put.SecretString, labels: put.VersionStages });
    return {};
  });
  manager.on(UpdateSecretVersionStageCommand).callsFake((move) => {
    effect();
    const from = versions.get(move.RemoveFromVersionId);
    if (!from?.labels.includes(move.VersionStage)) throw new Error('the label is not there');
    from.labels = from.labels.filter((label) => label !== move.VersionStage);
    versions.get(move.MoveToVersionId)?.labels.push(move.VersionStage);
    return {};
  });
});
afterEach(() => {
  manager.reset();
  rmSync(directory, { recursive: true });
});

/** Fakes the responses of the AWS command line about the deployed stage. */
function ask(...[service, verb]: readonly string[]): unknown {
  if (verb === 'list-functions')
    return {
      Functions: Object.entries(accepted).map(([name, keys]) => ({
        FunctionName: `replypaid-${STAGE}-${name}`,
        Environment: { Variables: { ORIGIN_KEY_HASHES: keys.map(hashOfOriginKey).join(',') } },
      })),
    };
  if (service === 'cloudformation')
    return {
      StackResources: [
        {
          ResourceType: 'AWS::CloudFront::Distribution',
          LogicalResourceId: 'Distribution830FAC52',
          PhysicalResourceId: 'E1',
        },
      ],
    };
  const CustomHeaders = { Items: [{ HeaderName: 'x-origin-key', HeaderValue: sent }] };
  const Origins = { Items: [{ CustomHeaders: {} }, { CustomHeaders }] };
  return { Distribution: { Status: edgeStatus, DistributionConfig: { Origins } } };
}

const settings = () => readStageSettings(STAGE, directory);
const step = () =>
  nextRotationStep({ settings: settings(), keys: keyStore('secret', 'us-east-1'), ask, directory });
const run = async () => (await step()).apply();
const keyIn = (version: string | undefined) => versions.get(version ?? FIRST)?.value ?? '';

/** The steps of a CloudFormation deployment of the current settings, in order. */
const deployment = (): (() => void)[] => {
  const { originKeys } = settings();
  const keys = (originKeys?.accepted ?? [FIRST]).map(keyIn);
  return [
    ...FUNCTIONS.map((name) => () => {
      accepted[name] = keys;
    }),
    () => {
      sent = keyIn(originKeys?.sent);
    },
  ];
};
const deploy = () => {
  for (const change of deployment()) change();
};
const everybodyGetsThrough = () => Object.values(accepted).every((keys) => keys.includes(sent));

describe('the origin key between CloudFront and the functions', () => {
  test('is replaced in three steps, after which the old one is invalid', async () => {
    const before = readFileSync(join(directory, `${STAGE}.json`), 'utf8');
    for (let at = 1; at <= 3; at += 1) {
      const next = await step();
      expect(next.summary[0]).toMatch(new RegExp(`^Step ${at} of 3: `));
      await next.apply();
      deploy();
    }
    expect(sent).not.toBe('the-first-key');
    expect(sent).toMatch(/^[A-Za-z0-9]{48}$/);
    for (const keys of Object.values(accepted)) expect(keys).toEqual([sent]);
    expect((await step()).summary[0]).toMatch(/^Step 1 of 3/);
    const after = readFileSync(join(directory, `${STAGE}.json`), 'utf8');
    // All other settings are unchanged, line by line.
    expect(after.replace(/,\n {2}"originKeys": \{[^}]*\}/, '')).toBe(before);
  });

  test('can be replaced a second time in the same way', async () => {
    for (let at = 0; at < 6; at += 1) {
      await run();
      deploy();
    }
    expect(everybodyGetsThrough()).toBe(true);
    expect([...versions.values()].flatMap(({ labels }) => labels)).toEqual(['AWSCURRENT']);
    expect(versions.size).toBe(3);
  });

  test('never causes a valid request to be rejected, even if the command or a deployment crashes', async () => {
    for (let rotation = 0; rotation < 3; rotation += 1) {
      // The command crashes after no, one or two effects, and is run again.
      effectsLeft = rotation;
      await run().catch((fault: Error) => expect(fault.message).toBe('died'));
      effectsLeft = Number.POSITIVE_INFINITY;
      // A deployment follows, which may stop after any of its steps.
      for (const change of deployment().reverse()) {
        change();
        expect(everybodyGetsThrough()).toBe(true);
      }
      const { originKeys } = settings();
      expect(originKeys?.accepted.includes(originKeys.sent) ?? true).toBe(true);
    }
    let steps = 0;
    while ((settings().originKeys?.accepted.length ?? 2) === 2 && steps < 5) {
      await run();
      deploy();
      expect(everybodyGetsThrough()).toBe(true);
      steps += 1;
    }
    expect(sent).not.toBe('the-first-key');
    // The second attempt reuses the version that the crashed attempt created.
    expect(versions.size).toBe(2);
  });

  test.each([0, 1])(
    'is removed by a second run if the last step crashed after %i of its changes',
    async (changes) => {
      for (let at = 0; at < 2; at += 1) {
        await run();
        deploy();
      }
      effectsLeft = changes;
      await expect(run()).rejects.toThrow('died');
      effectsLeft = Number.POSITIVE_INFINITY;
      await run();
      deploy();
      expect([...versions.values()].map(({ labels }) => labels)).toEqual([[], ['AWSCURRENT']]);
      for (const keys of Object.values(accepted)) expect(keys).toEqual([sent]);
    },
  );

  test('is sent by CloudFront only after every function accepts it, and removed only after CloudFront sends the new one', async () => {
    await run();
    await expect(step()).rejects.toThrow(/^3 functions do not accept the new key yet/);
    deploy();
    accepted.viewInbox = ['the-first-key'];
    await expect(step()).rejects.toThrow(/^1 functions .*for example replypaid-trial-viewInbox/);
    deploy();
    await run();
    await expect(step()).rejects.toThrow(/^CloudFront does not send the new key everywhere yet/);
    deploy();
    edgeStatus = 'InProgress';
    await expect(step()).rejects.toThrow(/^CloudFront does not send the new key everywhere yet/);
  });

  test('is never printed', async () => {
    const said: string[] = [];
    for (let at = 0; at < 3; at += 1) {
      const { summary, apply } = await step();
      said.push(...summary, ...(await apply()));
      deploy();
    }
    for (const { value } of versions.values()) expect(said.join()).not.toContain(value);
  });
});
