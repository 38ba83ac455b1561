import type { CDPSession, Page } from 'playwright-core';
import { DEMO_PASSWORD, demoDeskLink } from '#lib/local/seed/demo.ts';
import { paths } from '#web/paths.ts';
import { signIn } from './browser.ts';

/* Passkeys with Chromium's virtual authenticator. They need a host name, such as localhost. */

/** Gives a page a screen lock that always recognizes the person. */
export async function addAuthenticator(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return session;
}

/** Fills in and sends the open form for a new passkey. */
export async function addPasskey(page: Page, name: string, password: string): Promise<void> {
  await page.getByRole('button', { name: /^Add a passkey/ }).click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Your password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
}

/** Adds a passkey to a seeded account, for staff by the link of the demo, and begins a session with it. */
export async function signInWithNewPasskey(page: Page, username: string): Promise<void> {
  await addAuthenticator(page);
  await signIn(page, username);
  await page.goto(`${paths.devicesAndPasskeys()}#desk=${demoDeskLink(username)}`);
  await addPasskey(page, 'Test', DEMO_PASSWORD);
  await page.getByText('Your passkey is added.').first().waitFor();
  await page.goto(paths.logout());
  await page.waitForURL((url) => url.pathname !== paths.logout());
  await page.goto(paths.login());
  await page.getByRole('button', { name: 'Sign in with a passkey', exact: true }).click();
  await page.waitForURL(`**${paths.dashboard()}`);
}
