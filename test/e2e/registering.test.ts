import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { responseTo } from '#lib/local/deeds/calls.ts';
import type { Local } from '#lib/local/local.ts';
import { paths } from '#web/paths.ts';
import { checkScreen, type Phone } from '../support/accessibility-checks.ts';
import { isGone, openPhone, type Product, startProduct } from '../support/browser.ts';
import { readLocal, visitorOver } from '../support/client.ts';

/* Registration with invalid input in every field, interruptions, expiry, and many requests. */

const PASSWORD = 'Letters-4-all';

let product: Product;
let local: Local;
let browser: Browser;
let phone: Phone;
let page: Page;

beforeAll(async () => {
  product = await startProduct({ seed: false });
  ({ local, browser } = product);
  phone = await openPhone(browser, local.url);
  page = phone.page;
});

afterAll(() => product?.stop());

const button = (name: string | RegExp) => page.getByRole('button', { name });
const link = (name: string | RegExp) => page.getByRole('link', { name });
const at = (path: string) => page.waitForURL(`**${path}`);

/** Returns the text messages to a number, newest first. */
async function textsTo(phoneNumber: string): Promise<{ code?: string }[]> {
  const path = `/_local/sms?phoneNumber=${encodeURIComponent(phoneNumber)}`;
  return (await readLocal(local.url, path)).data;
}

async function enterCode(code: string): Promise<void> {
  await page.getByRole('textbox').first().click();
  await page.keyboard.type(code);
}

async function noFaults(name: string): Promise<void> {
  expect(await checkScreen(phone, name)).toEqual([]);
  expect(phone.complaints.splice(0)).toEqual([]);
}

describe('registration', () => {
  test('keeps a foreign phone number as typed, shows an error, and sends no text message', async () => {
    await page.goto(paths.login());
    await link('Register Now').click();
    await at(paths.register());
    await page.getByLabel('Full name').fill('Nora Lindqvist');
    await page.getByRole('textbox', { name: 'Username' }).fill('nora.lindqvist');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    const number = page.getByRole('textbox', { name: 'Phone number' });
    for (const [typed, kept, said] of [
      ['+44 7911 123456', '+44 7911 123456', 'We can’t send text messages to this country yet'],
      ['447911123456', '447911123456', 'Please enter a valid phone number'],
      ['9002345678', '(900) 234-5678', 'We can’t send text messages to this kind of number'],
    ] as const) {
      await number.fill('');
      await number.pressSequentially(typed);
      expect(await number.inputValue()).toBe(kept);
      await button('Register').click();
      await page.locator('#page').getByText(said).waitFor();
    }
    await noFaults('a phone number that cannot be used');
    expect(await textsTo('(447) 911-1234')).toEqual([]);
  });

  test('shows while typing whether a username is taken', async () => {
    const username = page.getByRole('textbox', { name: 'Username' });
    await username.fill('');
    await username.pressSequentially('support');
    await page.getByText('Username already in use').waitFor();
    await username.pressSequentially('ed.nora');
    await page.getByText('This username is available.').waitFor();
    await isGone(page.getByText('Username already in use'));
  });

  test('offers a link from the empty form back to a pending code', async () => {
    await page.getByRole('textbox', { name: 'Phone number' }).fill('+1 (555) 555-0141');
    await button('Register').click();
    await at(paths.verify());
    await page.getByRole('heading', { name: 'Confirm your phone' }).waitFor();
    await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
    await link('Register Now').click();
    await page.getByText('Your registration waits for its code').waitFor();
    await noFaults('a registration that waits for its code');
    await link('Enter the code').click();
    await page.getByText('(555) 555-0141').waitFor();
  });

  test('can correct the phone number within the first minute', async () => {
    const [{ code: old = '' } = {}] = await textsTo('(555) 555-0141');
    await button('Not your number? Correct it').click();
    await noFaults('the number of a registration');
    await page.getByRole('textbox', { name: 'Phone number' }).fill('(555) 555-0142');
    await button('Send code').click();
    await page.getByText('(555) 555-0142').waitFor();
    await enterCode(old);
    await page.getByText('There was an error verifying account').waitFor();
  });

  test('shows that a code has expired', async () => {
    const [{ code = '' } = {}] = await textsTo('(555) 555-0142');
    await local.advance(601);
    await enterCode(code);
    await page.getByText('This code has expired. Please ask for a new one.').waitFor();
    await noFaults('a code that has expired');
  });

  test('continues with a new code, and is not available to signed-in users', async () => {
    const id = await page.evaluate(() => JSON.parse(localStorage.registration).userId);
    await visitorOver(local.url).asksForCodeAgain({ id });
    const [{ code = '' } = {}] = await textsTo('(555) 555-0142');
    await enterCode(code);
    await at(paths.license());
    await page.goto(paths.register());
    await at(paths.license());
  });

  test('refuses a price below one dollar with a message and keeps the input', async () => {
    await page.getByRole('radio', { name: /^Free/ }).click();
    await button('Continue with Free').click();
    await at(paths.inboundMessaging());
    const price = page.getByLabel('Price per response');
    const sentence = 'Please enter a dollar value of a $1.00 or more';
    await price.fill('0.50');
    await button('Continue').click();
    await page.getByText(sentence).waitFor();
    expect(await price.inputValue()).toBe('0.50');
    await button('Continue').tap();
    expect(await price.inputValue()).toBe('0.50');
    await noFaults('a price below one dollar');
    await price.focus();
    await page.keyboard.press('Tab');
    expect(await price.inputValue()).toBe('1.00');
    await isGone(page.getByText(sentence));
    const count = page.getByLabel('Message commitment');
    await count.fill('');
    await button('Continue').click();
    await page.getByText('Please enter a value of zero or more').waitFor();
    expect(await count.inputValue()).toBe('');
    await count.fill('12');
    await price.fill('8.5');
    await button('Continue').click();
    await at(paths.registrationFreeCheckout());
  });

  test('continues at the interrupted step', async () => {
    await page.goto(paths.dashboard());
    await at(paths.registrationFreeCheckout());
    await page.getByText('$8.50 per answer').waitFor();
    await button('Finish').click();
    await at(paths.dashboard());
    await page.getByText('Account Balance').first().waitFor();
    expect(phone.complaints).toEqual([]);
  });
});

describe('a registration that expired before its phone number was confirmed', () => {
  test.each([
    ['asks for another code', async () => button('Resend Code').click()],
    [
      'corrects the number',
      async () => {
        await button('Not your number? Correct it').click();
        await page.getByRole('textbox', { name: 'Phone number' }).fill('(555) 555-0146');
        await button('Send code').click();
      },
    ],
    ['opens the screen again', () => page.reload()],
  ])('requires a new registration from a user who %s', async (_, act) => {
    phone = await openPhone(browser, local.url);
    page = phone.page;
    // The device's clock goes with the server's, which is ahead after the first of these tests.
    await page.clock.install({ time: local.clock.now() });
    await page.goto(paths.register());
    await page.getByRole('textbox', { name: 'Full name' }).fill('Late Comer');
    await page.getByRole('textbox', { name: 'Phone number' }).fill('(555) 555-0145');
    await page.getByRole('textbox', { name: 'Username' }).fill('late.comer');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await button('Register').click();
    await at(paths.verify());
    await page.getByRole('heading', { name: 'Confirm your phone' }).waitFor();
    await local.advance(90_000);
    await page.clock.fastForward(90_000_000);
    await act();
    await page.getByRole('heading', { name: 'This registration has expired' }).waitFor();
    await noFaults('a registration that lapsed');
    await link('Register again').click();
    await at(paths.register());
    await isGone(page.getByText('Your registration waits for its code'));
  });
});

describe('registration while many numbers request codes', () => {
  /** Registers real (non-fictional) phone numbers until the next one needs a proof of work. */
  async function askForMany(): Promise<void> {
    const program = visitorOver(local.url);
    for (let made = 0; ; made += 1) {
      const { http, body } = await responseTo(
        program.registers({
          fullName: 'Many Numbers',
          username: `many.numbers${made}`,
          phoneNumber: `(212) 4${20 + made}-1234`,
          password: PASSWORD,
        }),
      );
      if (body.status === 'PROOF_OF_WORK_REQUIRED') return;
      expect(http).toBe(200);
    }
  }

  test('shows a note, computes the proof of work in the browser, and continues to the code', async () => {
    await askForMany();
    phone = await openPhone(browser, local.url);
    page = phone.page;
    // Delays the proof of work until the test has checked the screen.
    await page.addInitScript(() => {
      const digest = crypto.subtle.digest.bind(crypto.subtle);
      const held = new Promise((release) => Object.assign(window, { release }));
      crypto.subtle.digest = async (...block) => {
        await held;
        return digest(...block);
      };
    });
    await page.goto(paths.register());
    await page.getByRole('textbox', { name: 'Full name' }).fill('Honest Person');
    await page.getByRole('textbox', { name: 'Phone number' }).fill('(212) 399-1234');
    await page.getByRole('textbox', { name: 'Username' }).fill('honest.person');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await button('Register').click();
    await page.getByText('Checking…').waitFor();
    await page.getByRole('status').getByText('Checking that you’re not a bot').waitFor();
    await noFaults('a registration that is checked');
    expect(await textsTo('(212) 399-1234')).toEqual([]);
    await page.evaluate(() => (window as unknown as { release(): void }).release());
    await at(paths.verify());
    const [{ code = '' } = {}] = await textsTo('(212) 399-1234');
    await enterCode(code);
    await at(paths.license());
  });
});
