/*
 * The secrets of a stage, each by itself, so that a function reads the one that its definition `uses` and no other:
 * where the environment says its ARN, and what it holds.
 */

export const SECRET_NAMES = [
  'tokenKeys',
  'hashKey',
  'stripeKey',
  'publishableKey',
  'webhookSecrets',
] as const;

export type SecretName = (typeof SECRET_NAMES)[number];

/** The fields of each; no field is in two. */
export const SECRET_FIELDS = {
  /** The private keys that sign access tokens, and which of them signs now. */
  tokenKeys: ['signingKeyId', 'signingKeys'],
  /** Of keyed hashes; the keys of web push follow from it. */
  hashKey: ['hashKey'],
  stripeKey: ['stripeSecretKey'],
  /** What browsers know Stripe by: public, and apart from the key that is not. */
  publishableKey: ['stripePublishableKey'],
  /** Sign what Stripe tells of our own account, and of those of people who are paid. */
  webhookSecrets: ['stripeWebhookSecret', 'stripeConnectWebhookSecret'],
} as const satisfies Record<SecretName, readonly string[]>;

/** `TOKEN_KEYS_ARN` of `tokenKeys`: the variable that names a secret to functions. */
export const secretVariable = (name: SecretName): string =>
  `${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}_ARN`;

/** The variables with the ARNs of all secrets. */
export const secretVariables = (arnOf: (name: SecretName) => string): Record<string, string> =>
  Object.fromEntries(SECRET_NAMES.map((name) => [secretVariable(name), arnOf(name)]));

/** How stand-ins call a secret, so that what is asked for it says which it is. */
export const localSecret = (name: SecretName, stage = 'local') => `${stage}:${name}`;

/** The name in such an id. */
export function secretNameIn(id: string): SecretName | undefined {
  const named = /^[^:]+:(\w+)/.exec(id)?.[1];
  return SECRET_NAMES.find((name) => name === named);
}
