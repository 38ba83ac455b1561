import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import type { Local } from '../../lib/local/local.ts';
import { DEMO_PASSWORD } from '../../lib/local/seed/demo.ts';
import { paths } from '../../web/src/paths.ts';
import { openPhone, type Product, signIn, startProduct } from '../support/browser.ts';
import { Person } from '../support/client.ts';

/* What a phone of 320 points, or letters twice as large, may not do to words: break a name, squeeze a line to a column. */

let product: Product;
let local: Local;
let browser: Browser;

beforeAll(async () => {
  product = await startProduct({ seed: true });
  ({ local, browser } = product);
}, 180_000);

afterAll(() => product?.stop());

async function anasPhone(): Promise<{ page: Page; person: Person }> {
  const person = new Person(local.url);
  await person.signIn('ana.markovic', DEMO_PASSWORD);
  const { page } = await openPhone(browser, local.url);
  await signIn(page, 'ana.markovic');
  return { page, person };
}

/** On how many lines the most broken word of some text stands. */
const linesOfAWord = (text: Locator) =>
  text.evaluate((element) => {
    const range = document.createRange();
    const [node] = element.childNodes;
    if (!node?.textContent) return -1;
    const words = [...node.textContent.matchAll(/\S+/g)];
    const lines = words.map(({ index, 0: word }) => {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      return new Set([...range.getClientRects()].map(({ top }) => top)).size;
    });
    return Math.max(...lines);
  });

test('the name on an answer stands in whole words beside its postmark', async () => {
  const { page, person } = await anasPhone();
  const { id } = (await person.get('viewInboxList', { filter: 'OPEN', skip: 0 })).body.data[0];
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(paths.inboxViewer(id));
  const name = page.getByRole('article').getByText('Ana Marković', { exact: true }).first();
  await name.waitFor();
  expect(await linesOfAWord(name)).toBe(1);
}, 60_000);

test('a line of the ledger gives its words the room, and its amount a line of its own, where letters are large', async () => {
  const { page } = await anasPhone();
  await page.goto(paths.ledger());
  const line = page
    .getByRole('list', { name: 'Everything that moved your balance' })
    .getByRole('listitem')
    .first();
  await line.waitFor();
  await page.evaluate(() => Object.assign(document.documentElement.style, { fontSize: '200%' }));
  const words = await line.getByRole('link').boundingBox();
  const all = await line.boundingBox();
  expect((words?.width ?? 0) / (all?.width ?? 1)).toBeGreaterThan(0.6);
}, 60_000);
