import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { type LoaderFunctionArgs, matchRoutes } from 'react-router';
import { queryClient } from '#web/api/queries.ts';
import { takeReturnAddress } from '#web/api/return-address.ts';
import { storeSession } from '#web/api/session.ts';
import { appGate, membersGate, registrationGate } from '#web/gates.ts';
import { paths } from '#web/paths.ts';
import { routes } from '#web/routes.tsx';
import { SCREEN_GROUPS, type ScreenGroup } from '../../support/screen-groups.ts';
import { emptyBrowserStorage } from '../empty-storage.ts';

/*
 * The whole route table: which screen each address opens for each kind of user. The real loaders and guards run; only
 * the screens are not rendered.
 */

const ID = '01J0000000000000000000000A';

const PEOPLE = {
  nobody: undefined,
  unverified: { verified: false, licenseId: 'NONE' },
  verified: { verified: true, licenseId: 'NONE' },
  registered: { verified: true, licenseId: 'FREE' },
  member: { verified: true, licenseId: 'STARTER' },
} as const;
type Who = keyof typeof PEOPLE;

/** The users who see each group of addresses, and where the others are redirected. */
const SHOWN = 'is shown';
const GROUPS = {
  anybody: {
    nobody: SHOWN,
    unverified: SHOWN,
    verified: SHOWN,
    registered: SHOWN,
    member: SHOWN,
  },
  signingIn: {
    nobody: SHOWN,
    unverified: '/verify',
    verified: '/license',
    registered: '/dashboard',
    member: '/dashboard',
  },
  firstLetter: {
    nobody: SHOWN,
    unverified: '/verify',
    verified: '/license',
    registered: `/create-inbox/${ID}`,
    member: `/create-inbox/${ID}`,
  },
  registering: {
    nobody: '/login',
    unverified: '/verify',
    verified: SHOWN,
    registered: '/dashboard',
    member: '/dashboard',
  },
  app: {
    nobody: '/login',
    unverified: '/verify',
    verified: '/license',
    registered: SHOWN,
    member: SHOWN,
  },
  members: {
    nobody: '/login',
    unverified: '/verify',
    verified: '/license',
    registered: '/subscription',
    member: SHOWN,
  },
} as const satisfies Record<ScreenGroup, Record<Who, string>>;

/** Arguments of the addresses to which an id does not belong. */
const ARGUMENTS: Partial<Readonly<Record<keyof typeof paths, string>>> = {
  login: '',
  signInToWrite: '',
  desk: '',
  userSearch: '',
  browse: '',
  profile: 'ana.markovic',
  referral: 'ABCDEFGH',
};

const rows = (Object.keys(paths) as (keyof typeof paths)[]).flatMap((name) => {
  const address = paths[name](ARGUMENTS[name] ?? ID);
  return (Object.keys(PEOPLE) as Who[]).map(
    (who) => [address, who, GROUPS[SCREEN_GROUPS[name]][who]] as const,
  );
});

function signIn(who: Who): void {
  if (!PEOPLE[who]) return;
  const claims = btoa(JSON.stringify({ exp: Math.floor(Date.now() / 1_000) + 3_600 }));
  storeSession({
    accessToken: `head.${claims}.signature`,
    userId: ID,
    fullName: 'Ben Okafor',
    avatarUrl: null,
  });
}

const GATES = {
  registering: registrationGate,
  registered: appGate,
  members: membersGate,
} as const;

/** Follows the redirects of an address through loaders and guards to its final screen. */
async function endOf(address: string, who: Who): Promise<string> {
  const matches = matchRoutes([...routes], address) ?? [];
  const screen = matches.at(-1)?.route;
  if (!screen || screen.path === '*') return 'nowhere';
  for (const { route, params } of matches) {
    const gate = GATES[route.id as keyof typeof GATES];
    const person = PEOPLE[who];
    const first = gate && person && gate(person);
    if (first) return endOf(first, who);
    if (typeof route.loader !== 'function') continue;
    const request = new Request(`https://app.example${address}`);
    const answer: unknown = await route.loader(
      { params, request } as LoaderFunctionArgs,
      undefined,
    );
    const to = answer instanceof Response ? answer.headers.get('location') : undefined;
    if (to) return endOf(to, who);
  }
  return screen.lazy || screen.Component ? address : 'a blank page';
}

beforeEach(() => {
  emptyBrowserStorage();
  // Redirects do not depend on the queries of the screens.
  jest.spyOn(queryClient, 'prefetchQuery').mockResolvedValue(undefined);
  jest.spyOn(queryClient, 'prefetchInfiniteQuery').mockResolvedValue(undefined);
});

describe('every address of the specification', () => {
  test.each(rows)('%s, opened by a user who is %s, leads to %s', async (address, who, expected) => {
    signIn(who);
    expect(await endOf(address, who)).toBe(expected === SHOWN ? address : expected);
  });

  test('signing in returns to the registration step that required it', async () => {
    expect(await endOf('/help-ticket', 'nobody')).toBe('/login');
    expect(takeReturnAddress()).toBe('/help-ticket');
  });
});
