/*
 * A device token: random, given at each sign-in and kept by the device. It is no credential and signs nobody in: the limits
 * that strangers exhaust by guessing do not stop a device that an account was signed in on; it has limits of its own.
 */

/** The header that carries the tokens of a device, newest first, with commas between them: one for each account that used it. */
export const DEVICE_HEADER = 'x-device';

/** One browser keeps the tokens of as many accounts. */
export const TOKENS_PER_DEVICE = 5;

/** The tokens in such a header; none where it is malformed or too long. */
export const readDeviceTokens = (header = ''): string[] =>
  /^[\w-]{22}(,[\w-]{22}){0,4}$/.test(header) ? header.split(',') : [];
