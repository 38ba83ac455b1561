import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { type Local, startLocal } from '../../lib/local/local.ts';
import { DEMO_PASSWORD } from '../../lib/local/seed/demo.ts';
import { nextPayout } from '../../shared/rules/payouts.ts';
import { instant } from '../../shared/time.ts';
import { paths } from '../../web/src/paths.ts';
import { openPhone, startBrowser } from '../support/browser.ts';

/* Somebody who earned money waits for the 8th, hears that a payout waits, sets up payouts, and is paid. */

let folder: string;
let local: Local;
let browser: Browser;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'replypaid-'));
  [local, browser] = await Promise.all([
    startLocal({ folder, port: 0, seed: true, quiet: true }),
    startBrowser(),
  ]);
}, 180_000);

afterAll(async () => {
  await browser?.close();
  await local?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const read = async (path: string) =>
  (await (await fetch(`${local.url}/_local/${path}`)).json()).data;

test('a payout waits for its account, is told of, and goes out once that is set up', async () => {
  const phone = await openPhone(browser, local.url);
  const { page } = phone;
  const signIn = async () => {
    await page.goto(paths.home());
    await page.evaluate(() => localStorage.clear());
    await page.goto(paths.login());
    await page.getByLabel('Username').fill('ana.markovic');
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    await page
      .getByRole('button', { name: /log in|sign in|login/i })
      .first()
      .click();
    await page.waitForURL(`**${paths.dashboard()}`);
  };
  await signIn();
  await page.goto(paths.accountBalance());
  await page.getByText(/is due on .* It waits until payouts are set up\./).waitFor();

  const now = local.clock.now();
  await local.advance((nextPayout(instant(now)).at - now) / 1_000 + 60);
  await local.drain();
  const texts = (await read('sms')) as { body: string }[];
  expect(texts.filter(({ body }) => body.includes('waits for your bank details'))).not.toEqual([]);

  await signIn();
  await page.goto(paths.payouts());
  await page.getByText('Waits for your payout details').waitFor();
  await page.goto(paths.accountBalance());
  await page.getByText(/waits for you, and goes out once payouts are set up\./).waitFor();
  await page.getByRole('button', { name: 'Set Up Payouts' }).click();
  await page.waitForURL('**/_local/stripe-connect/**');
  await page.getByRole('button', { name: 'Finish set-up' }).click();
  await page.waitForURL(`**${paths.accountBalance()}**`);
  await page.getByText('Payouts are set up.', { exact: true }).waitFor();
  expect(new URL(page.url()).search).toBe('');
  await page.goto(paths.payouts());
  await page.getByText('Paid. Stripe passes it on to your bank').waitFor();
}, 180_000);
