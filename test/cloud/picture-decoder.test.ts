import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { CliError } from '#lib/cli-error.ts';
import { unpackedPackage } from '#lib/picture-decoder.ts';

/* The packages of machine code that a deployment fetches, here from a registry that is a folder. */

let folder: string;
let kept: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'replypaid-decoder-'));
  kept = join(folder, 'kept');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Makes the archive of a package, as npm packs it, and says what package-lock.json would say of it. */
function packed(content: string) {
  mkdirSync(join(folder, 'package'), { recursive: true });
  writeFileSync(join(folder, 'package/code.node'), content);
  execFileSync('tar', ['-czf', 'archive.tgz', 'package'], { cwd: folder });
  const archive = readFileSync(join(folder, 'archive.tgz'));
  const hash = createHash('sha512').update(archive).digest('base64');
  const wanted = { name: '@img/code', version: '1.2.3', integrity: `sha512-${hash}` };
  let downloads = 0;
  const download = async (_wanted: unknown, into: string) => {
    downloads += 1;
    writeFileSync(join(into, 'img-code-1.2.3.tgz'), archive);
  };
  return { wanted, download, downloads: () => downloads };
}

test('a package is downloaded once, and its files are kept', async () => {
  const { wanted, download, downloads } = packed('code');
  const first = await unpackedPackage(wanted, { kept, download });
  expect(readFileSync(join(first, 'code.node'), 'utf8')).toBe('code');
  expect(await unpackedPackage(wanted, { kept, download })).toBe(first);
  expect(downloads()).toBe(1);
});

test('a package that two commands download at the same time is kept once, and no draft is left', async () => {
  const { wanted, download } = packed('code');
  const both = await Promise.all([1, 2].map(() => unpackedPackage(wanted, { kept, download })));
  expect(readdirSync(both[0] ?? '')).toEqual(['code.node']);
  expect(readdirSync(kept)).toEqual(['@img']);
});

test('a package whose hash is not that of package-lock.json is refused and not kept', async () => {
  const { wanted } = packed('code');
  const { download } = packed('other code');
  const refused = expect(unpackedPackage(wanted, { kept, download })).rejects;
  await refused.toThrow(
    new CliError('@img/code 1.2.3 from the registry is not the one of package-lock.json.'),
  );
  expect(readdirSync(kept)).toEqual([]);
});

test('a package that npm cannot download stops the deployment with a sentence that names it', async () => {
  const { wanted } = packed('code');
  const before = process.env.npm_config_registry;
  // No server listens on this port.
  process.env.npm_config_registry = 'http://127.0.0.1:9/';
  process.env.npm_config_fetch_retries = '0';
  try {
    const refused = expect(unpackedPackage(wanted, { kept })).rejects;
    await refused.toThrow(
      /^The functions that decode pictures need @img\/code 1\.2\.3 for Lambda's processors, and npm could not download it\./,
    );
  } finally {
    delete process.env.npm_config_fetch_retries;
    if (before === undefined) delete process.env.npm_config_registry;
    else process.env.npm_config_registry = before;
  }
  expect(readdirSync(kept)).toEqual([]);
});
