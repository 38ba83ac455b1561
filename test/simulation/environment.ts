import { tmpdir } from 'node:os';
import { newSigningKey, publicKeysOf } from '#functions/gateways/signing-keys.ts';
import { DEFAULT_FEES } from '#shared/rules/conversations/fees.ts';
import { localSecret, secretVariables } from '#shared/secret-names.ts';
import type { Settings } from '#shared/settings.ts';

/*
 * The environment variables of the functions. Import this file first: loggers and clients read the variables when
 * their modules are loaded.
 */

export const SECRETS = {
  signingKeyId: '1',
  signingKeys: [newSigningKey('1')],
  hashKey: Buffer.alloc(32, 'simulation').toString('base64'),
  stripeSecretKey: 'sk_test_local',
  stripePublishableKey: 'pk_test_local',
  stripeWebhookSecret: 'whsec_local',
  stripeConnectWebhookSecret: 'whsec_connect',
};

const SETTINGS: Settings = {
  stage: 'test',
  origin: 'https://replypaid.test',
  launchDate: '2100-01-01',
  phoneCountries: ['US', 'CA'],
  fictionalPhoneNumbers: true,
  fees: DEFAULT_FEES,
  email: { from: 'mail@replypaid.test', configurationSet: 'simulation' },
  // Rate limits have their own tests; people in a history call without limits.
  peoplePerAddress: 1_000_000,
  attachments: true,
};

Object.assign(process.env, {
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
  AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'SILENT',
  METRICS_DISABLED: 'true',
  TABLE_NAME: 'simulation',
  ...secretVariables((name) => localSecret(name)),
  TOKEN_PUBLIC_KEYS: publicKeysOf(SECRETS.signingKeys),
  EVENT_BUS: 'simulation',
  MEDIA_BUCKET: 'media',
  MEDIA_URL: 'https://replypaid.test/media',
  LIVE_HTTP_URL: 'https://live.replypaid.test',
  WEB_BUCKET: tmpdir(),
  SETTINGS: JSON.stringify(SETTINGS),
  CLOCK_OFFSET_MS: '0',
});
