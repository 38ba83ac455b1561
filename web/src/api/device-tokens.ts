import { readDeviceTokens, TOKENS_PER_DEVICE } from '#shared/device-token.ts';
import { deviceCookies } from './storage.ts';

/*
 * The device tokens of this browser, one for each account that has signed in on it. They are not credentials: they
 * spare the owner a waiting time after others have guessed at the password. They are in a cookie, because signing out clears the storage.
 */

const COOKIE = 'device';
/** Cookies have no commas. */
const SEPARATOR = '.';

/** The tokens, newest first; none if nobody has signed in on this device. */
export const deviceTokens = (): string[] =>
  readDeviceTokens(deviceCookies.read(COOKIE)?.replaceAll(SEPARATOR, ','));

/** Saves the token that a sign-in returned as the newest. */
export function storeDeviceToken(token: string): void {
  const others = deviceTokens().filter((other) => other !== token);
  const kept = [token, ...others].slice(0, TOKENS_PER_DEVICE);
  deviceCookies.write(COOKIE, kept.join(SEPARATOR));
}
