import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { paths } from '#web/paths.ts';
import { checkScreen } from '../support/accessibility-checks.ts';
import { openPhone, type Product, startProduct } from '../support/browser.ts';

/* The page below /_local, for people who look at the product on their own machine. */

const PAGE = '/_local';
let product: Product;

beforeAll(async () => {
  product = await startProduct({ seed: true });
});

afterAll(() => product?.stop());

const open = async (options: Parameters<typeof openPhone>[2] = {}) => {
  const phone = await openPhone(product.browser, product.local.url, options);
  await phone.page.goto(PAGE);
  await phone.page.getByRole('button', { name: 'Sign in as Ana' }).waitFor();
  return phone;
};
const signedInAs = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('session') ?? '{}').fullName);

describe('the page of this machine', () => {
  test.each([
    ['on a phone', {}],
    [
      'on a wide screen in dark colors',
      { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' as const },
    ],
  ])('has no fault that the accessibility checks find, %s', async (_, options) => {
    const phone = await open(options);
    expect(await checkScreen(phone, 'this machine')).toEqual([]);
    await phone.page.getByText('For developers').click();
    await phone.page.getByRole('heading', { name: 'Ledger accounts' }).waitFor();
    await phone.page.getByRole('cell').first().waitFor();
    expect(await checkScreen(phone, 'for developers')).toEqual([]);
    await phone.context.close();
  });

  test('signs in as one person after the other, each in one tap', async () => {
    const { page, context, complaints } = await open();
    for (const name of ['Clara', 'Ben']) {
      await page.getByRole('button', { name: `Sign in as ${name}` }).click();
      await page.waitForURL(`**${paths.dashboard()}`);
      await page.getByRole('navigation').first().waitFor();
      expect(await signedInAs(page)).toMatch(new RegExp(`^${name}`));
      await page.goto(PAGE);
    }
    await page.getByRole('button', { name: 'Open Ana’s profile' }).click();
    await page.waitForURL(`**${paths.profile('ana.markovic')}`);
    await page
      .getByRole('link', { name: /^Contact/ })
      .first()
      .waitFor();
    expect(await signedInAs(page)).toBeUndefined();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('opens the desk at its own address, with a passkey that the machine keeps', async () => {
    const phone = await openPhone(product.browser, product.local.url);
    await phone.page.goto(`${PAGE}/desk`);
    await phone.page.waitForURL(`**${paths.desk()}`);
    await phone.page.getByRole('heading', { level: 1, name: 'Desk' }).waitFor();
    expect(phone.complaints).toEqual([]);
    await phone.context.close();
  });

  test('shows what arrives by tabs that the arrow keys move between', async () => {
    const { page, context } = await open();
    const tab = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) });
    await tab('Texts').focus();
    await page.keyboard.press('ArrowRight');
    await page.getByText(/Notifications arrive here/).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByText(/Emails arrive here/).waitFor();
    expect(await tab('Email').getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('ArrowRight');
    await page.locator('#sms').getByRole('link', { name: 'Open as Ana' }).first().waitFor();
    await context.close();
  });

  test('tells a story by keyboard, keeps the focus on it, and leads to who sees it', async () => {
    const { page, context, complaints } = await open();
    expect(await page.locator('#check').textContent()).toBe('To the cent what Stripe has');
    const before = page.getByRole('button', { name: /^Let Ana’s deadline pass/ });
    await before.focus();
    await page.keyboard.press('Enter');
    const after = page.getByRole('button', { name: /See it as Clara$/ });
    await after.waitFor();
    expect(await after.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/order-viewer/**');
    await page
      .getByRole('heading', { level: 1, name: 'May my sister work while she waits?' })
      .waitFor();
    expect(await signedInAs(page)).toBe('Clara Jung');
    expect(complaints).toEqual([]);
    await context.close();
  });
});
