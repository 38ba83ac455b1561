import type { Page } from 'playwright-core';
import { until } from './until.ts';

/* A person who has only a keyboard. */

/** More controls than any screen has. */
const STOPS_MAX = 80;

/** Presses Tab until something with this name has the focus; a frame has its title as name. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  const passed: string[] = [];
  while (passed.length < STOPS_MAX) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(nameOfFocused);
    if (name.test(focused)) return;
    passed.push(focused);
  }
  throw new Error(`Tab does not reach ${name}, only ${passed.join(', ')}`);
}

/** Goes to a control with Tab and presses Enter. */
export async function enterOn(page: Page, name: RegExp): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
}

/** Waits until something with this name has the focus. */
export async function hasFocus(page: Page, name: RegExp): Promise<void> {
  await until(async () => name.test(await page.evaluate(nameOfFocused)));
}

/** Waits until the heading of the page has the focus, where a screen reader begins. */
export const headingHasFocus = (page: Page, words: RegExp | string): Promise<void> =>
  page.locator('h1:focus', { hasText: words }).waitFor({ state: 'attached' });

/** Runs in the page. */
function nameOfFocused(): string {
  const focused = document.activeElement;
  if (!focused) return '';
  const id = focused.getAttribute('aria-labelledby') ?? '';
  const label = document.getElementById(id) ?? (focused as HTMLInputElement).labels?.[0];
  const words = focused.getAttribute('aria-label') ?? label?.textContent ?? focused.textContent;
  const picture = focused.querySelector('img')?.alt;
  return ((focused as HTMLElement).title || words || picture || '').replace(/\s+/g, ' ').trim();
}
