import { readDeviceTokens, TOKENS_PER_DEVICE } from '../../../shared/device-token.ts';
import { deviceStorage } from './storage.ts';

/*
 * The device tokens of this browser, one for each account that has signed in on it. They are not credentials: they
 * spare the owner a waiting time after others have guessed at the password. Signing out keeps them.
 */

export const DEVICE_TOKENS_KEY = 'deviceTokens';

/** The tokens, newest first; none if nobody has signed in on this device. */
export const deviceTokens = (): string[] =>
  readDeviceTokens(deviceStorage.getItem(DEVICE_TOKENS_KEY) ?? '');

/** Saves the token that a sign-in returned as the newest. */
export function storeDeviceToken(token: string): void {
  const others = deviceTokens().filter((other) => other !== token);
  const kept = [token, ...others].slice(0, TOKENS_PER_DEVICE);
  deviceStorage.setItem(DEVICE_TOKENS_KEY, kept.join(','));
}
