import { readDeviceTokens, TOKENS_PER_DEVICE } from '../../../shared/device-token.ts';

/*
 * The tokens of this device, of those who signed in on it. They are no credentials: they only spare their owners the wait
 * when strangers guessed at their passwords. So they stay after signing out.
 */

export const DEVICE_TOKENS_KEY = 'deviceTokens';

/** Newest first; none where nobody signed in on this device. */
export const deviceTokens = (): string[] =>
  readDeviceTokens(localStorage.getItem(DEVICE_TOKENS_KEY) ?? '');

/** Keeps the token that a sign-in gave, the newest first. */
export function keepDeviceToken(token: string): void {
  const others = deviceTokens().filter((other) => other !== token);
  const kept = [token, ...others].slice(0, TOKENS_PER_DEVICE);
  localStorage.setItem(DEVICE_TOKENS_KEY, kept.join(','));
}
