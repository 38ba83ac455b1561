import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { signAccessToken } from '#functions/auth/sign-tokens.ts';
import { readAccessToken } from '#functions/auth/tokens.ts';
import { handler } from '#functions/deployment/makeTokenKeys.ts';
import { ensureSigningKeys } from '#functions/gateways/signing-key-store.ts';
import { publicKeysOf } from '#functions/gateways/signing-keys.ts';
import { startAws } from '#lib/local/aws/aws.ts';
import { localSecret, secretVariable } from '#shared/secret-names.ts';
import { type Instant, instant } from '#shared/time.ts';
import { lambdaContext } from '../../support/call.ts';
import { startCloudFormation } from '../../support/cloud-formation.ts';
import { callerAt } from '../../support/greeting.ts';
import { SETTINGS } from '../../support/world.ts';

/* The custom resource that generates and replaces the signing keys of access tokens. */

let aws: Awaited<ReturnType<typeof startAws>>;
let stored: Readonly<Record<string, unknown>> = {};
let writes = 0;
let stage = 0;

beforeAll(async () => {
  aws = await startAws({
    secrets: () => stored,
    keepSecrets: (secrets) => {
      stored = secrets;
      writes += 1;
    },
    onTextMessage: () => undefined,
    onEvent: () => undefined,
  });
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_SECRETS_MANAGER: aws.url,
    SETTINGS: JSON.stringify(SETTINGS),
  });
});
afterAll(() => aws.stop());
beforeEach(() => {
  [stored, writes] = [{}, 0];
});

const now: Instant = instant(Date.now());
/** Sets the public keys for verification, and clears the cached secret of functions that sign. */
async function deploy(signs: string, accepted: readonly string[]): Promise<void> {
  stage += 1;
  process.env[secretVariable('tokenKeys')] = localSecret('tokenKeys', `stage-${stage}`);
  process.env.TOKEN_PUBLIC_KEYS = publicKeysOf(await ensureSigningKeys({ signs, accepted }));
}
const sign = () => signAccessToken(callerAt(now), now);
const isGood = async (token: string) => (await readAccessToken(token, now)) !== undefined;

test('the first deployment creates a key, and the next one keeps it', async () => {
  await deploy('1', ['1']);
  const token = await sign();
  await deploy('1', ['1']);
  expect(await isGood(token)).toBe(true);
  expect(writes).toBe(1);
});

test('a key is replaced in three deployments, each of which keeps the tokens in use valid', async () => {
  await deploy('1', ['1']);
  const before = await sign();
  await deploy('1', ['1', '2']);
  const during = await sign();
  expect(await isGood(before)).toBe(true);
  await deploy('2', ['1', '2']);
  const after = await sign();
  expect([await isGood(during), await isGood(after)]).toEqual([true, true]);
  await deploy('2', ['2']);
  expect([await isGood(during), await isGood(after)]).toEqual([false, true]);
  expect(JSON.stringify(stored)).not.toContain('"kid":"1"');
});

test('after a leak one deployment ends every token of the old key', async () => {
  await deploy('1', ['1']);
  const stolen = await sign();
  await deploy('2', ['2']);
  expect([await isGood(stolen), await isGood(await sign())]).toEqual([false, true]);
});

test('the response contains no private key', async () => {
  await deploy('1', ['1', '2']);
  const keys: readonly object[] = JSON.parse(process.env.TOKEN_PUBLIC_KEYS ?? '');
  expect(keys.map((key) => Object.keys(key))).toEqual([
    ['kid', 'kty', 'crv', 'x'],
    ['kid', 'kty', 'crv', 'x'],
  ]);
});

test('the function that CloudFormation calls stores the keys and returns only their public halves', async () => {
  const cloudFormation = await startCloudFormation();
  process.env[secretVariable('tokenKeys')] = localSecret('tokenKeys', 'deployed');
  const wanted = { signs: '1', accepted: ['1'] };
  await handler(cloudFormation.event(wanted), lambdaContext());
  const publicKeys = publicKeysOf(await ensureSigningKeys(wanted));
  expect(cloudFormation.outcomes).toMatchObject([{ Status: 'SUCCESS', Data: { publicKeys } }]);
  expect(writes).toBe(1);
  cloudFormation.stop();
});
