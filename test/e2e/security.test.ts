import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page, Request } from 'playwright-core';
import type { Local } from '#lib/local/local.ts';
import { DEMO_PASSWORD } from '#lib/local/seed/demo.ts';
import { refreshToken } from '#shared/api/current-session.ts';
import { paths } from '#web/paths.ts';
import {
  openPhone,
  type Product,
  signIn,
  signInWithForm,
  startProduct,
} from '../support/browser.ts';
import { readLocal } from '../support/client.ts';
import { until } from '../support/until.ts';

/* Changing the password and phone number on a phone while another device is signed in. */

const NEW_PASSWORD = 'Battery-Staple-2';

let product: Product;
let local: Local;
let browser: Browser;

beforeAll(async () => {
  product = await startProduct({ seed: true });
  ({ local, browser } = product);
});

afterAll(() => product?.stop());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

/** The requests of all phones that refresh a session and have no response. */
const refreshes = new Set<Request>();

async function signedIn(username: string, password: string, colorScheme?: 'dark') {
  const { page, complaints } = await openPhone(browser, local.url, { colorScheme });
  page.on('request', (request) => {
    if (request.url().endsWith(refreshToken.path)) refreshes.add(request);
  });
  page.on('requestfinished', (request) => void refreshes.delete(request));
  page.on('requestfailed', (request) => void refreshes.delete(request));
  await signIn(page, username, password);
  return { page, complaints };
}

/** Returns the newest text message to a number. */
async function textTo(phoneNumber: string): Promise<{ body: string; code?: string }> {
  const { data } = await readLocal(
    local.url,
    `/_local/sms?phoneNumber=${encodeURIComponent(phoneNumber)}`,
  );
  return data[0];
}

async function typeCode(page: Page, code: string, label = 'Verification code'): Promise<void> {
  const boxes = page.getByRole('group', { name: label }).getByRole('textbox');
  await boxes.first().click();
  for (let box = 0; box < code.length; box += 1) await page.keyboard.press('Backspace');
  await page.keyboard.type(code);
}

/**
 * Advances the clock while no session is being refreshed, as after the hint of a new password: the next page would present
 * a token that was spent long ago, which ends the session.
 */
async function advance(seconds: number): Promise<void> {
  await until(() => refreshes.size === 0);
  await local.advance(seconds);
}

/** Advances the clock past the 15 minutes for which access tokens are valid; after that the session is checked. */
const passQuarterHour = () => advance(16 * 60);

describe('a user with two devices', () => {
  test('changes the password, which ends the session of the other device', async () => {
    const phone = await signedIn('ana.markovic', DEMO_PASSWORD);
    const other = await signedIn('ana.markovic', DEMO_PASSWORD, 'dark');
    const { page } = phone;
    await page.goto(paths.settings());
    await page.getByRole('link', { name: 'Password' }).click();
    await page.waitForURL(`**${paths.changePassword()}`);
    await button(page, 'Save').click();
    await page.getByText('Please enter your password').waitFor();
    await field(page, 'Old password').fill('Not-my-password-1');
    await field(page, 'New password').fill(NEW_PASSWORD);
    await field(page, 'Repeat new password').fill('Battery-Staple-3');
    await page.getByText('New passwords must match').waitFor();
    await field(page, 'Repeat new password').fill(NEW_PASSWORD);
    await button(page, 'Save').click();
    await page.getByText('That password is incorrect').waitFor();
    expect(new URL(page.url()).pathname).toBe(paths.changePassword());
    await field(page, 'Old password').fill(DEMO_PASSWORD);
    await button(page, 'Save').click();
    await page.waitForURL(`**${paths.settings()}`);
    await page.getByText('Your password is changed').first().waitFor();
    await passQuarterHour();
    await page.goto(paths.dashboard());
    await page.getByText('Account Balance').first().waitFor();
    await other.page.goto(paths.dashboard());
    await other.page.waitForURL(`**${paths.login()}`);
    await signedIn('ana.markovic', NEW_PASSWORD);
    expect([...phone.complaints, ...other.complaints]).toEqual([]);
  });

  test('changes the phone number, which ends the session of the other device and sends a message to the old number', async () => {
    const phone = await signedIn('lucia.prado', DEMO_PASSWORD);
    const other = await signedIn('lucia.prado', DEMO_PASSWORD);
    const { page } = phone;
    await page.goto(paths.settings());
    const row = page.getByRole('link', { name: 'Phone number' });
    const before = /\(\d{3}\) \d{3}-\d{4}/.exec((await row.textContent()) ?? '')?.[0] ?? '';
    await row.click();
    await page.waitForURL(`**${paths.changePhoneNumber()}`);
    await field(page, 'New phone number').pressSequentially('555555019');
    await button(page, 'Send code').click();
    await page.getByText('Please enter a valid phone number').waitFor();
    await field(page, 'New phone number').fill(before);
    await button(page, 'Send code').click();
    await page.getByText('This is your phone number already').waitFor();
    await field(page, 'New phone number').fill('(555) 555-0199');
    await button(page, 'Send code').click();
    await page.getByText('Verification code sent').waitFor();
    await page.getByText(/Wait \d+ secs/).waitFor();
    await button(page, 'Use another number').click();
    expect(await field(page, 'New phone number').inputValue()).toBe('(555) 555-0199');
    await button(page, 'Send code').click();
    await page.getByText('A code was sent a moment ago').waitFor();
    await advance(61);
    await button(page, 'Send code').click();
    await page.getByText('Verification code sent').waitFor();
    // A phone may discard the page while its user looks up the code in another app.
    await page.reload();
    const { code = '' } = await textTo('(555) 555-0199');
    await typeCode(page, code === '000000' ? '000001' : '000000');
    await field(page, 'Your password').fill('Not-my-password-1');
    await button(page, 'Change number').click();
    await page.getByText('Please send the code and enter it').waitFor();
    await button(page, 'Send the code').click();
    await page.getByText('A new code is on its way').first().waitFor();
    const { code: oldCode = '' } = await textTo(before);
    await typeCode(page, oldCode, 'Code from your current number');
    await button(page, 'Change number').click();
    await page.getByText('That password is incorrect').waitFor();
    await field(page, 'Your password').fill(DEMO_PASSWORD);
    await button(page, 'Change number').click();
    await page
      .getByText('That code is incorrect or has expired. Check it, or ask for a new one.')
      .waitFor();
    await typeCode(page, code);
    await button(page, 'Change number').click();
    await page.waitForURL(`**${paths.settings()}`);
    await row.getByText('(555) 555-0199').waitFor();
    await local.drain();
    expect((await textTo(before)).body).toContain('moved to another phone number');
    await passQuarterHour();
    await page.goto(paths.dashboard());
    await page.getByText('Account Balance').first().waitFor();
    await other.page.goto(paths.dashboard());
    await other.page.waitForURL(`**${paths.login()}`);
    expect([...phone.complaints, ...other.complaints]).toEqual([]);
  });

  test('can change the phone number without the old one after 72 hours, and can cancel the change until then', async () => {
    const { page, complaints } = await signedIn('ben.okafor', DEMO_PASSWORD);
    await page.goto(paths.settings());
    const row = page.getByRole('link', { name: 'Phone number' });
    const before = /\(\d{3}\) \d{3}-\d{4}/.exec((await row.textContent()) ?? '')?.[0] ?? '';
    const askForChange = async () => {
      await page.goto(paths.changePhoneNumber());
      await field(page, 'New phone number').fill('(555) 555-0188');
      await button(page, 'Send code').click();
      await page.getByText('Verification code sent').waitFor();
      await typeCode(page, (await textTo('(555) 555-0188')).code ?? '');
      await field(page, 'Your password').fill(DEMO_PASSWORD);
      await page.getByRole('radio', { name: /I can’t get texts there/ }).click();
      await button(page, 'Request the change').click();
      await page.getByText('A change is pending').waitFor();
    };
    await askForChange();
    await local.drain();
    expect((await textTo(before)).body).toContain('asked to move');
    await page.goto(paths.dashboard());
    await page.getByRole('link', { name: 'See the change' }).click();
    await page.getByText('(555) 555-0188').waitFor();
    await button(page, 'Stop the change').click();
    await field(page, 'New phone number').waitFor();
    await advance(61);
    await askForChange();
    await advance(72 * 3_600);
    await page.goto(paths.changePhoneNumber());
    await button(page, 'Send code to finish').click();
    await page.getByText('Verification code sent').waitFor();
    await typeCode(page, (await textTo('(555) 555-0188')).code ?? '');
    await field(page, 'Your password').fill(DEMO_PASSWORD);
    await button(page, 'Change number').click();
    await page.waitForURL(`**${paths.settings()}`);
    await page.getByText('(555) 555-0188').waitFor();
    expect(complaints).toEqual([]);
  });

  test('sees the theme of one device on the other from the first paint', async () => {
    const { page, complaints } = await signedIn('ben.okafor', DEMO_PASSWORD);
    await page.goto(paths.settings());
    const saved = page.waitForResponse('**/api/updateUserTheme');
    await page.getByRole('radio', { name: 'Dark' }).click();
    expect((await saved).status()).toBe(200);
    const next = await openPhone(browser, local.url);
    await signInWithForm(next.page, 'ben.okafor');
    const look = () => next.page.evaluate(() => document.documentElement.dataset.theme);
    await next.page.getByText('Account Balance').first().waitFor();
    expect(await look()).toBe('dark');
    await next.page.goto(paths.dashboard(), { waitUntil: 'commit' });
    await next.page.waitForFunction(() => document.body !== null);
    expect(await look()).toBe('dark');
    expect([...complaints, ...next.complaints]).toEqual([]);
  });
});
