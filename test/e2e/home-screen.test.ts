import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { paths } from '#web/paths.ts';
import {
  isGone,
  type Product,
  phoneOf,
  sendSignIn,
  startProduct,
  untilAppRuns,
  watchStart,
} from '../support/browser.ts';

/* The hint about adding the app to an iPhone's home screen, and toasts, which never contradict each other. */

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

let product: Product;

beforeAll(async () => {
  product = await startProduct({ seed: true });
});

afterAll(() => product?.stop());

/** Opens the app on an iPhone of 320 by 568 points with a controlled clock. */
async function iPhone(): Promise<Page> {
  const context = await product.browser.newContext({
    baseURL: product.local.url,
    viewport: { width: 320, height: 568 },
    hasTouch: true,
    isMobile: true,
    userAgent: IPHONE,
    reducedMotion: 'reduce',
  });
  await watchStart(context);
  const page = await context.newPage();
  await page.clock.install();
  return page;
}

const hintOn = (page: Page) => page.getByRole('region', { name: 'Add to Home Screen' });

/** Opens the sign-in and starts the app by the first interaction. */
async function openLogin(page: Page): Promise<void> {
  await page.goto(paths.login());
  await page.keyboard.press('Tab');
  await untilAppRuns(page);
}

/** Opens the sign-in and advances the clock until the hint appears. */
async function afterAMoment(page: Page): Promise<void> {
  await openLogin(page);
  await page.clock.runFor(3_000);
}

/** The buttons and links that the hint covers. Evaluated in the page. */
function covered(): string[] {
  const hint = document.querySelector('[aria-label="Add to Home Screen"]');
  const pressed = [...document.querySelectorAll<HTMLElement>('a[href], button, input')];
  return pressed.flatMap((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const over = document.elementFromPoint(left + width / 2, top + height / 2);
    const isUnder = hint?.contains(over) && !hint.contains(element);
    return isUnder ? [element.getAttribute('aria-label') ?? element.textContent ?? ''] : [];
  });
}

test('an iPhone shows the hint about adding the app to the home screen once, and it covers no button', async () => {
  const page = await iPhone();
  await afterAMoment(page);
  await hintOn(page).waitFor();
  expect(await page.evaluate(covered)).toEqual([]);
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  expect(await page.evaluate(covered)).toEqual([]);
  await afterAMoment(page);
  await isGone(hintOn(page));
});

test('a dismissed hint stays dismissed after signing out', async () => {
  const page = await iPhone();
  await afterAMoment(page);
  await hintOn(page).getByRole('button', { name: 'Dismiss' }).click();
  await isGone(hintOn(page));
  await sendSignIn(page, 'ana.markovic');
  await page.waitForURL(`**${paths.dashboard()}`);
  await page.goto(paths.logout());
  await page.waitForURL(`**${paths.login()}`);
  await afterAMoment(page);
  await isGone(hintOn(page));
});

test('the app confirms its installation for five seconds', async () => {
  const page = await iPhone();
  await openLogin(page);
  // From here on, time passes only when it is told to.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.evaluate(() => window.dispatchEvent(new Event('appinstalled')));
  const toast = page.getByText('ReplyPaid is installed.');
  await toast.waitFor();
  await page.clock.runFor(4_000);
  expect(await toast.count()).toBe(1);
  await page.clock.runFor(2_000);
  await isGone(toast);
});

test('a success toast replaces an earlier error toast', async () => {
  const { page } = await phoneOf(product, 'ana.markovic');
  await page.goto(paths.invite());
  const copy = page.getByRole('button', { name: 'Copy link' });
  await copy.waitFor();
  const clipboardThat = (fails: boolean) =>
    page.evaluate((no) => {
      const writeText = () => (no ? Promise.reject(new Error('denied')) : Promise.resolve());
      Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
    }, fails);
  await clipboardThat(true);
  await copy.click();
  const error = page.getByText('Your browser didn’t allow it.');
  await error.waitFor();
  await clipboardThat(false);
  await copy.click();
  await page.getByText('Link copied').waitFor();
  await isGone(error);
});
