import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { routes } from '../src/api.ts';
import { apiVersion, testCards } from '../src/index.ts';

/* The emulator's README names exactly the routes, test cards and API version that the emulator supports. */

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');

test('the README names exactly the routes that the emulator has', () => {
  const named = [...readme.matchAll(/`((?:GET|POST|DELETE) \/[^`]+)`/g)].map(([, name]) => name);
  const known = routes.map(({ method, path }) => `${method} ${path}`);
  expect([...new Set(named)].sort()).toEqual(known.sort());
});

test('the README names only existing test cards, by id and number', () => {
  const ids = [...readme.matchAll(/`(pm_card_\w+)`/g)].map(([, id = '']) => id);
  expect(ids.filter((id) => !(id in testCards))).toEqual([]);
  const numbers = [...readme.matchAll(/`(\d{14,16})`/g)].map(([, number]) => number);
  const known = Object.values(testCards).map(({ number }) => number);
  expect(numbers.filter((number) => !known.includes(number ?? ''))).toEqual([]);
});

test('the README names the version of the API that is emulated', () => {
  expect(readme).toContain(`\`${apiVersion}\``);
});
