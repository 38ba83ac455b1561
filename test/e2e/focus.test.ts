import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { paths } from '#web/paths.ts';
import { type Product, phoneOf, startProduct } from '../support/browser.ts';
import { focusedNode } from '../support/screen-reader.ts';

/*
 * Tab through whole screens: each control that gets the focus has a name and a ring, and is not hidden by a bar (WCAG 2.4.7, 2.4.11,
 * 4.1.2), also on a phone in landscape and in a window of 1280 px at 400 %.
 */

let product: Product;

beforeAll(async () => {
  product = await startProduct({ seed: true });
});
afterAll(() => product?.stop());

/** Tabs through the screen and returns what is wrong with each stop. */
async function faultsOfStops(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (let stops = 0; ; stops += 1) {
    await page.keyboard.press('Tab');
    const fault = await page.evaluate(faultOfFocus);
    // Back at the beginning.
    if (fault === undefined) {
      expect(stops).toBeGreaterThan(3);
      return faults;
    }
    const { role, name } = await focusedNode(page);
    if (name === '') faults.push(`a ${role} without a name`);
    if (fault !== '') faults.push(`${name}: ${fault}`);
  }
}

/**
 * What is wrong with the focused control; an empty string if nothing is; undefined if nothing has the focus, or one for the second time.
 * Runs in the page.
 */
function faultOfFocus(): string | undefined {
  const focused = document.activeElement as (HTMLElement & { seen?: true }) | null;
  if (!focused || focused === document.body || focused.seen) return undefined;
  focused.seen = true;
  const faults: string[] = [];
  const hasRing = (element: Element) =>
    [undefined, '::after'].some((part) => {
      const { content, outlineStyle, outlineWidth } = getComputedStyle(element, part);
      const isDrawn = part === undefined || content !== 'none';
      return isDrawn && outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
    });
  // A text field may have its ring around its label, its tools and its count too, but around no other text field.
  const texts = 'input:not([hidden]), textarea, [contenteditable="true"]';
  const around: Element[] = [focused];
  for (let box = focused.parentElement; focused.matches(texts) && box; box = box.parentElement) {
    if (box.querySelectorAll(texts).length > 1) break;
    around.push(box);
  }
  if (!around.some(hasRing)) faults.push('no focus ring');
  const { left, top, width, height } = focused.getBoundingClientRect();
  const parts = [0.1, 0.3, 0.5, 0.7, 0.9];
  const isShown = parts.some((x) =>
    parts.some((y) => {
      const there = document.elementFromPoint(left + width * x, top + height * y);
      const label = there?.closest('label');
      return focused.contains(there) || there?.contains(focused) || label?.control === focused;
    }),
  );
  if (!isShown) faults.push(`covered at ${Math.round(left)}, ${Math.round(top)}`);
  return faults.join(', ');
}

const SCREENS = [
  paths.inbox(),
  paths.contacts(),
  paths.settings(),
  paths.notificationSettings(),
  paths.editProfile(),
  paths.updateTiers(),
  paths.helpTicket(),
  paths.accountBalance(),
];

test.each([
  ['a phone', 390, 844],
  ['a phone in landscape', 667, 375],
  ['a window of 1280 px at 400 %', 320, 256],
])(
  'on %s every control that Tab reaches has a name and a ring, and is shown',
  async (_, width, height) => {
    const { page, context, complaints } = await phoneOf(product, 'ana.markovic');
    await page.setViewportSize({ width, height });
    const faults: string[] = [];
    for (const address of SCREENS) {
      await page.goto(address);
      await page.waitForFunction(
        () => document.querySelector('h1') && !document.querySelector('.skeleton'),
      );
      faults.push(...(await faultsOfStops(page)).map((fault) => `${address}: ${fault}`));
    }
    expect(faults).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  },
);
