import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { paths } from '#web/paths.ts';
import { holdRequests, isGone, type Product, phoneOf, startProduct } from '../support/browser.ts';

/* The letter is the first thing on its screen, for both sides and in every width. docs/product/conversations.md#the-screen-of-a-letter */

const SUBJECT = 'Two job offers, one visa';
const TEXT =
  'I have two offers that would both sponsor me. The small company files next week. The large one files in March and pays a third more.';

let product: Product;
let ana: Page;
let ben: Page;
let id: string;

beforeAll(async () => {
  product = await startProduct({ seed: true });
  ana = (await phoneOf(product, 'ana.markovic')).page;
  const sender = await phoneOf(product, 'ben.okafor');
  ben = sender.page;
  const recipient = await sender.person.profileNamed('ana.markovic');
  ({ id } = await sender.person.pays(recipient, {
    price: String(recipient.paidResponsePrice),
    subject: SUBJECT,
    text: `<p>${TEXT}</p>`,
  }));
});

afterAll(() => product?.stop());

/** Where the letter begins, and how high the bar is. */
async function measured(page: Page) {
  const letter = await page.getByRole('article').first().boundingBox();
  const bar = await page.locator('.action-bar').boundingBox();
  return { top: letter?.y ?? Number.NaN, bar: bar?.height ?? Number.NaN };
}

describe.each([
  [390, 844, 140],
  [320, 568, 120],
])('on a phone of %i by %i', (width, height, most) => {
  test(`the letter begins at most ${most} pixels below the top, and the bar is at most 88 high`, async () => {
    for (const [page, address] of [
      [ana, paths.inboxViewer(id)],
      [ben, paths.orderViewer(id)],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto(address);
      await page.getByText('I have two offers').waitFor();
      await page.locator('.action-bar').waitFor();
      const { top, bar } = await measured(page);
      expect({ address, top, isHigh: top <= most }).toEqual({ address, top, isHigh: true });
      expect({ address, bar, isLow: bar <= 88 }).toEqual({ address, bar, isLow: true });
    }
  });
});

test('the deadline stands once before the strip is unfolded, and the timeline has it again', async () => {
  await ana.setViewportSize({ width: 390, height: 844 });
  await ana.goto(paths.inboxViewer(id));
  const strip = ana.getByRole('button', { name: /^PENDING YOUR PAID RESPONSE.*timeline$/i });
  await strip.waitFor();
  const deadline = await ana.locator('#page header time').first().textContent();
  const times = ana.getByText(deadline ?? '', { exact: false }).filter({ visible: true });
  expect(await times.count()).toBe(1);
  expect(await strip.getAttribute('aria-expanded')).toBe('false');
  await strip.press('Enter');
  await ana.getByRole('list', { name: 'Timeline' }).waitFor();
  expect(await times.count()).toBe(2);
});

test('the rows of the menu say what follows', async () => {
  await ana.getByRole('button', { name: 'More', exact: true }).click();
  const menu = ana.getByRole('menu', { name: 'This conversation' });
  await menu.getByText('Ben gets all $25.00 back').waitFor();
  const box = await menu.boundingBox();
  expect([box?.x, box?.width]).toEqual([0, 390]);
  for (const row of await menu.getByRole('menuitem').all())
    expect((await row.boundingBox())?.height).toBeGreaterThanOrEqual(64);
  await ana.keyboard.press('Escape');
});

/** The boxes of the named panes and of the screen, as the window shows them. */
const panesOf = (page: Page, ...names: string[]) =>
  boxesOf(
    ...names.map((name) => page.getByRole('complementary', { name })),
    page.getByRole('main'),
  );

async function boxesOf(...panes: Locator[]) {
  const boxes = [];
  for (const pane of panes) {
    await pane.waitFor();
    boxes.push(await pane.boundingBox());
  }
  return boxes.map((box) => ({
    left: box?.x ?? Number.NaN,
    right: (box?.x ?? 0) + (box?.width ?? Number.NaN),
    top: box?.y ?? Number.NaN,
  }));
}

test.each([
  [1280, 800],
  [1200, 800],
  [1440, 900],
])(
  'on a screen of %i by %i list, letter and answer stand side by side, and none covers another',
  async (width, height) => {
    await ana.setViewportSize({ width, height });
    await ana.goto(paths.inboxViewer(id));
    const letter = ana.getByRole('main');
    await letter.getByText('I have two offers').waitFor();
    await ana.getByRole('textbox', { name: 'Your answer to Ben' }).waitFor();
    const panes = await panesOf(ana, 'Inbound Messages');
    panes.push(...(await boxesOf(ana.getByRole('complementary', { name: 'Your answer' }))));
    for (const [place, pane] of panes.entries()) {
      expect(pane.left).toBeGreaterThanOrEqual(panes[place - 1]?.right ?? 0);
      expect(pane.right).toBeLessThanOrEqual(width);
      expect(pane.top).toBeLessThan(height / 4);
    }
    for (const part of [
      letter.getByText('I have two offers'),
      ana.getByRole('textbox', { name: 'Your answer to Ben' }),
      ana.getByRole('button', { name: /^Send and earn/ }),
    ]) {
      const box = await part.boundingBox();
      expect((box?.y ?? Number.NaN) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
    }
    expect(await ana.locator('h1').count()).toBe(1);
    await isGone(ana.getByRole('region', { name: 'The letter to answer' }));
    // The question before the answer, and the address of the answer, leave the letter where it is.
    const before = await letter.getByRole('article').first().boundingBox();
    await ana.getByRole('link', { name: /^Ask (one question )?first$/ }).click();
    const beside = ana.getByRole('complementary', { name: 'The letter' }).getByRole('article');
    await beside.first().waitFor();
    expect(await beside.first().boundingBox()).toEqual(before);
    await ana.goto(paths.paidReply(id));
    await ana.getByRole('textbox', { name: 'Your answer to Ben' }).waitFor();
    expect(await letter.getByRole('article').first().boundingBox()).toEqual(before);
  },
);

test('a letter stays where it is when the code of the answer beside it arrives later', async () => {
  const { page, context } = await phoneOf(product, 'ana.markovic');
  // Too narrow for the answer, whose code is then requested when the window becomes wider.
  await page.setViewportSize({ width: 1100, height: 800 });
  await page.goto(paths.inboxViewer(id));
  const letter = page.getByRole('main').getByRole('article').first();
  await letter.getByText('I have two offers').waitFor();
  await page.getByRole('complementary', { name: 'Inbound Messages' }).waitFor();
  const code = await holdRequests(page, '**/assets/*.js');
  const requested = page.waitForRequest('**/assets/*.js');
  await page.setViewportSize({ width: 1280, height: 800 });
  await requested;
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(painted)));
  const before = await letter.boundingBox();
  code.release();
  await page.getByRole('textbox', { name: 'Your answer to Ben' }).waitFor();
  expect(await letter.boundingBox()).toEqual(before);
  await context.close();
});

test('below 1200 pixels the answer stands in the place of the letter, with its question above it', async () => {
  await ana.setViewportSize({ width: 1024, height: 768 });
  await ana.goto(paths.paidReply(id));
  await ana.getByRole('region', { name: 'The letter to answer' }).waitFor();
  const [list, answer] = await panesOf(ana, 'Inbound Messages');
  expect(answer?.left).toBeGreaterThanOrEqual(list?.right ?? Number.NaN);
  await isGone(ana.getByRole('complementary', { name: 'The letter' }));
});

test('what comes next stands beside the letter of an order on a wide screen', async () => {
  await ben.setViewportSize({ width: 1280, height: 800 });
  await ben.goto(paths.orderViewer(id));
  const letter = await ben.getByRole('article').first().boundingBox();
  const about = ben.getByRole('complementary', { name: 'About this letter' });
  const strip = await about.getByRole('button', { name: /timeline$/ }).boundingBox();
  expect(strip?.x).toBeGreaterThanOrEqual((letter?.x ?? Number.NaN) + (letter?.width ?? 0));
  expect(strip?.y).toBeLessThan((letter?.y ?? 0) + 100);
});
