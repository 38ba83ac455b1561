import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startBrowser } from '@replypaid/test-browser';
import type { Browser } from 'playwright-core';
import { buildWeb } from '#lib/local/builds.ts';
import { sendWebApp, type WebFiles, webFilesOf } from '#lib/local/front/web-app.ts';
import { Shutdown } from '#lib/local/shutdown.ts';
import type { FeeTable } from '#shared/rules/conversations/fees.ts';
import type { PublicSettings } from '#shared/settings.ts';
import { paths } from '#web/paths.ts';
import { newFolder } from '../local/machine.ts';
import { isGone, openPhone } from '../support/browser.ts';

/* One build of the web app with the settings of several deployments. */

const FEES: FeeTable = {
  FREE: { percent: 12.5, cents: 25 },
  STARTER: { percent: 8, cents: 25 },
  PROFESSIONAL: { percent: 4, cents: 0 },
};
const RAISED: FeeTable = { ...FEES, FREE: { percent: 15, cents: 25 } };
const COMPANY = { name: 'Letters & Sons Inc.', address: '1 Main Street\nSpringfield, OR 97477' };

const { folder, remove } = newFolder();
let built: string;
let files: WebFiles;
let browser: Browser;
let origin: string;
const server = createServer((request, response) => {
  sendWebApp(files, { realStripe: false }, { request, response });
});

const deploy = (settings: PublicSettings) => {
  files = webFilesOf(built, folder, settings);
};

beforeAll(async () => {
  built = await buildWeb(new Shutdown());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await startBrowser();
});

afterAll(async () => {
  await browser?.close();
  server.close();
  server.closeAllConnections();
  remove();
});

test('a deployment shows its own fees and company without violating the Content-Security-Policy', async () => {
  deploy({ fees: FEES, company: COMPANY });
  const { page, context, complaints } = await openPhone(browser, origin);
  const answer = await page.goto(paths.home());
  expect(answer?.headers()['content-security-policy']).toMatch(
    /script-src 'self'( 'sha256-[^' ]+')+;/,
  );
  const plans = page.getByRole('region', { name: 'What it costs' });
  for (const fee of ['12.5% + $0.25', '8% + $0.25', '4%'])
    await plans.getByText(`We keep ${fee} of each answer`, { exact: true }).waitFor();
  // The net amounts of $25.00 after fees of 3.125 + 0.25, 2 + 0.25, and 1.
  for (const net of ['$21.62', '$22.75', '$24.00'])
    await plans.getByText(net, { exact: true }).first().waitFor();
  for (const path of [paths.home(), paths.publicUsagePolicy(), paths.publicPrivacyPolicy()]) {
    await page.goto(path);
    expect(await page.locator('address').textContent()).toBe(
      'ReplyPaid is run by Letters & Sons Inc.\n1 Main Street\nSpringfield, OR 97477',
    );
  }
  await context.close();
  expect(complaints).toEqual([]);
});

test('an installed app shows changed fees of the deployment without a new build', async () => {
  deploy({ fees: FEES });
  const { page, context, complaints } = await openPhone(browser, origin, {
    serviceWorkers: 'allow',
  });
  await page.goto(paths.home());
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  await page.getByText('We keep 12.5% + $0.25 of each answer', { exact: true }).waitFor();
  await isGone(page.locator('address'));
  deploy({ fees: RAISED });
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.ready).update();
  });
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.getByText('We keep 15% + $0.25 of each answer', { exact: true }).waitFor();
  await context.close();
  expect(complaints).toEqual([]);
});
