import { describe, expect, test } from '@jest/globals';
import { matchRoutes } from 'react-router';
import { paths } from '#web/paths.ts';
import { routes } from '#web/routes.tsx';

/* The routes of addresses that are not in table.test.ts, which opens every address of the app. */

const screenOf = (address: string) => matchRoutes([...routes], address)?.at(-1)?.route;

describe('the addresses of the app', () => {
  test('no username can replace the address of a screen', () => {
    const taken = Object.entries(paths).filter(([name]) => name !== 'profile');
    for (const [, build] of taken) {
      const address = build('01J0000000000000000000000A');
      expect(screenOf(address)?.path).not.toBe(paths.profile(':username'));
    }
  });

  test('an unknown address shows the not-found page', () => {
    expect(screenOf('/no/such/page')?.path).toBe('*');
  });

  test('every screen behind the sign-in checks the session before its loader runs', () => {
    const signedIn = matchRoutes([...routes], paths.dashboard())?.find(
      ({ route }) => route.id === 'signed-in',
    );
    expect(signedIn?.route.loader).toBeDefined();
  });
});
