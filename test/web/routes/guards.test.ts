import { beforeEach, describe, expect, test } from '@jest/globals';
import type { LoaderFunctionArgs } from 'react-router';
import { keepSession } from '../../../web/src/api/session.ts';
import { takeWantedAddress, wantAddress } from '../../../web/src/api/wanted.ts';
import { forwardSignedIn, requireSession } from '../../../web/src/guards.tsx';
import { emptyBrowserStorage } from '../kept-storage.ts';

const IN_AN_HOUR = Math.floor(Date.now() / 1_000) + 3_600;

function signIn(): void {
  const claims = btoa(JSON.stringify({ exp: IN_AN_HOUR }));
  keepSession({
    accessToken: `head.${claims}.signature`,
    userId: '01J0000000000000000000000A',
    fullName: 'Ben Okafor',
    avatarUrl: null,
  });
}

const opening = (address: string) =>
  ({ request: new Request(`https://app.example${address}`) }) as LoaderFunctionArgs;

beforeEach(emptyBrowserStorage);

describe('the guard of the screens behind the sign-in', () => {
  test('asks to sign in and remembers where the person was going', async () => {
    const answer = await requireSession(opening('/inbox?filter=OPEN'));
    expect(answer?.headers.get('location')).toBe('/login');
    expect(takeWantedAddress()).toBe('/inbox?filter=OPEN');
  });

  test('lets whoever is signed in through', async () => {
    signIn();
    expect(await requireSession(opening('/inbox'))).toBeNull();
  });
});

describe('the sign-in screens', () => {
  test('show themselves to whoever is not signed in', async () => {
    expect(await forwardSignedIn()).toBeNull();
  });

  test('send whoever is signed in to the dashboard', async () => {
    signIn();
    expect((await forwardSignedIn())?.headers.get('location')).toBe('/dashboard');
  });

  test('send whoever is signed in to where they were going', async () => {
    wantAddress('/order-viewer/01J0000000000000000000000A');
    signIn();
    const answer = await forwardSignedIn();
    expect(answer?.headers.get('location')).toBe('/order-viewer/01J0000000000000000000000A');
  });
});
