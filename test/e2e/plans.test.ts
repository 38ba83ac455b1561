import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import type { Local } from '#lib/local/local.ts';
import { paths } from '#web/paths.ts';
import { checkScreen, type Phone } from '../support/accessibility-checks.ts';
import { isGone, openPhone, type Product, startProduct } from '../support/browser.ts';
import { readLocal } from '../support/client.ts';

/*
 * A paid plan from registration to its end: a creator registers on Starter, upgrades to Professional, cancels,
 * resumes, and cancels again. Each test continues from the previous one, and axe-core checks each screen.
 */

const PASSWORD = 'Letters-4-all';
const VISA = '4242 4242 4242 4242';
const DECLINED = '4000 0000 0000 0341';
const ASKS_HOLDER = '4000 0025 0000 3155';

let product: Product;
let local: Local;
let browser: Browser;
let phone: Phone;
let page: Page;
const faults: string[] = [];

beforeAll(async () => {
  product = await startProduct({ seed: false });
  ({ local, browser } = product);
  phone = await openPhone(browser, local.url);
  page = phone.page;
});

afterAll(() => product?.stop());

let stopped = false;

function step(sentence: string, walk: () => Promise<void>): void {
  test(sentence, async () => {
    if (stopped) throw new Error('a step before this one failed');
    stopped = true;
    try {
      await walk();
    } catch (fault) {
      await page.screenshot({ path: 'test-results/plans.png', fullPage: true });
      throw fault;
    }
    expect([...faults.splice(0), ...phone.complaints.splice(0)]).toEqual([]);
    stopped = false;
    // One step runs the schedules of 32 days.
  });
}

const button = (name: string | RegExp) => page.getByRole('button', { name });
const link = (name: string | RegExp) => page.getByRole('link', { name });
/** Whether a part is on the screen, without scrolling. */
async function expectInView(part: Locator): Promise<void> {
  const [box, height] = [await part.boundingBox(), page.viewportSize()?.height ?? 0];
  expect(box?.y).toBeGreaterThanOrEqual(0);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
}

const at = (path: string) => page.waitForURL(`**${path}`);
const see = async (name: string) => faults.push(...(await checkScreen(phone, name)));
// biome-ignore lint/suspicious/noExplicitAny: the control API answers in every shape
const read = (path: string): Promise<any> => readLocal(local.url, path);

async function typeCard(name: string, number: string): Promise<void> {
  await page.getByLabel('Name on card').fill(name);
  await page.frameLocator('iframe[title*="card number" i]').locator('input').fill(number);
  await page.frameLocator('iframe[title*="expiration" i]').locator('input').fill('12 / 34');
  await page.frameLocator('iframe[title*="CVC" i]').locator('input').fill('123');
}

/** Opens the settings from the home screen through links. */
async function openSettings(): Promise<void> {
  await page.getByText('Account Balance').first().waitFor();
  await link('Profile').first().click();
  await link('Settings').first().click();
  await at(paths.settings());
}

/** The platform's income from plans, in cents. */
async function income(): Promise<number> {
  const { data } = await read('/_local/ledger');
  return data.find(({ account }: { account: string }) => account === 'platform:subscriptions')
    .balance;
}

describe('a paid plan', () => {
  step('is chosen during registration and paid in the last step', async () => {
    await page.goto(paths.register());
    await page.getByLabel('Full name').fill('Nora Lindqvist');
    await page.getByLabel('Phone number').pressSequentially('5555550177');
    await page.getByLabel('Username').fill('nora.lindqvist');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await button('Register').click();
    await at(paths.verify());
    const { data } = await read(`/_local/sms?phoneNumber=${encodeURIComponent('(555) 555-0177')}`);
    await page.getByRole('textbox').first().click();
    await page.keyboard.type(data[0].code);
    await at(paths.license());
    await page.getByRole('radio', { name: /^Starter/ }).click();
    await page.getByText(/^Early-adopter price of Starter/).waitFor();
    await see('the three plans');
    await button('Continue with Starter').click();
    await at(paths.inboundMessaging());
    await page.getByLabel(/Price/).fill('25.00');
    await button('Continue').click();
    await at(paths.registrationPaidCheckout());
    await page.locator('iframe').first().waitFor();
    await button('Pay $1.99 and finish').click();
    await page.getByText('Please enter the name on card').waitFor();
    await page.getByText('Enter CVV').waitFor();
    await see('the paid checkout, with every field wrong');
  });

  step('fails with a declined card, and succeeds with another card in her own name', async () => {
    await typeCard('Somebody Else', DECLINED);
    await page.getByText('With a card in the name of Nora Lindqvist').waitFor();
    await button('Pay $1.99 and finish').click();
    await page.getByText('Your card was declined.').first().waitFor();
    await typeCard('NORA LINDQVIST', VISA);
    await page.getByText('The name on the card is your full name').waitFor();
    await see('the paid checkout');
    await button('Pay $1.99 and finish').click();
    await at(paths.dashboard());
    expect(await income()).toBe(199);
  });

  step('is shown with its features, and an upgrade asks for confirmation', async () => {
    await page.goto(paths.subscription());
    await page.getByRole('columnheader', { name: 'Your plan Starter' }).waitFor();
    const sum = page.getByRole('rowgroup').filter({ hasText: 'You keep of your $25.00' });
    await sum.filter({ hasText: '$22.00' }).filter({ hasText: '$23.35' }).waitFor();
    await page.getByText(/^Renews on /).waitFor();
    await see('Starter');
    await isGone(button('Upgrade Subscription'));
    await page.getByRole('radio', { name: /^Professional/ }).click();
    await page.getByText(/adds 12 months of analytics and a price simulator/).waitFor();
    await button('Upgrade Subscription').click();
    await at(paths.settings());
    await page.getByText('You’re on Professional now.').first().waitFor();
    await page.goto(paths.subscription());
    await page.getByText('Thank you for being on Professional').waitFor();
    await page.getByText(/^You see all of your analytics\./).waitFor();
    await isGone(page.getByText('everything we make'));
    await see('Professional');
  });

  step('can be paid with another card after the bank’s authentication', async () => {
    await page.goto(paths.paymentMethod());
    await page.getByText('•••• 4242').waitFor();
    await see('the card on file');
    await link('Update Payment Method').click();
    await at(paths.updatePaymentMethod());
    await page.locator('iframe').first().waitFor();
    await button('Save').click();
    await page.getByText('Enter Expiration').waitFor();
    await page.getByText('Enter CVV').waitFor();
    await see('another card, with every field wrong');
    await typeCard('Nora Lindqvist', ASKS_HOLDER);
    await button('Save').click();
    const bank = page.frameLocator('iframe[title^="3D Secure"]');
    await bank.getByText('Nothing is charged').waitFor();
    await bank.getByRole('button', { name: 'Complete authentication' }).click();
    await at(paths.paymentMethod());
    await page.getByText('•••• 3155').waitFor();
  });

  step('gives no badge for a card, but for a name that Stripe has verified', async () => {
    await page.goto(paths.dashboard());
    await openSettings();
    await link(/^Subscription/).click();
    await page.getByText('You don’t have the Verified Account Badge').waitFor();
    await page.getByText('Until then your profile says “Card name matches”.').waitFor();
    await see('the subscription without the badge');
    await page.goto(paths.profile('nora.lindqvist'));
    await page.getByText('Card name matches; identity not verified').waitFor();
    await see('a profile whose card name matches');
    await page.goto(paths.subscription());
    await link('Set up payouts').click();
    await at(paths.accountBalance());
    await button(/^Set up payouts/).click();
    await page.getByLabel('Name on the identity document').fill('Nora Lindqvist');
    await button('Finish set-up').click();
    await page.waitForURL(`**${paths.accountBalance()}*`);
    await page.getByText('Account Balance').first().waitFor();
    await page.goto(paths.subscription());
    await page.getByText('You have the Verified Account Badge').waitFor();
    await see('the subscription with the badge');
    await page.goto(paths.profile('nora.lindqvist'));
    await page.getByText('Verified', { exact: true }).waitFor();
    await see('a verified profile');
  });

  step('can be canceled at the end of the month, and resumed', async () => {
    await page.goto(paths.subscription());
    await link('Cancel Subscription').scrollIntoViewIfNeeded();
    await link('Cancel Subscription').click();
    await at(paths.cancelSubscription());
    await page.getByText(/You’ve paid for Professional until/).waitFor();
    await see('whether to cancel');
    await button('Yes, Cancel My Subscription').click();
    await at(paths.subscription());
    const banner = page.getByText(/^Your plan ends on /);
    await banner.waitFor();
    // The page was scrolled down to “Cancel Subscription”; it opens at its banner all the same.
    await expectInView(banner);
    await see('a plan that ends');
    await button('Keep my plan').click();
    await page.getByText('You’re staying on Professional.').first().waitFor();
    await page.getByText(/^Renews on /).waitFor();
    await page.goto(paths.cancelSubscription());
    await link('No, Keep My Subscription').click();
    await at(paths.dashboard());
  });

  step('ends with the paid month and is not charged again', async () => {
    await page.goto(paths.cancelSubscription());
    await button('Yes, Cancel My Subscription').click();
    await page.getByText(/^Your plan ends on /).waitFor();
    const before = await income();
    await fetch(`${local.url}/_local/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: local.url },
      body: JSON.stringify({ advanceSeconds: 32 * 24 * 3600 }),
    });
    await page.goto(paths.subscription());
    await page.getByRole('columnheader', { name: 'Your plan Free' }).waitFor();
    await isGone(page.getByRole('radio', { checked: true }));
    await isGone(button('Upgrade Subscription'));
    await see('Free again, with a card on file');
    expect(await income()).toBe(before);
    await page.goto(paths.dashboard());
    await page.getByText(/^Your Professional plan ended on /).waitFor();
    await see('home, after the plan ended');
    await button('Dismiss').click();
    await isGone(page.getByText(/^Your Professional plan ended on /));
    await page.reload();
    await page.getByText('Account Balance').waitFor();
    await isGone(page.getByText(/plan ended on/));
    const { data } = await read('/_local/stripe/subscriptions');
    expect(data.map(({ status }: { status: string }) => status)).toEqual([
      'canceled',
      // The subscription of the declined card from the registration.
      'incomplete_expired',
    ]);
  });
});
