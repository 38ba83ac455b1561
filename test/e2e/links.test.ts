import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { LINKS } from '#lib/local/seed/links.ts';
import { DAY } from '#shared/time.ts';
import { paths } from '#web/paths.ts';
import { holdRequests, isGone, type Product, phoneOf, startProduct } from '../support/browser.ts';
import { until } from '../support/until.ts';

/* Reordering the links of a profile in a browser, under the Content-Security-Policy of the deployed app. */

const USERNAME = 'ana.markovic';
const NAMES = (LINKS[USERNAME] ?? []).map(([name]) => name);
const [FIRST = '', SECOND = '', THIRD = '', FOURTH = ''] = NAMES;

let product: Product;
let phone: Awaited<ReturnType<typeof phoneOf>>;
let page: Page;

beforeAll(async () => {
  product = await startProduct({ seed: true });
  phone = await phoneOf(product, USERNAME);
  page = phone.page;
});

afterAll(() => product?.stop());

beforeEach(async () => {
  await page.goto(paths.userLinks());
  await rows().first().waitFor();
  // The code for dragging loads after the list. From then on, the handles are described as ones that can be dragged.
  await rows().last().locator('button[aria-describedby]').waitFor();
  // The rows are complete, and do not move any more, when they tell how often their links were opened.
  await rows().last().getByText('·').first().waitFor();
});

afterEach(() => {
  expect(phone.complaints.splice(0)).toEqual([]);
});

const rows = () => page.getByRole('list', { name: 'Your links' }).getByRole('listitem');
const grip = (name: string) => page.getByRole('button', { name: `Move ${name}`, exact: true });
const displayAddress = () => page.locator('p[role="status"].sr-only');

/** Waits until the list has this order. */
const shows = (...names: string[]) =>
  page.waitForFunction((wanted) => {
    const list = document.querySelector('ol[aria-label="Your links"]');
    const found = [...(list?.querySelectorAll('li > div > p:first-child') ?? [])];
    return found.map((name) => name.textContent).join('|') === wanted;
  }, names.join('|'));

/** Waits until the server has the moves and a reload shows the same list. */
async function stays(...names: string[]): Promise<void> {
  await shows(...names);
  await until(async () => {
    const { data } = await phone.person.links();
    return data.map(({ linkName }) => linkName).join() === names.join();
  });
  await page.reload();
  await shows(...names);
}

/** The center of an element, for the mouse. */
async function middleOf(name: string) {
  const box = await grip(name).boundingBox();
  if (!box) throw new Error(`${name} has no grip`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/**
 * Moves the pointer, by a pixel up and down like a hand, until the list announces a position: moves before the library has begun the
 * drag do not count, and on a slow machine these may be all.
 */
async function moveUntil(words: string, move: (pixel: number) => Promise<unknown>): Promise<void> {
  let pixel = 0;
  await until(async () => {
    pixel = 1 - pixel;
    await move(pixel);
    return (await displayAddress().getByText(words).count()) > 0;
  });
}

test('a link can be dragged to another position with the mouse', async () => {
  const [from, to] = [await middleOf(FOURTH), await middleOf(FIRST)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x, from.y - 20, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 12 });
  await moveUntil(`${FOURTH}, 1 of 4.`, (pixel) => page.mouse.move(to.x, to.y + pixel));
  await page.mouse.up();
  await isGone(page.getByRole('menu'));
  await stays(FOURTH, FIRST, SECOND, THIRD);
});

test('a link can be dragged to another position by touch', async () => {
  const touch = await phone.context.newCDPSession(page);
  const at = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  const [from, to] = [await middleOf(FOURTH), await middleOf(THIRD)];
  await at('touchStart', [from]);
  const steps = 14;
  for (let step = 1; step <= steps; step += 1)
    await at('touchMove', [{ x: from.x, y: from.y + ((to.y - from.y) * step) / steps }]);
  await moveUntil(`${FOURTH}, 4 of 4.`, (pixel) => at('touchMove', [{ x: to.x, y: to.y + pixel }]));
  await at('touchEnd', []);
  await stays(FIRST, SECOND, THIRD, FOURTH);
});

test('a link can be moved with the keyboard, which announces each position and keeps the focus', async () => {
  await grip(FIRST).focus();
  await page.keyboard.press('Space');
  await displayAddress().getByText(`Picked up ${FIRST}, 1 of 4.`).waitFor();
  await page.keyboard.press('ArrowDown');
  await displayAddress().getByText(`${FIRST}, 2 of 4.`).waitFor();
  await page.keyboard.press('ArrowDown');
  await displayAddress().getByText(`${FIRST}, 3 of 4.`).waitFor();
  await page.keyboard.press('Space');
  await displayAddress().getByText(`Put down: ${FIRST}, 3 of 4.`).waitFor();
  await shows(SECOND, THIRD, FIRST, FOURTH);
  await page.waitForFunction(
    (name) => document.activeElement?.getAttribute('aria-label') === `Move ${name}`,
    FIRST,
  );
  await stays(SECOND, THIRD, FIRST, FOURTH);
});

test('Escape returns a dragged link to its original position', async () => {
  await grip(SECOND).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await displayAddress().getByText(`${SECOND}, 2 of 4.`).waitFor();
  await page.keyboard.press('Escape');
  await displayAddress().getByText(`Left where it was: ${SECOND}, 1 of 4.`).waitFor();
  await stays(SECOND, THIRD, FIRST, FOURTH);
});

test('the menu of the drag handle moves a link without dragging', async () => {
  await grip(FIRST).click();
  await page.getByRole('menuitem', { name: 'Move to the top' }).click();
  await shows(FIRST, SECOND, THIRD, FOURTH);
  await grip(SECOND).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Move down' }).click();
  await displayAddress().getByText(`Moved: ${SECOND}, 3 of 4.`).waitFor();
  await stays(FIRST, THIRD, SECOND, FOURTH);
  await grip(SECOND).click();
  await page.getByRole('menuitem', { name: 'Move up' }).click();
  await stays(FIRST, SECOND, THIRD, FOURTH);
});

test('a move is shown at once, and is undone with a message if the server refuses it', async () => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/updateUserLinkPosition', async (route) => {
    await held;
    await route.abort();
  });
  await grip(FIRST).click();
  await page.getByRole('menuitem', { name: 'Move to the bottom' }).click();
  await shows(SECOND, THIRD, FOURTH, FIRST);
  // A second move, based on an order that the server has refused.
  await grip(SECOND).click();
  await page.getByRole('menuitem', { name: 'Move down' }).click();
  await shows(THIRD, SECOND, FOURTH, FIRST);
  release();
  await page.getByText('Failed to update link position').waitFor();
  await shows(FIRST, SECOND, THIRD, FOURTH);
  await page.unroute('**/api/updateUserLinkPosition');
  await stays(FIRST, SECOND, THIRD, FOURTH);
  // The browser logs the aborted call too.
  expect(phone.complaints.splice(0)).toEqual([expect.stringMatching(/ERR_FAILED/)]);
});

test.each([390, 1280])(
  'at a width of %i pixels no link moves while the clicks load',
  async (width) => {
    const viewport = page.viewportSize() ?? { width, height: 844 };
    const [, second] = (await phone.person.links()).data;
    if (!second) throw new Error('there is no second link');
    const visibleUntil = new Date(Date.now() + 30 * DAY).toISOString();
    await phone.person.editsLink(second, second.linkName, second.linkUrl, {
      input: { visibleUntil },
    });
    await page.setViewportSize({ ...viewport, width });
    const { release } = await holdRequests(page, '**/api/viewLinkClicks*');
    await page.reload();
    await rows().last().waitFor();
    await page.evaluate(async () => {
      await document.fonts.ready;
      const shifts: string[] = [];
      Object.assign(window, { shifts });
      type Shift = { value: number; sources: { node: Node }[] };
      new PerformanceObserver((list) => {
        for (const { value, sources } of list.getEntries() as never as Shift[])
          shifts.push(`${value}: ${sources.map(({ node }) => node?.textContent).join(' | ')}`);
      }).observe({ type: 'layout-shift' });
    });
    await rows().last().getByRole('switch').waitFor();
    release();
    await rows().last().getByText('·').first().waitFor();
    // The shifts of the last frame are reported after the next one.
    const shifts = await page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
      return (window as never as { shifts: string[] }).shifts;
    });
    await page.unrouteAll();
    await page.setViewportSize(viewport);
    expect(shifts).toEqual([]);
  },
);

test('a new link is added at the end with its URL completed, and can be edited', async () => {
  await page.getByRole('link', { name: 'Add Link' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Please enter a name').waitFor();
  await page.getByText('Please enter a link').waitFor();
  await page.getByPlaceholder('Enter name').fill('My book');
  await page.getByLabel('Link Url').fill('javascript:alert(1)');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Please enter a web address such as https://example.com').waitFor();
  await page.getByLabel('Link Url').fill('www.book.example/buy');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(`**${paths.userLinks()}`);
  await shows(FIRST, SECOND, THIRD, FOURTH, 'My book');
  expect(await rows().last().textContent()).toContain('book.example');
  await page.getByRole('link', { name: 'Edit My book' }).click();
  expect(await page.getByLabel('Link Url').inputValue()).toBe('https://www.book.example/buy');
  await page.getByLabel('Link Name').fill('My new book');
  await page.getByRole('button', { name: 'Save' }).click();
  await stays(FIRST, SECOND, THIRD, FOURTH, 'My new book');
});

test('the public profile shows the links and their host names', async () => {
  await page.goto(paths.profile(USERNAME));
  await page.getByRole('tab', { name: 'Links' }).click();
  const link = page.getByRole('link', { name: /My new book/ });
  await link.waitFor();
  expect(await link.textContent()).toContain('book.example');
  expect(await link.getAttribute('href')).toBe('https://www.book.example/buy');
  expect(await link.getAttribute('rel')).toBe('ugc nofollow noopener');
  expect(await link.getAttribute('target')).toBe('_blank');
});

test('deleting a link asks for confirmation, and an empty list offers a new link', async () => {
  const remove = async (name: string) => {
    await page.getByRole('button', { name: `Delete ${name}`, exact: true }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Delete Confirmation' });
    await dialog.getByText('Are you sure you want to delete this link?').waitFor();
    return dialog;
  };
  await (await remove('My new book')).getByRole('button', { name: 'Cancel' }).click();
  await shows(FIRST, SECOND, THIRD, FOURTH, 'My new book');
  for (const name of ['My new book', ...NAMES]) {
    const dialog = await remove(name);
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await isGone(dialog);
    // The focused button was removed with its row: the focus must stay nearby instead of returning to the top of the
    // page.
    await page.waitForFunction(() => document.activeElement !== document.body);
  }
  await page
    .getByText(
      'Click "Add Link" button above to add one now. These links will display on your public profile.',
    )
    .waitFor();
  await page.goto(paths.profile(USERNAME));
  await page.getByRole('tab', { name: 'Links' }).click();
  await page.getByText('NO USER LINKS FOUND').waitFor();
});
