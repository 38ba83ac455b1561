import { describe, expect, test } from '@jest/globals';
import { matchRoutes, type RouteObject } from 'react-router';
import { CheckedParameters, PARAMETERS } from '#web/checked-parameters.tsx';
import type { PathParameter } from '#web/path-parameters.ts';
import { paths } from '#web/paths.ts';
import { routes } from '#web/routes.tsx';

const pathsWithParameters = (children: readonly RouteObject[]): string[] =>
  children.flatMap(({ path, children: below }) => [
    ...(path?.includes(':') ? [path] : []),
    ...pathsWithParameters(below ?? []),
  ]);

const isGood = (name: PathParameter, value: string) => PARAMETERS[name].isGood(value);

describe('an address with a parameter', () => {
  test.each(pathsWithParameters(routes))(
    'of the route %s is checked before its screen is shown',
    (path) => {
      for (const [, name] of path.matchAll(/:(\w+)/g))
        expect(PARAMETERS).toHaveProperty([name ?? '']);
      const layouts = matchRoutes([...routes], path)?.map(({ route }) => route.Component);
      expect(layouts).toContain(CheckedParameters);
    },
  );

  test('is valid with an id, and invalid with anything else', () => {
    const id = '01J0000000000000000000000A';
    const damaged = ['x', id.slice(0, -1), `${id}A`, `${id} `, '%E0%A4', id.toLowerCase(), ''];
    for (const name of [
      'inboxId',
      'orderId',
      'chatId',
      'linkId',
      'savedReplyId',
      'userId',
    ] as const) {
      expect(isGood(name, id)).toBe(true);
      expect(damaged.filter((value) => isGood(name, value))).toEqual([]);
    }
  });

  test('is valid with a username in upper or lower case, and invalid with an impossible username', () => {
    expect(isGood('username', 'Ana.Markovic')).toBe(true);
    expect(isGood('username', 'support')).toBe(true);
    const damaged = ['ana markovic', '.ana', 'x'.repeat(31), 'wp-login.php', 'a'];
    expect(damaged.filter((value) => isGood('username', value))).toEqual([]);
  });

  test('of a person at the desk is valid with an id or a username, and invalid with neither', () => {
    for (const person of ['01J0000000000000000000000A', 'Ana.Markovic', '@ana.markovic'])
      expect(isGood('person', person)).toBe(true);
    for (const person of ['ana markovic', 'wp-login.php', '@', 'a'])
      expect(isGood('person', person)).toBe(false);
  });

  test('is valid with a referral code, and invalid with an empty or too long one', () => {
    expect(isGood('code', 'abcd2345')).toBe(true);
    expect(isGood('code', ' ')).toBe(false);
    expect(isGood('code', 'A'.repeat(41))).toBe(false);
  });
});

test('the app builds links to every route with a parameter', () => {
  const built = Object.values(paths).map((build) => build(':parameter').replace(/:\w+/, ':'));
  for (const path of pathsWithParameters(routes))
    expect(built).toContain(path.replace(/:\w+/, ':'));
});
