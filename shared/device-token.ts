/*
 * A device token: a random token that a sign-in returns and the device stores. It is not a credential. It identifies a device
 * that an account has signed in on before, which gets limits of its own when strangers exhaust those of the account by
 * guessing.
 */

/** The header with the tokens of a device, newest first, separated by commas: one for each account that signed in on it. */
export const DEVICE_HEADER = 'x-device';

/** The number of accounts whose tokens a device stores. */
export const TOKENS_PER_DEVICE = 5;

/** Parses the header; returns no tokens if it is malformed or too long. */
export const readDeviceTokens = (header = ''): string[] =>
  /^[\w-]{22}(,[\w-]{22}){0,4}$/.test(header) ? header.split(',') : [];
