/*
 * The answers to the requests that web/head.js sent before the app ran. Each is taken once, by the first call that would send the
 * same request.
 */

type EarlyAnswer = {
  readonly answer: Response;
  /** The header that it was requested with. */
  readonly authorization?: string;
};

declare global {
  var early: Record<string, Promise<EarlyAnswer>> | undefined;
}

/** How old (ms since the page was opened) the page is when what nobody has asked for is out of date. */
const TOO_LATE = 20_000;

/** Takes the early answer to a request; resolves to undefined if there is none of the same user, or if it is a fault. */
export async function takeEarlyAnswer(
  path: string,
  authorization: string | undefined,
): Promise<Response | undefined> {
  const early = globalThis.early?.[path];
  if (!early) return;
  delete globalThis.early?.[path];
  if (performance.now() > TOO_LATE) return;
  const taken = await early.catch(() => undefined);
  const isMine = taken?.authorization === authorization;
  return taken && isMine && taken.answer.status < 500 ? taken.answer : undefined;
}
