import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { type LoaderFunctionArgs, matchRoutes } from 'react-router';
import { queryClient } from '#web/api/queries.ts';
import { takeReturnAddress } from '#web/api/return-address.ts';
import { storeSession } from '#web/api/session.ts';
import { appGate, membersGate, registrationGate } from '#web/gates.ts';
import { routes } from '#web/routes.tsx';
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
} as const satisfies Record<string, Record<Who, string>>;

const TABLE: Record<keyof typeof GROUPS, readonly string[]> = {
  anybody: [
    '/',
    '/home',
    '/referral/ABCDEFGH',
    '/verify',
    '/verify/01J0000000000000000000000A',
    '/public-usage-policy',
    '/public-privacy-policy',
    '/reliability',
    '/browse',
    '/stop-change',
    '/unsubscribe',
    '/profile-not-found',
    '/referral-not-found',
    '/ana.markovic',
    // Without a session the screen redirects to the sign-in.
    '/logout',
  ],
  signingIn: [
    '/login',
    '/register',
    '/onetime-login',
    '/onetime-login-verification',
    '/forget-password',
    '/reset-password',
    '/recover-account',
    '/forget-password-verification',
  ],
  firstLetter: [`/first-letter/${ID}`, `/first-letter/${ID}/you`],
  registering: [
    '/license',
    '/inbound-messaging',
    '/registration-free-checkout',
    '/registration-paid-checkout',
  ],
  app: [
    '/dashboard',
    '/my-profile',
    '/analytics',
    '/share',
    '/invite',
    '/settings',
    '/settings/leaving',
    '/settings/notifications',
    '/settings/saved-replies',
    '/settings/saved-replies/add',
    `/settings/saved-replies/${ID}`,
    '/settings/tiers',
    '/settings/availability',
    '/install-application',
    '/privacy-policy',
    '/usage-policy',
    '/settings/security',
    '/change-password',
    '/change-phone-number',
    '/settings/email',
    '/subscription',
    '/cancel-subscription',
    '/plan-payments',
    '/account-balance',
    '/payment-method',
    '/update-payment-method',
    '/inbound-message-config',
    '/update-inbound-message-config',
    '/edit-profile',
    '/edit-social-links',
    '/edit-avatar',
    '/orders',
    `/order-viewer/${ID}`,
    '/inbox',
    `/inbox-viewer/${ID}`,
    `/paid-reply/${ID}`,
    `/inbox-reply/${ID}`,
    `/order-reply/${ID}`,
    `/report/${ID}`,
    '/answer',
    `/ask-first/${ID}`,
    `/record/${ID}`,
    `/give-information/${ID}`,
    `/cancel/${ID}`,
    `/create-inbox/${ID}`,
    `/inbox-payment/${ID}`,
    '/payment-success',
    '/user-search',
    '/help-ticket',
    '/user-links',
    '/add-user-link',
    '/blocked',
    '/settings/questions',
    '/settings/contact-prices',
    `/settings/contact-prices/${ID}`,
  ],
  members: [
    '/chat',
    `/chat-viewer/${ID}`,
    `/chat-reply/${ID}`,
    `/chat-group/${ID}`,
    `/chat-group/${ID}/add-people`,
    `/chat-group/${ID}/name`,
    `/chat-group/${ID}/photo`,
    `/chat-invite/${ID}`,
    '/create-group-chat',
    '/contacts',
  ],
};

const rows = Object.entries(TABLE).flatMap(([group, addresses]) =>
  addresses.flatMap((address) =>
    (Object.keys(PEOPLE) as Who[]).map(
      (who) => [address, who, GROUPS[group as keyof typeof GROUPS][who]] as const,
    ),
  ),
);

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
