import { execFileSync } from 'node:child_process';
import { cpSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { round } from '../load.ts';

/*
 * Measures what `npm ci` takes and installs, in an empty folder: seconds, packages, megabytes, and the ten heaviest packages.
 * npm takes the packages from its own cache when it has them. Prints JSON.
 */

const ROOT = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'replypaid-install-'));
const installed = join(folder, 'node_modules');

/** The bytes of the files below a folder. */
const bytesIn = (path: string): number =>
  readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((file) => !file.isDirectory())
    .reduce((sum, { parentPath, name }) => sum + lstatSync(join(parentPath, name)).size, 0);

const namesIn = (path: string, before = ''): string[] =>
  readdirSync(path)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@') ? namesIn(join(path, name), `${name}/`) : [before + name],
    );

const megabytes = (bytes: number) => round(bytes / 1_000_000);

try {
  for (const file of ['package.json', 'package-lock.json'])
    cpSync(join(ROOT, file), join(folder, file));
  const began = performance.now();
  execFileSync('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const seconds = round((performance.now() - began) / 1_000);
  const packages = namesIn(installed)
    .map((name) => [name, megabytes(bytesIn(join(installed, name)))] as const)
    .sort(([, one], [, other]) => other - one);
  process.stdout.write(
    JSON.stringify({
      seconds,
      packages: packages.length,
      megabytes: megabytes(bytesIn(installed)),
      heaviest: Object.fromEntries(packages.slice(0, 10)),
    }),
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
