import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { type Local, startLocal } from '../../lib/local/local.ts';
import { DEMO_PASSWORD } from '../../lib/local/seed/demo.ts';
import { paths } from '../../web/src/paths.ts';
import { Person } from './client.ts';

const QUIET = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts Chromium: CHROMIUM_PATH, else the system's, else the one that came with the packages. */
export async function startBrowser(): Promise<Browser> {
  const path = [process.env.CHROMIUM_PATH, '/usr/bin/chromium'].find((at) => at && existsSync(at));
  return chromium.launch({ executablePath: path ?? (await packagedBrowser()), args: QUIET });
}

/** The browser inside the package also brings the libraries a bare machine lacks, when it thinks it is on Lambda. */
async function packagedBrowser(): Promise<string> {
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs20.x';
  const { default: packaged } = await import('@sparticuz/chromium');
  return packaged.executablePath();
}

/** A phone held upright, 390 × 844, in light or dark. */
export async function openPhone(
  browser: Browser,
  origin: string,
  colorScheme: 'light' | 'dark' = 'light',
): Promise<{ page: Page; context: BrowserContext; complaints: string[] }> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
    locale: 'en-US',
    timezoneId: 'America/New_York',
    colorScheme,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('console', (message) => {
    const expected = /status of 4(0[0-9]|29)/.test(message.text());
    if (message.type() === 'error' && !expected) complaints.push(`console: ${message.text()}`);
  });
  return { page, context, complaints };
}

export type Product = {
  readonly local: Local;
  readonly browser: Browser;
  readonly stop: () => Promise<void>;
};

/** The whole product in a folder of its own, and a browser to use it with. Call in `beforeAll`; `stop` in `afterAll`. */
export async function startProduct({ seed }: { seed: boolean }): Promise<Product> {
  const folder = mkdtempSync(join(tmpdir(), 'replypaid-'));
  const [local, browser] = await Promise.all([
    startLocal({ folder, port: 0, seed, quiet: true }),
    startBrowser(),
  ]);
  return {
    local,
    browser,
    async stop() {
      await browser.close();
      await local.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Signs somebody in, as far as the dashboard. */
export async function signIn(
  page: Page,
  username: string,
  password: string = DEMO_PASSWORD,
): Promise<void> {
  await page.goto(paths.login());
  await sendSignIn(page, username, password);
  await page.waitForURL(`**${paths.dashboard()}`);
}

/** Fills in and sends the form of the sign-in that is open. */
export async function sendSignIn(
  page: Page,
  username: string,
  password: string = DEMO_PASSWORD,
): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Somebody of the seeded world: their phone, signed in, and themselves as a caller of the API. */
export async function phoneOf(
  { local, browser }: Pick<Product, 'local' | 'browser'>,
  username: string,
): Promise<{ page: Page; person: Person }> {
  const person = new Person(local.url);
  await person.signIn(username, DEMO_PASSWORD);
  const { page } = await openPhone(browser, local.url);
  await signIn(page, username);
  return { page, person };
}

/** To be evaluated in the page. */
export const hasFocus = (element: Element) => element === document.activeElement;
