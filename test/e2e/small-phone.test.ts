import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { paths } from '#web/paths.ts';
import { type Product, phoneOf, startProduct, untilAppRuns } from '../support/browser.ts';
import type { HttpPerson } from '../support/client.ts';
import { coveredFields } from '../support/covered-fields.ts';

/*
 * Layout on a phone 320 points wide and with doubled text size: names are not split, and lines are not squeezed into
 * a column.
 */

let product: Product;
let anas: Awaited<ReturnType<typeof phoneOf>>;

beforeAll(async () => {
  product = await startProduct({ seed: true });
  anas = await phoneOf(product, 'ana.markovic');
});

afterAll(() => product?.stop());

/** The maximum number of lines that one word of a text takes. */
const linesOfAWord = (text: Locator) =>
  text.evaluate((element) => {
    const range = document.createRange();
    // The last child: a heading may begin with words that only screen readers say.
    const node = element.lastChild;
    if (!node?.textContent) return -1;
    const words = [...node.textContent.matchAll(/\S+/g)];
    const lines = words.map(({ index, 0: word }) => {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      return new Set([...range.getClientRects()].map(({ top }) => top)).size;
    });
    return Math.max(...lines);
  });

const setTextSize = (page: Page, size: string) =>
  page.evaluate((fontSize) => Object.assign(document.documentElement.style, { fontSize }), size);

/** The id of an answered letter without a claim, which would be folded. */
async function openLetter(person: HttpPerson): Promise<string> {
  const { data } = await person.inbox({ filter: 'OPEN', skip: 0 });
  const found = data.find(({ claimState }) => claimState === null);
  if (!found) throw new Error('there is no such letter');
  return found.id;
}

test('the name on an answer is not split beside its postmark', async () => {
  const { page, person } = anas;
  const id = await openLetter(person);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(paths.inboxViewer(id));
  const name = page.getByRole('heading', { name: /^Answer from/ }).first();
  await name.waitFor();
  expect(await linesOfAWord(name)).toBe(1);
});

test('a ledger entry with large text shows its amount on a separate line below the words', async () => {
  const { page } = anas;
  await page.goto(paths.ledger());
  const line = page.getByRole('list', { name: 'Transactions' }).getByRole('listitem').first();
  await line.waitFor();
  await setTextSize(page, '200%');
  // The available width, however few words there are.
  const words = await line.locator('div', { has: page.getByRole('link') }).boundingBox();
  const all = await line.boundingBox();
  const amount = await line.getByText('$').first().boundingBox();
  expect((words?.width ?? 0) / (all?.width ?? 1)).toBeGreaterThan(0.9);
  expect(amount?.y).toBeGreaterThan((words?.y ?? 0) + (words?.height ?? 0) - 1);
});

describe('with doubled text on a phone 320 points wide', () => {
  const open = async (address: string) => {
    const { page } = anas;
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(address);
    await untilAppRuns(page);
    await setTextSize(page, '200%');
    return page;
  };

  test('the steps from a view to an answer keep their words whole', async () => {
    const { page: phone } = anas;
    await phone.route('**/api/viewAnalytics*', async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      Object.assign(body.data[0].counts.at(-1), { view: 300, press: 90 });
      await route.fulfill({ response, json: body });
    });
    const page = await open(paths.analytics());
    const step = page.getByText('Pressed contact', { exact: true });
    await step.waitFor();
    expect(await linesOfAWord(step)).toBe(1);
  });

  test('the balance is on one line', async () => {
    const page = await open(paths.accountBalance());
    const balance = page.locator('p', { hasText: 'What we owe you now' }).locator('+ p > span');
    await balance.waitFor();
    expect(await linesOfAWord(balance)).toBe(1);
  });

  test('a reply names its author in full', async () => {
    const id = await openLetter(anas.person);
    const page = await open(paths.inboxViewer(id));
    const name = page.getByRole('article').getByRole('heading', { name: /You$/ }).first();
    await name.waitFor();
    expect(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(
      0,
    );
  });

  test('the table of notifications scrolls by itself, and the page does not', async () => {
    const page = await open(paths.notificationSettings());
    await page.getByRole('table').first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });
});

test('the labels of the two buttons below a letter are centered', async () => {
  const { page, person } = anas;
  const id = (await person.inbox({ filter: 'PENDING', skip: 0 })).data[0]?.id ?? '';
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(paths.inboxViewer(id));
  for (const name of ['Ask first', 'Reply and earn $23.35']) {
    const button = page.locator('.action-bar').getByRole('link', { name, exact: true });
    const all = await button.boundingBox();
    const words = await button.locator('> span').boundingBox();
    const before = (words?.x ?? 0) - (all?.x ?? 0);
    const after = (all?.width ?? 0) - (words?.width ?? 0) - before;
    expect(Math.abs(before - after)).toBeLessThan(2);
    expect(before).toBeGreaterThan(4);
  }
});

test('every button and link is at least as large as a fingertip', async () => {
  const { page, person } = anas;
  const id = (await person.inbox({ filter: 'PENDING', skip: 0 })).data[0]?.id ?? '';
  await page.setViewportSize({ width: 320, height: 640 });
  const home = [paths.dashboard(), paths.inbox(), paths.inboxViewer(id), paths.chat()];
  const own = [paths.contacts(), paths.settings(), paths.myProfile()];
  const small: string[] = [];
  for (const address of [...home, ...own, paths.profile('lucia.prado')]) {
    await page.goto(address);
    await page.waitForFunction(
      () => document.querySelector('h1') && !document.querySelector('.skeleton'),
    );
    small.push(...(await page.evaluate(smallTargets)).map((what) => `${address}: ${what}`));
  }
  expect(small).toEqual([]);
});

test('the action bar of a profile covers at most a quarter of a screen of 320 by 568 points', async () => {
  const { page } = anas;
  await page.setViewportSize({ width: 320, height: 568 });
  // A user who can be invited, the support account, and the viewer's own profile.
  for (const username of ['ben.okafor', 'support', 'ana.markovic']) {
    await page.goto(paths.profile(username));
    await untilAppRuns(page);
    const bar = await page.locator('.action-bar').boundingBox();
    expect([username, (bar?.height ?? 568) <= 568 / 4]).toEqual([username, true]);
  }
});

test.each([
  [390, 844],
  [320, 568],
])('the bar of a form lies over no field on a phone of %s by %s', async (width, height) => {
  const { page } = anas;
  await page.setViewportSize({ width, height });
  const own = [paths.changePassword(), paths.editProfile(), paths.editSocialLinks()];
  const others = [paths.updatePaymentMethod(), paths.addUserLink()];
  const covered: string[] = [];
  for (const address of [...own, ...others, paths.updateInboundMessageConfig()]) {
    await page.goto(address);
    await untilAppRuns(page);
    await page.locator('main form :is(input, textarea):visible').first().waitFor();
    covered.push(...(await page.evaluate(coveredFields)).map((what) => `${address}: ${what}`));
  }
  expect(covered).toEqual([]);
});

test('an unread badge above 99 does not cover its label', async () => {
  const { page } = await phoneOf(product, 'lucia.prado');
  await page.route('**/api/viewDashboardStats*', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    Object.assign(body.data[0], { unreadInbox: 120, unreadOutbox: 5_000 });
    await route.fulfill({ response, json: body });
  });
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(paths.dashboard());
    const places = page.locator('nav:visible').getByRole('link', { name: /, \d+ new$/ });
    await places.first().waitFor();
    expect(await places.count()).toBe(2);
    for (const place of await places.all())
      expect([width, await place.evaluate(signCovers)]).toEqual([width, false]);
  }
});

/** Whether the badge of a navigation item covers its label, or its text overflows. Evaluated in the page. */
function signCovers(place: Element): boolean {
  const signs = [...place.querySelectorAll('.unread-sign')];
  const sign = signs.find((one) => one.getClientRects().length > 0);
  const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  let word = texts.nextNode();
  while (word && signs.some((one) => one.contains(word))) word = texts.nextNode();
  if (!sign || !word) return true;
  const range = document.createRange();
  range.selectNodeContents(word);
  const [letters, box] = [range.getBoundingClientRect(), sign.getBoundingClientRect()];
  range.selectNodeContents(sign);
  const text = range.getBoundingClientRect();
  const apart = letters.left >= box.right || letters.right <= box.left || letters.top >= box.bottom;
  return !apart || text.left < box.left || text.right > box.right;
}

/** The targets below 44 points, with their label and size. Evaluated in the page. */
function smallTargets(): string[] {
  const pressed = 'main :is(a[href], button, input, select), nav a';
  return [...document.querySelectorAll<HTMLElement>(pressed)].flatMap((element) => {
    const box = (element.closest('label') ?? element).getBoundingClientRect();
    const reach = getComputedStyle(element, '::after');
    const [width, height] =
      reach.position === 'absolute' ? [parseFloat(reach.width), parseFloat(reach.height)] : [0, 0];
    // Links within a sentence are as high as the sentence.
    const seen = box.width > 1 && getComputedStyle(element).display !== 'inline';
    const isSmall = Math.max(box.width, width) < 43.5 || Math.max(box.height, height) < 43.5;
    const name = element.getAttribute('aria-label') ?? element.textContent;
    return seen && isSmall ? [`${name} is ${box.width} by ${box.height}`] : [];
  });
}
