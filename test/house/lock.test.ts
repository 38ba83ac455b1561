import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ROOT } from './source-files.ts';

/* The lockfile has a hash for each package: without one, `npm ci` installs whatever the registry serves. */

type Entry = {
  readonly integrity?: string;
  readonly inBundle?: boolean;
  readonly link?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
};

const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, Entry>>;
};

// The root entry and those below packages/ are this project, with a link for each workspace. A bundled dependency is covered by the hash of the package that contains it.
const unhashed = Object.entries(packages).filter(
  ([path, { integrity, inBundle, link }]) =>
    path !== '' && !path.startsWith('packages/') && !inBundle && !link && !integrity,
);

/** Optional builds for platforms other than CI's (Linux, x64, glibc), for which the registry may have no hash. */
const isForOtherPlatform = (path: string, { optional, os, cpu }: Entry) =>
  optional && cpu && (path.endsWith('-musl') || !(os?.includes('linux') && cpu.includes('x64')));

test('package-lock.json has a hash of every package except optional builds for other platforms', () => {
  const wrong = unhashed.filter(([path, entry]) => !isForOtherPlatform(path, entry));
  expect(wrong.map(([path]) => path)).toEqual([]);
});
