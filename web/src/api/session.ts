import { useSyncExternalStore } from 'react';
import * as z from 'zod';
import { serverNow } from './clock.ts';
import { DEVICE_TOKENS_KEY } from './device-tokens.ts';

/*
 * The session in the browser. Local storage holds who is signed in, for all tabs. The memory of each page holds its access
 * token. An HttpOnly cookie, which no script can read, holds the refresh token.
 */

const STORAGE_KEY = 'session';
/** Whose session ended by itself: what they were writing waits for them, and for nobody else. */
const ENDED_KEY = 'endedSessionOf';
/** Storage keys of the device, which stay after a sign-out: theme, whether the install hint was shown, device tokens. */
const OF_THE_DEVICE = ['theme', 'addToHomeScreen', DEVICE_TOKENS_KEY];
/** Not of any person: what is of the device, and which profile a visitor was on. */
const OF_NOBODY = [...OF_THE_DEVICE, 'redirectToProfile'];

const sessionSchema = z.object({
  userId: z.string(),
  fullName: z.string(),
  avatarUrl: z.string().nullable(),
});

export type Session = z.infer<typeof sessionSchema>;

const listeners = new Set<() => void>();
let kept: { readonly text: string | null; readonly session: Session | undefined } = {
  text: null,
  session: undefined,
};

/** The access token of this page, and whose it is. */
let held: { readonly userId: string; readonly accessToken: string } | undefined;

/** The person who is signed in to this browser, according to its storage. */
export function readSession(): Session | undefined {
  const text = localStorage.getItem(STORAGE_KEY);
  if (text !== kept.text) {
    const read = sessionSchema.safeParse(parse(text));
    kept = { text, session: read.success ? read.data : undefined };
  }
  return kept.session;
}

/** Saves a session, and the access token if there is a new one. It first clears the drafts that another person left. */
export function keepSession({ accessToken, ...session }: Session & { accessToken?: string }): void {
  const before = localStorage.getItem(ENDED_KEY);
  if (before !== null && before !== session.userId) clearStorage(OF_NOBODY);
  localStorage.removeItem(ENDED_KEY);
  localStorage.setItem(STORAGE_KEY, JSON.stringify(session));
  if (accessToken !== undefined) held = { userId: session.userId, accessToken };
  tell();
}

/** The access token of this page, even if expired; undefined if there is none or another person has signed in since. */
export function heldAccessToken(): string | undefined {
  return held && held.userId === readSession()?.userId ? held.accessToken : undefined;
}

/** The access token of this page; undefined if it has expired. */
export function freshAccessToken(): string | undefined {
  const accessToken = heldAccessToken();
  return accessToken !== undefined && expiryOf(accessToken) > serverNow() + 5_000
    ? accessToken
    : undefined;
}

/** Keeps an access token that came with an answer, where the same person is still signed in. */
export function keepAccessToken({ access_token: accessToken }: { access_token: string }): void {
  const session = readSession();
  if (session && payloadOf(accessToken)?.sub === session.userId)
    keepSession({ ...session, accessToken });
}

/** Signs this browser out: everything it stored goes, besides what is of the device. */
export function forgetSession(): void {
  clearStorage(OF_THE_DEVICE);
  held = undefined;
  tell();
}

/** The session ended by itself. What was being written stays for the same person to sign in again. */
export function endSession(): void {
  const session = readSession();
  localStorage.removeItem(STORAGE_KEY);
  held = undefined;
  if (session) localStorage.setItem(ENDED_KEY, session.userId);
  tell();
}

function clearStorage(besides: readonly string[]): void {
  const stays = besides.map((key) => [key, localStorage.getItem(key)] as const);
  localStorage.clear();
  sessionStorage.clear();
  for (const [key, value] of stays) if (value !== null) localStorage.setItem(key, value);
}

/** The expiry in the token's own words, in epoch milliseconds; 0 for a token that cannot be read. */
const expiryOf = (accessToken: string): number => (payloadOf(accessToken)?.exp ?? 0) * 1_000;

const payloadSchema = z.object({ exp: z.number(), sub: z.string().optional() });

function payloadOf(accessToken: string): z.infer<typeof payloadSchema> | undefined {
  try {
    const payload = accessToken.split('.')[1] ?? '';
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    return payloadSchema.parse(claims);
  } catch {
    return undefined;
  }
}

/** The session for components; they follow sign-in and sign-out in any tab. */
export function useSession(): Session | undefined {
  return useSyncExternalStore(subscribe, readSession);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

function tell(): void {
  for (const listener of listeners) listener();
}

function parse(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
