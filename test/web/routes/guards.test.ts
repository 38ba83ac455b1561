import { beforeEach, describe, expect, test } from '@jest/globals';
import type { LoaderFunctionArgs } from 'react-router';
import { storeReturnAddress, takeReturnAddress } from '#web/api/return-address.ts';
import { storeSession } from '#web/api/session.ts';
import { forwardSignedIn, requireSession } from '#web/guards.tsx';
import { emptyBrowserStorage } from '../empty-storage.ts';

const IN_AN_HOUR = Math.floor(Date.now() / 1_000) + 3_600;

function signIn(): void {
  const claims = btoa(JSON.stringify({ exp: IN_AN_HOUR }));
  storeSession({
    accessToken: `head.${claims}.signature`,
    userId: '01J0000000000000000000000A',
    fullName: 'Ben Okafor',
    avatarUrl: null,
  });
}

const opening = (address: string) =>
  ({ request: new Request(`https://app.example${address}`) }) as LoaderFunctionArgs;

beforeEach(emptyBrowserStorage);

describe('requireSession', () => {
  test('redirects to the sign-in and stores the address', async () => {
    const answer = await requireSession(opening('/inbox?filter=OPEN'));
    expect(answer?.headers.get('location')).toBe('/login');
    expect(takeReturnAddress()).toBe('/inbox?filter=OPEN');
  });

  test('lets signed-in users through', async () => {
    signIn();
    expect(await requireSession(opening('/inbox'))).toBeNull();
  });
});

describe('forwardSignedIn', () => {
  test('shows the sign-in screens to signed-out users', async () => {
    expect(await forwardSignedIn(opening('/login'))).toBeNull();
  });

  test('redirects signed-in users to the dashboard', async () => {
    signIn();
    expect((await forwardSignedIn(opening('/login')))?.headers.get('location')).toBe('/dashboard');
  });

  test('redirects signed-in users to the stored address', async () => {
    storeReturnAddress('/order-viewer/01J0000000000000000000000A');
    signIn();
    const answer = await forwardSignedIn(opening('/login'));
    expect(answer?.headers.get('location')).toBe('/order-viewer/01J0000000000000000000000A');
  });

  test.each([
    ['the profile in the address', '/login?profile=lucia.prado', '/lucia.prado'],
    ['no other site', '/login?profile=/evil.example', '/dashboard'],
  ])('redirects signed-in users to %s', async (_, address, target) => {
    signIn();
    expect((await forwardSignedIn(opening(address)))?.headers.get('location')).toBe(target);
  });
});
