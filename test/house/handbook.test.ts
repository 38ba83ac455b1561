import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { anchorsOf, PRODUCT_PAGES, read } from './pages.ts';
import { ROOT } from './source-files.ts';

/* The commands, links and files that the handbook and the other pages name must exist. */

const DECISIONS = 'docs/decisions';
const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'docs/mutation-testing.md',
  'docs/operations.md',
  'docs/performance.md',
  'docs/simulation.md',
  'packages/stripe-emulator/README.md',
  'packages/test-browser/README.md',
  ...readdirSync(join(ROOT, DECISIONS)).map((name) => `${DECISIONS}/${name}`),
  ...PRODUCT_PAGES,
];
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

describe.each(PAGES)('%s', (page) => {
  test('names commands that exist', () => {
    const named = [...read(page).matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  test('links to pages and headings that exist', () => {
    const links = [...read(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, to = '']) => to);
    const broken = links.filter((to) => {
      if (/^https?:/.test(to)) return false;
      const [path = '', anchor] = to.split('#');
      const target = path ? join(dirname(page), path) : page;
      if (!existsSync(join(ROOT, target))) return true;
      return anchor !== undefined && !anchorsOf(target).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  test('names files that exist', () => {
    const named = [
      ...read(page).matchAll(
        /`((?:bench|bin|docs|functions|lib|packages|shared|test|web)\/[\w./-]+)`/g,
      ),
    ];
    expect(
      named.map(([, path = '']) => path).filter((path) => !existsSync(join(ROOT, path))),
    ).toEqual([]);
  });
});

test('every operator command is described in the handbook', () => {
  const commands = [
    'secrets',
    'webhooks',
    'redrive',
    'rotate',
    'preflight',
    'ops',
    'restore',
    'bench:aws',
  ];
  const handbook = read('docs/operations.md');
  expect(
    commands.filter((name) => name in scripts && !handbook.includes(`npm run ${name}`)),
  ).toEqual([]);
});
