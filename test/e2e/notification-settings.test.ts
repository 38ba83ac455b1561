import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { DAY } from '#shared/time.ts';
import { paths } from '#web/paths.ts';
import { checkScreen } from '../support/accessibility-checks.ts';
import { isGone, type Product, phoneOf, startProduct } from '../support/browser.ts';

/* The notification settings in two tabs, and the nudge of an order from day five on. docs/product/notifications.md#settings */

const LETTER = 'A letter that I have not opened';

let product: Product;
let phone: Awaited<ReturnType<typeof phoneOf>>;
let ana: Page;
let priya: Page;

beforeAll(async () => {
  product = await startProduct({ seed: true });
  phone = await phoneOf(product, 'ana.markovic');
  ana = phone.page;
  priya = (await phoneOf(product, 'priya.nair')).page;
});

afterAll(() => product?.stop());

const theSwitch = (page: Page, name: string) =>
  page
    .getByRole('switch', { name, exact: true })
    .or(page.getByRole('checkbox', { name, exact: true }));
/** Opens the details of the chat and of the deadlines. */
const unfold = async (page: Page) => {
  await page.locator('summary', { hasText: 'Chat' }).click();
  await page.getByRole('button', { name: /details, Time is running out/ }).click();
};
/** Presses a switch or box, where its label covers it. The boxes of a table have their names without a text in their label. */
const press = (page: Page, name: string) => {
  const labels = page.locator('label');
  return labels
    .filter({ hasText: new RegExp(`^${name}$`) })
    .or(labels.filter({ has: theSwitch(page, name) }))
    .click();
};

describe('the notification settings', () => {
  test('are reached from the settings, and saved at once', async () => {
    await ana.goto(paths.settings());
    await ana.getByRole('link', { name: 'What you are notified of' }).click();
    await theSwitch(ana, 'A letter for you, Push').waitFor();
    await unfold(ana);
    const saved = [
      ['A chat message, Push', false],
      ['24 hours after the payment', true],
    ] as const;
    for (const [name, on] of saved) {
      const answered = ana.waitForResponse('**/api/updateNotificationSettings');
      await press(ana, name);
      expect((await answered).status()).toBe(200);
      expect(await theSwitch(ana, name).isChecked()).toBe(on);
    }
  });

  test('turn quiet hours on with the time zone of the browser', async () => {
    const answered = ana.waitForResponse('**/api/updateNotificationSettings');
    await press(ana, 'Quiet hours');
    expect((await answered).status()).toBe(200);
    const changed = ana.waitForResponse('**/api/updateNotificationSettings');
    await ana.getByLabel('Until').fill('08:30');
    expect((await changed).status()).toBe(200);
    expect(await checkScreen(phone, 'quiet hours')).toEqual([]);
  });

  test('are the same in a second tab', async () => {
    const second = await phone.context.newPage();
    await second.goto(paths.notificationSettings());
    await theSwitch(second, 'Quiet hours').waitFor();
    await unfold(second);
    expect(await theSwitch(second, 'A chat message, Push').isChecked()).toBe(false);
    expect(await theSwitch(second, '24 hours after the payment').isChecked()).toBe(true);
    expect(await theSwitch(second, 'Quiet hours').isChecked()).toBe(true);
    expect(await second.getByLabel('Until').inputValue()).toBe('08:30');
    await second.close();
  });
});

describe('the nudge of an order', () => {
  const open = async () => {
    await priya.goto(`${paths.orders()}?filter=PENDING`);
    await priya.getByRole('link').filter({ hasText: LETTER }).first().click();
    await priya.getByRole('heading', { name: LETTER, level: 1 }).waitFor();
    await priya.getByRole('link', { name: 'Cancel' }).waitFor();
  };
  const remind = () => priya.getByRole('button', { name: 'Remind Ana' });

  test('is offered from day five on, once', async () => {
    await open();
    await isGone(remind());
    await product.local.advance((5 * DAY) / 1_000);
    await open();
    await remind().click();
    await priya.getByText('You can do this once.').waitFor();
    await remind().last().click();
    await priya.getByRole('button', { name: /timeline$/ }).click();
    await priya.getByText('You reminded Ana').waitFor();
    await isGone(priya.getByText('You can do this once.'));
    await isGone(remind());
  });

  test('is in the timeline of the recipient too', async () => {
    await ana.goto(`${paths.inbox()}?filter=PENDING`);
    await ana.getByRole('link').filter({ hasText: LETTER }).first().click();
    await ana.getByRole('button', { name: /timeline$/ }).click();
    await ana.getByText('Priya reminded you').waitFor();
  });
});
