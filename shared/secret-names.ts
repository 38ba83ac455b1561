/*
 * The secrets of a stage: their names, fields and environment variables. They are separate, so that a function can read
 * only those that its definition `uses`.
 */

export const SECRET_NAMES = [
  'tokenKeys',
  'hashKey',
  'stripeKey',
  'publishableKey',
  'webhookSecrets',
] as const;

export type SecretName = (typeof SECRET_NAMES)[number];

/** The fields of each secret. No field occurs in two secrets. */
export const SECRET_FIELDS = {
  /** The private keys of access tokens, and the id of the one that signs. */
  tokenKeys: ['signingKeyId', 'signingKeys'],
  /** The key of keyed hashes; the VAPID keys of web push are derived from it. */
  hashKey: ['hashKey'],
  stripeKey: ['stripeSecretKey'],
  /** Stripe's publishable key. It is public, and in a secret of its own so that its readers cannot read the secret key. */
  publishableKey: ['stripePublishableKey'],
  /** The signing secrets of the webhooks for our own Stripe account and for connected accounts. */
  webhookSecrets: ['stripeWebhookSecret', 'stripeConnectWebhookSecret'],
} as const satisfies Record<SecretName, readonly string[]>;

/** The environment variable with the ARN of a secret: `TOKEN_KEYS_ARN` for `tokenKeys`. */
export const secretVariable = (name: SecretName): string =>
  `${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}_ARN`;

/** The environment variables with the ARNs of all secrets. */
export const secretVariables = (arnOf: (name: SecretName) => string): Record<string, string> =>
  Object.fromEntries(SECRET_NAMES.map((name) => [secretVariable(name), arnOf(name)]));

/** The id of a secret in the emulator: `local:tokenKeys`. */
export const localSecret = (name: SecretName, stage = 'local') => `${stage}:${name}`;

/** Returns the name of the secret with an emulator's id; undefined for any other id. */
export function secretNameIn(id: string): SecretName | undefined {
  const named = /^[^:]+:(\w+)/.exec(id)?.[1];
  return SECRET_NAMES.find((name) => name === named);
}
