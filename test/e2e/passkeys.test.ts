import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { DEMO_PASSWORD } from '#lib/local/seed/demo.ts';
import { SECURITY_WAIT } from '#shared/rules/auth/security-wait.ts';
import { SECOND } from '#shared/time.ts';
import { paths } from '#web/paths.ts';
import { isGone, openPhone, type Product, signIn, startProduct } from '../support/browser.ts';
import { addAuthenticator, addPasskey } from '../support/virtual-authenticator.ts';

/* Passkeys with Chromium's virtual authenticator, and signing out other devices. Passkeys need a host name: localhost. */

let product: Product;
let browser: Browser;
let origin: string;

beforeAll(async () => {
  product = await startProduct({ seed: true });
  ({ browser } = product);
  origin = product.local.url.replace('//127.0.0.1', '//localhost');
});

afterAll(() => product?.stop());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Opens the dialog that removes a passkey. */
async function removePasskey(page: Page, name: string): Promise<void> {
  await button(page, `More about ${name}`).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
}

test('a user adds a passkey in the settings, signs in with it without typing, and removes it', async () => {
  const { page, complaints } = await openPhone(browser, origin);
  await addAuthenticator(page);
  await signIn(page, 'ana.markovic');
  await page.goto(paths.settings());
  await page.getByRole('link', { name: 'Devices and passkeys' }).click();
  await page.waitForURL(`**${paths.devicesAndPasskeys()}`);
  await addPasskey(page, 'My phone', 'Not-my-password-1');
  await page.getByText('That password is incorrect').waitFor();
  await page.getByLabel('Your password', { exact: true }).fill(DEMO_PASSWORD);
  await button(page, 'Continue').click();
  await page.getByText('Your passkey is added.').first().waitFor();
  await page.getByText(/^Added .*, not used yet$/).waitFor();
  await addPasskey(page, 'Again', DEMO_PASSWORD);
  await page.getByText('This device already has a passkey of your account.').waitFor();
  await page.goto(paths.logout());
  await page.waitForURL((url) => url.pathname !== paths.logout());
  await page.goto(paths.login());
  await button(page, 'Sign in with a passkey').click();
  await page.waitForURL(`**${paths.dashboard()}`);
  await page.getByText('Account Balance').first().waitFor();
  await page.goto(paths.devicesAndPasskeys());
  await page.getByText(/^Signed in with a passkey on /).waitFor();
  await page.getByText(/^Added .*, last used /).waitFor();
  // One that confirms nothing yet is undone without the password.
  await removePasskey(page, 'My phone');
  await page.getByText('If you didn’t add it, change your password too.').waitFor();
  await isGone(page.getByLabel('Your password', { exact: true }));
  await button(page, 'Remove passkey').click();
  await page.getByText('My phone can’t sign in anymore.').first().waitFor();
  await addPasskey(page, 'My new phone', DEMO_PASSWORD);
  await page.getByText('Your passkey is added.').first().waitFor();
  await product.local.advance(SECURITY_WAIT / SECOND);
  await page.reload();
  await removePasskey(page, 'My new phone');
  await page.getByLabel('Your password', { exact: true }).fill(DEMO_PASSWORD);
  await button(page, 'Remove passkey').click();
  await page.getByText('My new phone can’t sign in anymore.').first().waitFor();
  expect(complaints).toEqual([]);
});

test('a user without a passkey reads why the sign-in did not go on, and keeps the form', async () => {
  const { page } = await openPhone(browser, origin);
  await page.goto(paths.login());
  await page.getByLabel('Username', { exact: true }).fill('ben.okafor');
  const session = await addAuthenticator(page);
  await session.send('WebAuthn.disable');
  await page.evaluate(() =>
    Object.defineProperty(window, 'PublicKeyCredential', { value: undefined }),
  );
  await button(page, 'Sign in with a passkey').click();
  await page.getByText('This browser can’t use passkeys.').first().waitFor();
  expect(await page.getByLabel('Username', { exact: true }).inputValue()).toBe('ben.okafor');
});

test('ending another session signs the other device out while it is looking', async () => {
  const phone = await openPhone(browser, origin);
  const other = await openPhone(browser, origin);
  for (const { page } of [phone, other]) await signIn(page, 'lucia.prado');
  await other.page.goto(paths.dashboard());
  await other.page.getByText('Account Balance').first().waitFor();
  const { page } = phone;
  await page.goto(paths.devicesAndPasskeys());
  await page.getByText('this device').waitFor();
  const rows = page.getByRole('list', { name: 'Where you are signed in' }).getByRole('listitem');
  const before = await rows.count();
  await page
    .getByRole('button', { name: /^Sign out Chrome on / })
    .first()
    .click();
  await page
    .getByText(/^Chrome on .* is signed out\.$/)
    .first()
    .waitFor();
  expect(await rows.count()).toBe(before - 1);
  await other.page.waitForURL(`**${paths.login()}`);
  const third = await openPhone(browser, origin);
  await signIn(third.page, 'lucia.prado');
  await third.page.goto(paths.dashboard());
  await third.page.getByText('Account Balance').first().waitFor();
  await page.reload();
  await button(page, 'Sign out everywhere else').click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: 'Sign out everywhere else' })
    .click();
  await page.getByText('You’re signed out everywhere else.').first().waitFor();
  await third.page.waitForURL(`**${paths.login()}`);
  expect(await rows.count()).toBe(1);
  expect([...phone.complaints, ...other.complaints, ...third.complaints]).toEqual([]);
});
