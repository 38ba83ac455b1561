import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { cleanBio, sanitizeMessage } from '#functions/html.ts';
import { DEMO_PASSWORD } from '#lib/local/seed/demo.ts';
import { paths } from '#web/paths.ts';
import { isPainted, type Product, signIn, startProduct } from '../support/browser.ts';
import { type HttpPerson, signInOver } from '../support/client.ts';
import { until } from '../support/until.ts';

/*
 * All screens that show user-written HTML, tested with DOMPurify's published payloads and without a
 * Content-Security-Policy: once sanitized by the server, and once raw, as if the server had not sanitized them.
 */

const corpus = JSON.parse(
  readFileSync(join(import.meta.dirname, '../support/dompurify-corpus.json'), 'utf8'),
) as { payloads: string[] };
const { payloads } = corpus;

let product: Product;
let page: Page;
let person: HttpPerson;
/** Scripts that ran and requests that were sent; both must stay empty. */
let happened: string[] = [];

beforeAll(async () => {
  product = await startProduct({ seed: true });
  page = await watchedPage(product.local.url);
  person = await signInOver(product.local.url, 'lucia.prado', DEMO_PASSWORD);
  await signIn(page, 'lucia.prado');
});
afterAll(() => product?.stop());

/** Opens a page without a Content-Security-Policy that records every dialog and every request to another origin. */
async function watchedPage(origin: string): Promise<Page> {
  const context = await product.browser.newContext({
    baseURL: origin,
    bypassCSP: true,
    serviceWorkers: 'block',
  });
  const opened = await context.newPage();
  opened.on('dialog', (dialog) => {
    happened.push(`dialog: ${dialog.message()}`);
    dialog.dismiss().catch(() => undefined);
  });
  opened.on('request', (request) => {
    const url = request.url();
    const known = url.startsWith(`${origin}/`) && request.resourceType() !== 'document';
    if (!known && !url.startsWith('data:') && url !== 'about:blank')
      happened.push(`request: ${url}`);
  });
  return opened;
}

/** Opens an address while `change` alters the responses of an operation. Returns what happened in the page. */
async function shown(address: string, operation: string, change: (body: never) => void) {
  const answer = async (route: Route) => {
    const response = await route.fetch();
    const body = await response.json();
    change(body as never);
    await route.fulfill({ response, json: body });
  };
  await page.route(`**/api/${operation}?*`, answer);
  await page.goto(address);
  happened = [];
  await page.locator('.prose').first().waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  await page.unroute(`**/api/${operation}?*`);
  return { happened, strange: await page.evaluate(strangeElements) };
}

/** Elements and attributes in user-written HTML that the editor does not produce. Evaluated in the page. */
function strangeElements(): string[] {
  const known = /^(p|br|strong|b|em|i|u|s|ul|ol|li|blockquote|a|img|div)$/;
  return [...document.querySelectorAll('.prose *')].flatMap((element) => [
    ...(known.test(element.localName) ? [] : [element.outerHTML]),
    ...element
      .getAttributeNames()
      .filter((name) => /^on|style|srcdoc|formaction|^id$|^name$/.test(name)),
    ...(/^\s*(javascript|data|vbscript):/i.test(element.getAttribute('href') ?? '')
      ? [element.outerHTML]
      : []),
  ]);
}

type Messages = { data: Record<string, unknown>[] };
const NOTHING = { happened: [], strange: [] };

/** Repeats messages of each kind in turn, one for each payload. */
const inMessages = (field: 'body' | 'content', written: readonly string[]) => (body: Messages) => {
  const [like = {}] = body.data;
  const more = written.map((html, nth) => ({
    ...like,
    id: `${like.id}${nth}`,
    number: nth + 1,
    [field]: html,
  }));
  for (const message of body.data) message[field] = written.join('');
  body.data.unshift(...more);
};

const AS_SENT = { name: 'sent unsanitized', written: payloads };
const CLEANED = { name: 'sanitized by the server', written: payloads.map(sanitizeMessage) };

test('the payloads execute and send requests if they are not sanitized', async () => {
  const bare = await watchedPage(product.local.url);
  happened = [];
  await bare.setContent('<main></main>');
  await insert(bare, payloads);
  await until(() => happened.length > 20);
  await bare.close();
});

/** Inserts each payload into the page, as a screen that does not sanitize HTML would. */
async function insert(into: Page, written: readonly string[]): Promise<void> {
  await into.evaluate((all) => {
    // Keep the function: a payload may shadow it with an element (DOM clobbering).
    const boxes = all.map(() => document.createElement('div'));
    document.body.append(...boxes);
    for (const [nth, html] of all.entries()) {
      const box = boxes[nth] as HTMLElement;
      box.innerHTML = html;
    }
  }, written);
  // As many frames as half a second has: what executes does so as soon as the page is drawn, however long that takes.
  for (let frame = 0; frame < 15; frame += 1) await isPainted(into);
}

test('a payload that the server has sanitized executes nothing, even if the screen does not sanitize it again', async () => {
  const bare = await watchedPage(product.local.url);
  happened = [];
  await bare.setContent('<main></main>');
  await insert(bare, CLEANED.written);
  await insert(
    bare,
    payloads.map((html) => cleanBio(html, () => false).html),
  );
  expect(happened).toEqual([]);
  await bare.close();
});

test.each([AS_SENT, CLEANED])(
  'payloads $name execute nothing in a conversation',
  async ({ written }) => {
    const { data } = await person.inbox({ filter: 'ALL', skip: 0 });
    const address = paths.inboxViewer(data[0]?.id ?? '');
    expect(await shown(address, 'viewInboxMessages', inMessages('body', written))).toEqual(NOTHING);
  },
);

test.each([AS_SENT, CLEANED])('payloads $name execute nothing in a chat', async ({ written }) => {
  const { data } = await person.chats();
  const address = paths.chatViewer(data[0]?.id ?? '');
  expect(await shown(address, 'viewChatMessages', inMessages('content', written))).toEqual(NOTHING);
});

test.each([AS_SENT, CLEANED])('payloads $name execute nothing in a bio', async ({ written }) => {
  for (let from = 0; from < written.length; from += 60) {
    const bio = written.slice(from, from + 60).join('');
    const change = ({ data }: Messages) =>
      Object.assign(data[0] ?? {}, { bio: `<p>Hello</p>${bio}` });
    expect(await shown(paths.profile('ana.markovic'), 'viewUserProfile', change)).toEqual(NOTHING);
  }
});
