import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  jest,
  test,
} from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import type * as React from 'react';
import { type ComponentType, createElement } from 'react';
import { renderToString } from 'react-dom/server';
import {
  createMemoryRouter,
  type LoaderFunctionArgs,
  matchRoutes,
  type RouteObject,
  RouterProvider,
} from 'react-router';
import { checkUser } from '#shared/api/current-session.ts';
import type { Output } from '#shared/api/operation.ts';
import { query, queryClient } from '#web/api/queries.ts';
import { endSession, storeSession } from '#web/api/session.ts';
import { paths } from '#web/paths.ts';
import { routes } from '#web/routes.tsx';
import { ShellContext, type ShellValue } from '#web/shell/shell-context.ts';
import { emptyBrowserStorage } from '../empty-storage.ts';

/* The loader of each screen behind the sign-in starts the queries of its first render. */

const ID = '01J0000000000000000000000A';
type User = Output<typeof checkUser>['data'][number];

/** Screens without queries of their own. */
const ASK_NOTHING: readonly (keyof typeof paths)[] = [
  'deskQueue',
  'share',
  'editProfile',
  'editAvatar',
  'editSocialLinks',
  'addUserLink',
  'addSavedReply',
  'changePhoneNumber',
  'cancelSubscription',
  'updatePaymentMethod',
  'installApplication',
  'usagePolicy',
  'privacyPolicy',
  'paymentSuccess',
];

const signedIn = (Object.keys(paths) as (keyof typeof paths)[]).filter((name) =>
  matchRoutes([...routes], paths[name](ID))?.some(({ route }) => route.id === 'registered'),
);
/** The address of a screen. */
const addressOf = (name: keyof typeof paths) => paths[name](ID);
const screens = signedIn.filter((name) => !ASK_NOTHING.includes(name));
const leafOf = (address: string) => {
  const leaf = matchRoutes([...routes], address)?.at(-1);
  if (!leaf) throw new Error(`${address} leads nowhere`);
  return leaf;
};

function signIn(): void {
  const claims = btoa(JSON.stringify({ exp: Math.floor(Date.now() / 1_000) + 3_600 }));
  storeSession({
    accessToken: `head.${claims}.signature`,
    userId: ID,
    fullName: 'Ben Okafor',
    avatarUrl: null,
  });
}

const user = (changes: Partial<User> = {}) =>
  ({
    id: ID,
    fullName: 'Ben Okafor',
    username: 'ben.okafor',
    verified: true,
    licenseId: 'STARTER',
    permissionIds: ['MODERATOR'],
    nameOnCard: null,
    verifiedName: null,
    ...changes,
  }) as User;

const know = (known: User) =>
  queryClient.setQueryData(query(checkUser, {}).queryKey, { data: [known] });

/** Returns the keys of the started queries, without that of the user. */
const begun = () =>
  queryClient
    .getQueryCache()
    .getAll()
    .filter(({ options, queryKey }) => {
      const { enabled } = options as { enabled?: unknown };
      return enabled !== false && queryKey[0] !== checkUser.name;
    })
    .map(({ queryKey }) => JSON.stringify(queryKey))
    .sort();

async function load(address: string): Promise<string[]> {
  const { route, params } = leafOf(address);
  const request = new Request(`https://app.example${address}`);
  const { loader } = typeof route.lazy === 'function' ? await route.lazy() : route;
  if (typeof loader === 'function')
    await loader({ params, request } as LoaderFunctionArgs, undefined as never);
  return begun();
}

const SHELL = { person: undefined, paths: {}, unread: {} } as unknown as ShellValue;

/** Renders a screen before any data has arrived, and returns the queries that it uses. */
async function draw(address: string): Promise<string[]> {
  const { route } = leafOf(address);
  const { Component } = (await (route.lazy as () => Promise<RouteObject>)()) as {
    Component: ComponentType;
  };
  const screen = createMemoryRouter([{ path: route.path, Component } as RouteObject], {
    initialEntries: [address],
  });
  renderToString(
    createElement(
      QueryClientProvider,
      { client: queryClient },
      createElement(
        ShellContext,
        { value: SHELL },
        createElement(RouterProvider, { router: screen }),
      ),
    ),
  );
  return begun();
}

jest.mock('react-easy-crop/react-easy-crop.css', () => ({}));

// The files of a worker share this package, so the last of the tests restores it.
const react =
  jest.requireActual<{ -readonly [Name in keyof typeof React]: (typeof React)[Name] }>('react');
const { useSyncExternalStore } = react;

beforeAll(() => {
  // The cache's garbage collection must not keep the process alive.
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'Date'] });
  // Rendered without a browser: stores return their current value, and `window` is an empty object.
  react.useSyncExternalStore = (subscribe, read) => useSyncExternalStore(subscribe, read, read);
  Object.assign(globalThis, {
    window: {
      location: { origin: 'https://app.example' },
      matchMedia: () => ({ matches: false }),
      addEventListener: () => undefined,
      history: { state: null },
    },
    navigator: { userAgent: '', maxTouchPoints: 0, onLine: true },
  });
});
afterAll(() => {
  jest.useRealTimers();
  react.useSyncExternalStore = useSyncExternalStore;
  for (const name of ['window', 'navigator']) Reflect.deleteProperty(globalThis, name);
});

beforeEach(() => {
  emptyBrowserStorage();
  // No request is ever answered.
  jest.spyOn(globalThis, 'fetch').mockImplementation(() => new Promise(() => undefined));
  signIn();
});
afterEach(() => {
  queryClient.clear();
  jest.restoreAllMocks();
});

describe('the loader of a screen', () => {
  test.each(screens)(
    'of %s starts all queries that the screen uses on its first render',
    async (name) => {
      const address = addressOf(name);
      know(user());
      const asked = await draw(address);
      queryClient.clear();
      know(user());
      const started = await load(address);
      expect(started.length).toBeGreaterThan(0);
      expect(started).toEqual(expect.arrayContaining(asked));
    },
  );

  test.each(ASK_NOTHING)('does not exist for %s, which uses no queries', async (name) => {
    know(user());
    expect(await draw(paths[name](ID))).toEqual([]);
  });
});

describe('no query is started', () => {
  test('without a session', async () => {
    endSession();
    expect(await load(paths.inbox())).toEqual([]);
  });

  test('for contacts and chat if the user has no plan', async () => {
    know(user({ licenseId: 'FREE' }));
    expect(await load(paths.chat())).toEqual([]);
  });

  test('for a user whose registration is not finished', async () => {
    know(user({ licenseId: 'NONE' }));
    expect(await load(paths.inbox())).toEqual([]);
  });
});
