import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { anchorsOf, PRODUCT_PAGES, read } from './pages.ts';
import { ROOT, sourceFiles } from './source-files.ts';

/* Citations: headings under docs/ that the code cites, and names in the code that the pages cite, must exist. */

test('every page and heading under docs/ that the code cites exists', () => {
  const anchors = new Map<string, ReadonlySet<string>>();
  const anchorsIn = (page: string) => {
    const known = anchors.get(page) ?? new Set(anchorsOf(page));
    anchors.set(page, known);
    return known;
  };
  const exists = (page: string, anchor: string | undefined) =>
    existsSync(join(ROOT, page)) && (anchor === undefined || anchorsIn(page).has(anchor));
  const broken = sourceFiles.flatMap(({ path, text }) =>
    [...text.matchAll(/\b(docs\/[\w/-]+\.md)(?:#([\w-]+))?/g)]
      .filter(([, page = '', anchor]) => !exists(page, anchor))
      .map(([cited]) => `${path}: ${cited}`),
  );
  expect(broken).toEqual([]);
});

describe.each(PRODUCT_PAGES)('%s', (page) => {
  test('has no two headings with the same anchor', () => {
    const anchors = anchorsOf(page);
    expect(anchors.filter((anchor, at) => anchors.indexOf(anchor) !== at)).toEqual([]);
  });

  test('names constants and functions that the code has', () => {
    const code = sourceFiles.map(({ text }) => text).join('\n');
    const named = [...read(page).matchAll(/`([A-Z]+(?:_[A-Z]+)+|[a-z]+(?:[A-Z][a-z]+)+)`/g)];
    expect(named.map(([, name = '']) => name).filter((name) => !code.includes(name))).toEqual([]);
  });
});
