import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { sanitizeMessage } from '../../functions/html.ts';
import { bundleSettings } from '../../lib/bundle.ts';
import { STRIPE_RESOURCES } from '../../lib/left-out-code.ts';
import { filesUnder, ROOT } from '../house/source-files.ts';
import corpus from '../support/dompurify-corpus.json';

/* The parts of packages that bundles leave out (lib/left-out-code.ts) are used by no function. */

/** The package's name of a resource: `balanceTransactions` is in BalanceTransactions.js. */
const fileOf = (resource: string) => resource.charAt(0).toUpperCase() + resource.slice(1);

test('bundles contain exactly the resources of Stripe that functions and the commands of operators call', () => {
  const called = filesUnder('functions').flatMap(({ text }) =>
    [...text.matchAll(/\bclient\s*\.(\w+)\s*\.\w+\(/g)].map(([, resource = '']) =>
      fileOf(resource),
    ),
  );
  expect([...new Set(called)].filter((name) => name !== 'MiddlewareStack').sort()).toEqual(
    STRIPE_RESOURCES,
  );
});

test('no text may keep a style attribute, whose parser bundles leave out', () => {
  const sanitizer = filesUnder('functions').filter(({ text }) => text.includes("'sanitize-html'"));
  expect(sanitizer.map(({ path }) => path)).toEqual(['functions/html.ts']);
  expect(sanitizer[0]?.text).toContain('parseStyleAttributes: false');
  expect(sanitizer[0]?.text).not.toMatch(/['"]style['"]|allowedStyles/);
});

test('a bundle sanitizes every text as the source does', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'replypaid-sanitizer-'));
  try {
    const entry = join(ROOT, 'functions/html.ts');
    await build(bundleSettings([{ name: 'html', entry }], directory));
    const styled =
      '<p style="color:red;background:url(javascript:alert(1))">a</p><style>p{}</style>';
    const texts = [styled, '&nbsp;&amp;lt;&#x3C;b&#62;', ...corpus.payloads];
    writeFileSync(join(directory, 'texts.json'), JSON.stringify(texts));
    const script = `
      const { sanitizeMessage } = await import(process.argv[1]);
      const { readFileSync } = await import('node:fs');
      const texts = JSON.parse(readFileSync(process.argv[2], 'utf8'));
      console.log(JSON.stringify(texts.map(sanitizeMessage)));`;
    const bundle = pathToFileURL(join(directory, 'html.mjs')).href;
    const args = ['--input-type=module', '--eval', script, bundle, join(directory, 'texts.json')];
    const printed = execFileSync(process.execPath, args, { encoding: 'utf8' });
    expect(JSON.parse(printed)).toEqual(texts.map(sanitizeMessage));
  } finally {
    rmSync(directory, { recursive: true });
  }
}, 30_000);
