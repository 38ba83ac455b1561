import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { serverNow } from './clock.ts';
import { removeFiles } from './device-files.ts';
import { parsedJson } from './parsed-json.ts';
import { deviceStorage, tabStorage } from './storage.ts';

/*
 * The session of this browser. Local storage holds who is signed in, for all tabs. Each page holds its access token
 * in memory. An HttpOnly cookie, which scripts cannot read, holds the refresh token.
 */

const STORAGE_KEY = 'session';
/** The user whose session expired: only they get their drafts back. */
const ENDED_KEY = 'endedSessionOf';
/** How the storage keys of letters begin that visitors wrote, who have no account yet. */
export const VISITOR_LETTER = 'visitorLetter:';
/** The storage keys that belong to no user: the profile that a visitor was on, and what they wrote. */
const isOfNobody = (key: string): boolean =>
  key === 'redirectToProfile' || key === 'writeToProfile' || key.startsWith(VISITOR_LETTER);

const sessionSchema = z.object({
  userId: z.string(),
  fullName: z.string(),
  avatarUrl: z.nullable(z.string()),
});

export type Session = z.infer<typeof sessionSchema>;

const listeners = new Set<() => void>();
let kept: { readonly text: string | null; readonly session: Session | undefined } = {
  text: null,
  session: undefined,
};

/** The access token of this page and its user; also the refresh token in a browser without cookies. */
let held: HeldTokens | undefined;

type HeldTokens = {
  readonly userId: string;
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
};

/** The user who is signed in on this browser, according to its storage. */
export function readSession(): Session | undefined {
  const text = deviceStorage.getItem(STORAGE_KEY);
  if (text !== kept.text) {
    const read = sessionSchema.safeParse(parsedJson(text));
    kept = { text, session: read.success ? read.data : undefined };
  }
  return kept.session;
}

/** Stores a session, and the access token if there is a new one. Clears the drafts of another user first. */
export function storeSession({
  accessToken,
  refreshToken = heldRefreshToken(),
  ...session
}: Session & { accessToken?: string; refreshToken?: string | undefined }): void {
  const before = deviceStorage.getItem(ENDED_KEY);
  if (before !== null && before !== session.userId) clearStorage(isOfNobody);
  deviceStorage.removeItem(ENDED_KEY);
  deviceStorage.setItem(STORAGE_KEY, JSON.stringify(session));
  if (accessToken !== undefined) held = { userId: session.userId, accessToken, refreshToken };
  tell();
}

/** The access token of this page, even if expired; undefined if there is none or another person has signed in since. */
export function currentAccessToken(): string | undefined {
  return held && held.userId === readSession()?.userId ? held.accessToken : undefined;
}

/** The refresh token of this page; undefined if it is in the cookie, as in every browser that keeps cookies. */
export function heldRefreshToken(): string | undefined {
  return held && held.userId === readSession()?.userId ? held.refreshToken : undefined;
}

/** The id of the session that the access token of this page belongs to; undefined if there is no token. */
export function currentSessionId(): string | undefined {
  const accessToken = currentAccessToken();
  return accessToken && payloadOf(accessToken)?.sid;
}

/** The access token of this page; undefined if it has expired. */
export function freshAccessToken(): string | undefined {
  const accessToken = currentAccessToken();
  return accessToken !== undefined && expiryOf(accessToken) > serverNow() + 5_000
    ? accessToken
    : undefined;
}

/** Stores the access token of a response if the same user is still signed in. */
export function storeAccessToken({ access_token: accessToken }: { access_token: string }): void {
  const session = readSession();
  if (session && payloadOf(accessToken)?.sub === session.userId)
    storeSession({ ...session, accessToken });
}

/** Signs this browser out: removes everything from its storage. What belongs to the device is in cookies. */
export function clearSession(): void {
  clearStorage(() => false);
  held = undefined;
  tell();
}

/** Ends an expired session. Drafts stay until the same user signs in again. */
export function endSession(): void {
  const session = readSession();
  deviceStorage.removeItem(STORAGE_KEY);
  held = undefined;
  if (session) deviceStorage.setItem(ENDED_KEY, session.userId);
  tell();
}

/** Whether what this user wrote may be kept on this device: they are signed in, or their session expired and nobody else has signed in. */
export function keepsDraftsOf(userId: string | undefined): boolean {
  const signedIn = readSession()?.userId ?? deviceStorage.getItem(ENDED_KEY) ?? undefined;
  return signedIn === userId;
}

function clearStorage(stays: (key: string) => boolean): void {
  const kept = deviceStorage
    .keys()
    .filter(stays)
    .map((key) => [key, deviceStorage.getItem(key)] as const);
  deviceStorage.clear();
  tabStorage.clear();
  void removeFiles();
  for (const [key, value] of kept) if (value !== null) deviceStorage.setItem(key, value);
}

/** The expiry of a token, in epoch milliseconds; 0 for an unreadable token. */
export const expiryOf = (accessToken: string): number => (payloadOf(accessToken)?.exp ?? 0) * 1_000;

/** Whether a token says that the phone of its account is confirmed. */
export const isVerifiedToken = (accessToken: string): boolean =>
  payloadOf(accessToken)?.verified === true;

const payloadSchema = z.object({
  exp: z.number(),
  sub: z.optional(z.string()),
  verified: z.optional(z.boolean()),
  /** The id of the session. */
  sid: z.optional(z.string()),
});

function payloadOf(accessToken: string): z.infer<typeof payloadSchema> | undefined {
  try {
    const payload = accessToken.split('.')[1] ?? '';
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    return payloadSchema.parse(claims);
  } catch {
    return undefined;
  }
}

/**
 * The session for components, which follow signing in and out in any tab. A page that the server rendered is hydrated
 * without one, as it was rendered.
 */
export function useSession(): Session | undefined {
  return useSyncExternalStore(subscribe, readSession, noSession);
}

const noSession = () => undefined;

/** Calls `onEnd` when the person who is signed in is signed out or replaced, in any tab. */
export function followSessionEnds(onEnd: () => void): void {
  let before = readSession()?.userId;
  subscribe(() => {
    const now = readSession()?.userId;
    const isOver = before !== undefined && now !== before;
    before = now;
    if (isOver) onEnd();
  });
}

/**
 * Reads the storage again. A page that was in the browser's back/forward cache was not told what other tabs stored meanwhile.
 */
export function rereadSession(): void {
  tell();
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
