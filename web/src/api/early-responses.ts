/*
 * The responses to the requests that web/head.js sent before the app ran. Each is taken once, by the first call that would send
 * the same request.
 */

type EarlyResponse = {
  readonly response: Response;
  /** The Authorization header of the request; absent for the request that refreshes the session. */
  readonly authorization?: string;
};

declare global {
  var early: Record<string, Promise<EarlyResponse>> | undefined;
}

/** The time (ms) after the page was opened from which early responses are out of date and no longer used. */
const TOO_LATE = 20_000;

/**
 * Takes the early response to a request. Resolves to undefined if there is none, if it was requested with another access token,
 * or if the request failed or got a server error: the caller then sends the request itself.
 */
export async function takeEarlyResponse(
  path: string,
  authorization: string | undefined,
): Promise<Response | undefined> {
  const early = globalThis.early?.[path];
  if (!early) return;
  delete globalThis.early?.[path];
  if (performance.now() > TOO_LATE) return;
  const taken = await early.catch(() => undefined);
  const isMine = taken?.authorization === authorization;
  return taken && isMine && taken.response.status < 500 ? taken.response : undefined;
}
