import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import type { Local } from '#lib/local/local.ts';
import { paths } from '#web/paths.ts';
import { openPhone, type Product, signIn, startProduct } from '../support/browser.ts';

/* The share kit in a browser, under the Content-Security-Policy of the deployed app. docs/product/links.md#share-kit */

const OWNER = 'ana.markovic';

let product: Product;
let local: Local;
let browser: Browser;

beforeAll(async () => {
  product = await startProduct({ seed: true });
  ({ local, browser } = product);
});

/** Another site, on a port of its own. */
let blog: Server | undefined;

afterAll(async () => {
  blog?.close();
  blog?.closeAllConnections();
  await product?.stop();
});

test('another site that forbids style elements and all other hosts shows the button and the card', async () => {
  const { page, complaints } = await openPhone(browser, local.url);
  const script = (kind: string) =>
    `<script src="${local.url}/embed.js" data-username="${OWNER}" data-kind="${kind}" async></script>`;
  const only = `default-src 'none'; script-src ${local.url}; connect-src ${local.url}`;
  blog = createServer((_request, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html', 'content-security-policy': only })
      .end(`<!doctype html><title>Blog</title><p>Ask me.</p>${script('button')}${script('card')}`);
  });
  await new Promise<void>((done) => blog?.listen(0, '127.0.0.1', done));
  await page.goto(`http://127.0.0.1:${(blog.address() as AddressInfo).port}/`);
  const links = page.getByRole('link', { name: /^Ask Ana Marković/ });
  await links.nth(1).waitFor();
  expect(await links.first().textContent()).toMatch(/ · \$\d+$/);
  expect(await links.last().textContent()).toMatch(/within 10 days, or your money back\.$/);
  for (const link of await links.all()) {
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    expect(await link.getAttribute('href')).toBe(`${local.url}/${OWNER}?via=embed`);
  }
  expect(complaints).toEqual([]);
});

test('the owner sees the card that the code shows, and prints the poster on one page', async () => {
  const { page, complaints } = await openPhone(browser, local.url);
  await signIn(page, OWNER);
  await page.goto(paths.myProfile());
  await page.getByRole('link', { name: /^Share kit/ }).click();
  await page.getByRole('tab', { name: 'Website' }).click();
  await page.getByRole('radio', { name: /^Card/ }).check();
  const preview = page.getByRole('region', { name: 'Preview' });
  await preview.getByRole('link', { name: /^Ask Ana Marković.*money back/ }).waitFor();
  await page.getByRole('tab', { name: 'Poster' }).click();
  await page.getByRole('img', { name: /^Poster\. Ask Ana Marković, \$/ }).waitFor();
  const printed = page.locator('.printed-poster svg').first();
  expect(await printed.isVisible()).toBe(false);
  await page.emulateMedia({ media: 'print' });
  await printed.waitFor();
  expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
  const pdf = await page.pdf({ preferCSSPageSize: true });
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
  // A page without the drawing has less than 1 kB.
  expect(pdf.length).toBeGreaterThan(5_000);
  expect(complaints).toEqual([]);
});
