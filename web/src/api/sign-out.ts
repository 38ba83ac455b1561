import { refreshToken, signOut } from '../../../shared/api/signing-in.ts';
import { call, isRefusal, send } from './client.ts';
import { inTurn } from './in-turn.ts';
import { forgetSession, readSession } from './session.ts';

/* Signing out: at the server, which alone can delete the cookie with the refresh token, and on this device. */

/** Without a network this device is signed out all the same; nobody waits longer for the server than this (ms). */
const PATIENCE = 3_000;
/** The server was not reached: the next visit ends the session. */
const PENDING_KEY = 'signOutPending';

/** Signs this browser out. Where the server cannot be told now, it is told when it can be reached again. */
export async function signOutHere(): Promise<void> {
  const told = !readSession() || (navigator.onLine && (await tellServer()));
  forgetSession();
  if (!told) localStorage.setItem(PENDING_KEY, 'yes');
}

function tellServer(): Promise<boolean> {
  const telling = call(signOut, {}).then(() => true, isOver);
  return Promise.race([
    telling,
    new Promise<false>((resolve) => setTimeout(resolve, PATIENCE, false)),
  ]);
}

const isOver = (fault: unknown) => isRefusal(fault, 'UNAUTHENTICATED');

/** Ends the session of whoever signed out while the server could not be reached. */
export async function finishSignOut(): Promise<void> {
  if (localStorage.getItem(PENDING_KEY) === null) return;
  // Whoever signed in since has another cookie in its place.
  if (readSession() || (await inTurn('refresh-session', endByCookie)))
    localStorage.removeItem(PENDING_KEY);
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
