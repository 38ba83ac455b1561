import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Bundle, bundleFunctions } from '../../lib/bundle.ts';

let directory: string;
let bundle: Bundle;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'replypaid-bundle-'));
  bundle = await bundleFunctions({ directory });
}, 60_000);
afterAll(() => rmSync(directory, { recursive: true }));

test('every bundle is complete: Node loads it without node_modules and finds its handler', async () => {
  const script = `
    const kinds = {};
    for (const url of process.argv.slice(1)) kinds[url] = typeof (await import(url)).handler;
    console.log(JSON.stringify(kinds));`;
  const urls = bundle.functions.map(({ file }) => pathToFileURL(file).href);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--no-warnings', '--input-type=module', '--eval', script, ...urls],
    { cwd: directory, env: { AWS_REGION: 'us-east-1' } },
  );
  expect(JSON.parse(stdout)).toEqual(Object.fromEntries(urls.map((url) => [url, 'function'])));
}, 60_000);

/** CloudFront caches what these make, so cold starts are rare for their callers. */
const LARGER: Readonly<Record<string, number>> = {
  // It carries React and the public screens.
  'pages/render': 1_200_000,
  // It carries resvg, 2.5 MB of WebAssembly, and two fonts.
  'pages/preview': 3_900_000,
};

test('every function loads at most a megabyte', () => {
  const heavy = bundle.functions.filter(({ name, bytes }) => bytes > (LARGER[name] ?? 1_000_000));
  expect(heavy.map(({ name, bytes }) => `${name}: ${bytes}`)).toEqual([]);
});
