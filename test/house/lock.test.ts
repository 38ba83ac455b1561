import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ROOT } from './source-files.ts';

/* Without a hash in the lock, `npm ci` installs whatever a registry hands out under a name and version. */

type Entry = {
  readonly integrity?: string;
  readonly inBundle?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
};

const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, Entry>>;
};

// The root is this project; what is in the bundle of another package is covered by the hash of that package.
const unhashed = Object.entries(packages).filter(
  ([path, { integrity, inBundle }]) => path !== '' && !inBundle && !integrity,
);

/** The registry that wrote this lock does not have every build for other platforms than that of CI, Linux on x64 with glibc. */
const isForOtherPlatform = (path: string, { optional, os, cpu }: Entry) =>
  optional && cpu && (path.endsWith('-musl') || !(os?.includes('linux') && cpu.includes('x64')));

test('the lock holds a hash of every package but of optional builds for other platforms', () => {
  const wrong = unhashed.filter(([path, entry]) => !isForOtherPlatform(path, entry));
  expect(wrong.map(([path]) => path)).toEqual([]);
});
