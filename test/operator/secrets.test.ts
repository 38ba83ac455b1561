import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { pushKeys } from '#functions/gateways/push-services.ts';
import { promptHidden } from '#lib/operator/hidden-prompt.ts';
import { secretsFromLines } from '#lib/operator/secret-input.ts';
import { checkSecretInput, type SecretInput } from '#lib/operator/stage-secrets.ts';
import { updateSecrets } from '#lib/operator/update-secrets.ts';
import {
  type DeployedStage,
  GENERATED,
  KEYS,
  STAGE,
  startDeployedStage,
} from '../support/deployed-stage.ts';

/* npm run secrets: stores the Stripe keys of a stage. */

let stage: DeployedStage;
beforeEach(async () => {
  stage = await startDeployedStage();
  Object.assign(process.env, stage.environment, { AWS_REGION: 'us-east-1' });
});
afterEach(() => stage.stop());

const GIVEN = {
  STRIPE_SECRET_KEY: KEYS.secretKey,
  STRIPE_PUBLISHABLE_KEY: KEYS.publishableKey,
};
const KEYS_GIVEN = {
  stripeSecretKey: KEYS.secretKey,
  stripePublishableKey: KEYS.publishableKey,
};

/** Stores the given keys in the stage. */
const keep = (given: SecretInput, offline = false) =>
  updateSecrets({ stage: STAGE, production: false, given, offline });

describe('storing the Stripe keys of a stage', () => {
  test('keeps the secrets that the deployment generated, and prints no secret', async () => {
    const { code, out, err } = await stage.run('secrets', [], { variables: GIVEN });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(stage.stored()).toEqual({
      ...GENERATED,
      stripeSecretKey: KEYS.secretKey,
      stripePublishableKey: KEYS.publishableKey,
    });
    expect(out).toMatch(/stripeSecretKey\s+stored \(test\) now/);
    expect(out).toContain(pushKeys(GENERATED).publicKey);
    expect(out).toContain('npm run webhooks -- --stage example');
    for (const secret of [GENERATED.hashKey, KEYS.secretKey, pushKeys(GENERATED).privateKey])
      expect(out).not.toContain(secret);
    // The SetupIntent that tested the keys at Stripe is canceled.
    expect(stage.stripe.read('setupIntents')).toMatchObject([{ status: 'canceled' }]);
  });

  test('reads them from a pipe, and keeps stored keys that are not given', async () => {
    stage.store({ stripeSecretKey: KEYS.secretKey, stripeWebhookSecret: 'whsec_kept' });
    const piped = `STRIPE_PUBLISHABLE_KEY="${KEYS.publishableKey}"\n`;
    expect((await stage.run('secrets', [], { piped })).code).toBe(0);
    expect(stage.stored()).toMatchObject({
      stripeSecretKey: KEYS.secretKey,
      stripePublishableKey: KEYS.publishableKey,
      stripeWebhookSecret: 'whsec_kept',
    });
  });

  test('writes them once, even if the command runs again', async () => {
    await keep(KEYS_GIVEN);
    await keep(KEYS_GIVEN);
    expect(await keep({})).toMatch(/stripeSecretKey\s+stored \(test\)\n/);
    // Each of the two keys has its own secret.
    expect(stage.writes()).toBe(2);
  });

  test.each([
    ['STRIPE_SECRET_KEY', 'sk_test_another'],
    ['STRIPE_PUBLISHABLE_KEY', 'pk_test_another'],
  ])('stores nothing if Stripe does not accept %s', async (variable, wrong) => {
    const given = secretsFromLines(
      Object.entries({ ...GIVEN, [variable]: wrong })
        .map((pair) => pair.join('='))
        .join('\n'),
    );
    const refused = keep(given);
    await expect(refused).rejects.toThrow(`Stripe refused ${variable}: Invalid API Key`);
    await expect(refused).rejects.not.toThrow(wrong);
    expect(stage.writes()).toBe(0);
  });

  test('is refused in another AWS account than that of the settings', async () => {
    const variables = { ...GIVEN, SIGNED_IN: '999988887777' };
    const { code, err } = await stage.run('secrets', [], { variables });
    expect(code).toBe(1);
    expect(err).toMatch(
      /^The stage example belongs to the AWS account 123456789012 .* signed in to 999988887777.*\n$/,
    );
    expect(stage.writes()).toBe(0);
  });

  test('with --offline skips the check of the keys at Stripe', async () => {
    await keep({ ...KEYS_GIVEN, stripeSecretKey: 'sk_test_another' }, true);
    expect(stage.stored()).toMatchObject({ stripeSecretKey: 'sk_test_another' });
  });
});

describe('an invalid Stripe key', () => {
  const look =
    (given: Record<string, string>, production: boolean, stored = GENERATED) =>
    () =>
      checkSecretInput(given, { stage: 'prod', production, stored });

  test.each([
    [{ stripeSecretKey: 'sk_live_1' }, false, /is a live key.*needs test keys/],
    [{ stripeSecretKey: 'rk_test_1' }, true, /is a test key.*needs live keys/],
    [{ stripePublishableKey: 'pk_live_1' }, false, /STRIPE_PUBLISHABLE_KEY is a live key/],
    [{ stripeSecretKey: 'pk_test_1' }, false, /STRIPE_SECRET_KEY does not look like/],
    [{ stripePublishableKey: 'sk_test_1' }, false, /STRIPE_PUBLISHABLE_KEY does not look like/],
    [{ stripeWebhookSecret: 'secret' }, false, /does not look like whsec_/],
  ])('is refused: %j for production=%p', (given, production, sentence) => {
    expect(look(given, production)).toThrow(sentence);
    expect(look(given, production)).not.toThrow(new RegExp(Object.values(given)[0] ?? ''));
  });

  test('is refused if its mode differs from that of the stored key', () => {
    const stored = { ...GENERATED, stripePublishableKey: 'pk_test_1' };
    expect(look({ stripeSecretKey: 'sk_live_1' }, true, stored)).toThrow(/of the same mode/);
  });
});

test('an invalid line from a pipe is not repeated in the error', () => {
  expect(() => secretsFromLines('sk_live_secret')).toThrow(/Each line must be/);
  expect(() => secretsFromLines('sk_live_secret')).not.toThrow(/sk_live_secret/);
});

describe('the terminal prompt for a secret', () => {
  const sit = () => {
    const modes: boolean[] = [];
    const keyboard = Object.assign(new PassThrough(), {
      setRawMode: (raw: boolean) => modes.push(raw),
    });
    const screen = new PassThrough();
    return { keyboard, screen, modes, asked: promptHidden('Key: ', keyboard, screen) };
  };

  test('does not show the input, and allows corrections', async () => {
    const { keyboard, screen, modes, asked } = sit();
    keyboard.write('sk_tets');
    keyboard.write('\u007f\u007fst_1\r');
    expect(await asked).toBe('sk_test_1');
    expect(String(screen.read())).toBe('Key: \n');
    expect(modes).toEqual([true, false]);
  });

  test('can be canceled', async () => {
    const { keyboard, modes, asked } = sit();
    keyboard.write('sk_\u0003');
    await expect(asked).rejects.toThrow('Canceled');
    expect(modes).toEqual([true, false]);
  });
});
