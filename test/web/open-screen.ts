import { afterAll, afterEach, beforeAll, beforeEach, jest } from '@jest/globals';
import { PATIENCE_MS } from '@replypaid/test-browser/patience';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, configure, render } from '@testing-library/react/pure';
import { userEvent } from '@testing-library/user-event';
import { createElement } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import * as z from 'zod/mini';
import { checkUser } from '#shared/api/current-session.ts';
import type { OperationSpec, Output } from '#shared/api/operation.ts';
import { REFUSALS, type RefusalCode } from '#shared/refusals.ts';
import type { CurrentUser } from '#web/api/current-user.ts';
import { queryClient } from '#web/api/queries.ts';
import { endSession, storeSession } from '#web/api/session.ts';
import { routes } from '#web/routes.tsx';
import { accessToken } from './tokens.ts';

/* Opens a screen of the app in jsdom, with its router, guards and loaders. Only `fetch` is replaced. */

/** A call that the app made: what it sent, and its Idempotency-Key. */
export type Call = { readonly input: URLSearchParams; readonly key: string | null };
type Answer = (call: Call) => Response | Promise<Response>;

/** By the path of the operation. */
const answers = new Map<string, Answer>();
const calls = new Map<string, Call[]>();

/** The calls of an operation since the screen was opened. */
export const callsOf = ({ path }: OperationSpec): readonly Call[] => calls.get(path) ?? [];

/** Every request since the screen was opened: its path, and what it sent. */
export const requestedPaths = (): readonly string[] =>
  [...calls].flatMap(([path, made]) => made.map(({ input }) => `${path}?${input}`));

/** Sets how the server answers an operation from now on. Every other operation is refused with NOT_FOUND. */
export function serve(operation: OperationSpec, answer: Answer): void {
  answers.set(operation.path, answer);
}

/** A successful answer, encoded as the server does. */
export const success = <Op extends OperationSpec>(operation: Op, output: Output<Op>): Response =>
  Response.json({ status: 'SUCCESS', ...(z.encode(operation.output, output as never) as object) });

/** A refusal, with the sentences of its fields. */
export const refusal = (code: RefusalCode, fields: Record<string, string> = {}): Response =>
  Response.json(
    { status: code, message: REFUSALS[code].sentence, fields },
    { status: REFUSALS[code].http },
  );

/** A response that never arrives, although the server may have handled the call. */
export const lost = (): never => {
  throw new TypeError('Failed to fetch');
};

/** Returns the beacons that the app sends from now on in this test, each as its path and its body. */
export function catchBeacons(): readonly string[] {
  const sent: string[] = [];
  jest.spyOn(navigator, 'sendBeacon').mockImplementation((path, body) => {
    sent.push(`${path} ${body}`);
    return true;
  });
  return sent;
}

async function answerTo(to: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const { pathname: path, searchParams } = new URL(String(to), 'https://app.example');
  const call = {
    input: init.body ? new URLSearchParams(String(init.body)) : searchParams,
    key: new Headers(init.headers).get('idempotency-key'),
  };
  calls.set(path, [...(calls.get(path) ?? []), call]);
  return answers.get(path)?.(call) ?? refusal('NOT_FOUND');
}

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  // Without the document, which is thousands of lines.
  const getElementError = (words: string | null) => new Error(words ?? 'not found');
  // Long enough for a busy machine: no test is decided by its time.
  configure({ getElementError, asyncUtilTimeout: PATIENCE_MS });
  const { queries, mutations } = queryClient.getDefaultOptions();
  queryClient.setDefaultOptions({ queries: { ...queries, retryDelay: 0 }, mutations });
});
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  answers.clear();
  calls.clear();
  jest.spyOn(globalThis, 'fetch').mockImplementation(answerTo);
});
afterEach(async () => {
  await act(async () => cleanup());
  endSession();
  queryClient.clear();
  jest.restoreAllMocks();
});
// The text editor ends with a timer of 1 ms after its page, and timers of the same time run in order.
afterAll(() => new Promise((done) => setTimeout(done, 1)));

/** Opens the screen at an address, signed in as this user or as a visitor. */
export async function openScreen(address: string, viewer?: CurrentUser) {
  if (viewer) {
    serve(checkUser, () => success(checkUser, { data: [viewer] }));
    const { id: userId, fullName, profileImageUrl: avatarUrl } = viewer;
    storeSession({ userId, fullName, avatarUrl, accessToken: accessToken() });
  }
  const router = createMemoryRouter([...routes], { initialEntries: [address] });
  const app = createElement(
    QueryClientProvider,
    { client: queryClient },
    createElement(RouterProvider, { router }),
  );
  const { unmount } = await act(async () => render(app));
  const pathname = () => router.state.location.pathname;
  const search = () => router.state.location.search;
  /** Closes the page; the storage stays. */
  const close = () => {
    unmount();
    queryClient.clear();
  };
  return { user: userEvent.setup({ delay: null }), pathname, search, close };
}
