import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { APPLE_DOMAIN_PATH } from '#lib/apple-domain-file.ts';
import { compressFiles } from '#lib/local/front/static-files.ts';
import { sendWebApp, type WebFiles, webFilesOf } from '#lib/local/front/web-app.ts';
import { DEFAULT_FEES } from '#shared/rules/conversations/fees.ts';
import { newFolder } from './machine.ts';

const STAGE_BLOCK = '<script type="application/json" id="stage"></script>';
const { folder, remove } = newFolder();
const built = join(folder, 'built');
let files: WebFiles;
const server = createServer((request, response) => {
  sendWebApp(files, { realStripe: false }, { request, response });
});
let origin: string;

beforeAll(async () => {
  mkdirSync(join(built, 'assets'), { recursive: true });
  writeFileSync(join(built, 'index.html'), `<!doctype html><title>App</title>${STAGE_BLOCK}`);
  writeFileSync(join(built, 'sw.js'), 'self.skipWaiting()');
  writeFileSync(join(built, 'embed.js'), 'void 0;');
  writeFileSync(join(built, 'assets/main-1a2b3c.js'), 'export {};'.repeat(500));
  compressFiles(built);
  files = webFilesOf(built, join(folder, 'changed'), { fees: DEFAULT_FEES }, 'merchant');
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.close();
  server.closeAllConnections();
  remove();
});

describe('the local server of the web app', () => {
  test('serves no file outside its folder, nor in a sibling folder with the same prefix', async () => {
    const beside = `${built}-beside`;
    mkdirSync(beside, { recursive: true });
    writeFileSync(join(beside, 'secret.txt'), 'secret');
    for (const up of ['..%2f', '%2e%2e%2f']) {
      const path = `/assets/${up}${up}${basename(beside)}/secret.txt`;
      const answer = await fetch(`${origin}${path}`);
      expect([answer.status, await answer.text()]).toEqual([404, '']);
    }
    rmSync(beside, { recursive: true });
  });

  test.each([
    '/',
    '/inbox',
    '/ana.markovic',
    '/order-viewer/01J0000000000000000000000A',
    '/%E0%A4%A',
  ])('serves the app uncached at %s', async (path) => {
    const answer = await fetch(`${origin}${path}`);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    expect(await answer.text()).toContain('<title>App</title>');
  });

  test('serves files with a hash compressed and cached for good', async () => {
    const answer = await fetch(`${origin}/assets/main-1a2b3c.js`, {
      headers: { 'accept-encoding': 'br' },
    });
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('content-encoding')).toBe('br');
    expect(await answer.text()).toHaveLength(5_000);
  });

  test('serves the script for other sites as a script that browsers keep for an hour', async () => {
    const answer = await fetch(`${origin}/embed.js`);
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(answer.headers.get('cache-control')).toMatch(/^public, max-age=3600/);
    expect(answer.headers.get('x-frame-options')).toBe('DENY');
  });

  test('serves the service worker as a script that is always revalidated', async () => {
    const answer = await fetch(`${origin}/sw.js`);
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    const etag = answer.headers.get('etag') ?? '';
    const again = await fetch(`${origin}/sw.js`, { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
  });

  test('serves the file for Apple Pay of the stage as text, which is no file without it', async () => {
    expect(files.isFile(APPLE_DOMAIN_PATH)).toBe(true);
    const answer = await fetch(`${origin}${APPLE_DOMAIN_PATH}`);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await answer.text()).toBe('merchant');
    const without = webFilesOf(built, join(folder, 'without'), { fees: DEFAULT_FEES });
    expect(without.isFile(APPLE_DOMAIN_PATH)).toBe(false);
  });

  test('answers 404 for a script of an older build, instead of the app', async () => {
    expect((await fetch(`${origin}/assets/main-0000.js`)).status).toBe(404);
  });

  test('answers a path that leads out of the folder with the app', async () => {
    const answer = await fetch(`${origin}/..%2f..%2f..%2fetc%2fpasswd`);
    expect(await answer.text()).toContain('<title>App</title>');
  });

  test('sends a content security policy that allows its own origin only', async () => {
    const policy = (await fetch(origin)).headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/script-src 'self'( 'sha256-[^' ]+'){3};/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('http');
  });
});
