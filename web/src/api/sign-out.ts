import { refreshToken, signOut } from '#shared/api/current-session.ts';
import { call, isRefusal, send } from './client.ts';
import { withLock } from './lock.ts';
import { clearSession, readSession } from './session.ts';
import { deviceStorage } from './storage.ts';

/* Signs out on this device and at the server: only the server can delete the HttpOnly refresh cookie. */

/** How long (ms) a sign-out waits for the server before it signs out on the device alone. */
const PATIENCE = 3_000;
/** The storage key of a sign-out that the server does not know about yet. */
const PENDING_KEY = 'signOutPending';

/** Signs this browser out. If the server cannot be reached, the next visit ends the session there. */
export async function signOutHere(): Promise<void> {
  const told = !readSession() || (await tellServer());
  clearSession();
  if (!told) deviceStorage.setItem(PENDING_KEY, 'yes');
}

function tellServer(): Promise<boolean> {
  const telling = call(signOut, {}).then(() => true, isOver);
  return Promise.race([
    telling,
    new Promise<false>((resolve) => setTimeout(resolve, PATIENCE, false)),
  ]);
}

const isOver = (fault: unknown) => isRefusal(fault, 'UNAUTHENTICATED');

/** Ends the session of an earlier sign-out that did not reach the server. */
export async function finishSignOut(): Promise<void> {
  if (deviceStorage.getItem(PENDING_KEY) === null) return;
  // A sign-in since then has replaced the cookie of that session.
  if (readSession() || (await withLock('refresh-session', endByCookie)))
    deviceStorage.removeItem(PENDING_KEY);
}

async function endByCookie(): Promise<boolean> {
  try {
    const tokens = await send(refreshToken, {}, undefined, {});
    await send(signOut, {}, tokens.access_token, {});
    return true;
  } catch (fault) {
    return isOver(fault);
  }
}
