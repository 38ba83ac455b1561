/** The differences whose reason is in README.md, in the words of the findings. */
export const KNOWN_DIFFERENCES: readonly RegExp[] = [
  / \(publishable key\): [\w.]+ is missing$/,
  /^POST \/v1\/payment_intents\/:id\/confirm takes a parameter that is not described: client_secret$/,
];
