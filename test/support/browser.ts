import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBrowser } from '@replypaid/test-browser';
import { PATIENCE_MS } from '@replypaid/test-browser/patience';
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Locator,
  Page,
} from 'playwright-core';
import { type Local, startLocal } from '#lib/local/local.ts';
import { DEMO_PASSWORD } from '#lib/local/seed/demo.ts';
import { REFRESH_COOKIE_HEADER } from '#shared/refresh-cookie.ts';
import { paths } from '#web/paths.ts';
import { signInOver } from './client.ts';
import { layPlantedWorld } from './planted-world.ts';

/**
 * Opens a page with the size of a phone (390 × 844). By default it has no service worker and saves data: each phone would
 * load the code of screens that its test does not open.
 */
export async function openPhone(
  browser: Browser,
  origin: string,
  {
    colorScheme = 'light',
    serviceWorkers = 'block',
    savesData = serviceWorkers === 'block',
  }: Pick<BrowserContextOptions, 'colorScheme' | 'serviceWorkers'> & { savesData?: boolean } = {},
): Promise<{ page: Page; context: BrowserContext; complaints: string[] }> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 1,
    hasTouch: true,
    isMobile: true,
    locale: 'en-US',
    timezoneId: 'America/New_York',
    colorScheme,
    serviceWorkers,
    reducedMotion: 'reduce',
  });
  await watchStart(context);
  if (savesData) await context.addInitScript(saveData);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('console', (message) => {
    const expected = /status of 4(0[0-9]|2[89])|WebSocket connection .* failed/.test(
      message.text(),
    );
    if (message.type() === 'error' && !expected) complaints.push(`console: ${message.text()}`);
  });
  return { page, context, complaints };
}

/** Makes the app believe that its user asked to save data: it does not load screens in advance. Runs in the page. */
function saveData(): void {
  const { connection } = navigator as Navigator & { readonly connection?: object };
  if (connection) Object.defineProperty(connection, 'saveData', { value: true });
}

/** Lets `untilAppRuns` know when the app runs on the pages of a browser. */
export const watchStart = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    document.addEventListener('hydrated', () => Object.assign(window, { appRuns: true }));
  });

/** Resolves when the app runs; a page that the server rendered is shown before. */
export const untilAppRuns = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => 'appRuns' in window);

/** Resolves when the page has painted what it was told before. */
export const isPainted = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise((painted) => {
        requestAnimationFrame(() => requestAnimationFrame(() => painted()));
      }),
  );

/** Holds back the requests to these addresses until `release` is called, and counts them. */
export async function holdRequests(page: Page, addresses: string) {
  let release = () => {};
  let requested = 0;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(addresses, async (route) => {
    requested += 1;
    await released;
    await route.continue();
  });
  return { release, requested: () => requested };
}

declare global {
  /** What a failure describes, where the environment of the test does. */
  var openBrowsers: Set<Browser> | undefined;
}

export type Product = {
  readonly local: Local;
  readonly browser: Browser;
  readonly stop: () => Promise<void>;
};

/**
 * Starts the local product in its own folder, and a browser. Call in `beforeAll`, and `stop` in `afterAll`. If either
 * fails to start, it stops the other and rejects.
 */
export async function startProduct({ seed }: { seed: boolean }): Promise<Product> {
  const folder = mkdtempSync(join(tmpdir(), 'replypaid-'));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  const start = async () => {
    if (seed) await layPlantedWorld(folder);
    return startLocal({ folder, port: 0, seed, quiet: true, gatewayTimeoutMs: PATIENCE_MS });
  };
  const [started, opened] = await Promise.allSettled([start(), startBrowser()]);
  if (opened.status === 'fulfilled') globalThis.openBrowsers?.add(opened.value);
  if (started.status === 'fulfilled' && opened.status === 'fulfilled')
    return {
      local: started.value,
      browser: opened.value,
      async stop() {
        const pages = opened.value.contexts().flatMap((context) => context.pages());
        // A page may poll: a request that its route handles while the browser closes would fail the tests of the file.
        await Promise.all(pages.map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
        await opened.value.close();
        await started.value.stop();
        removeFolder();
      },
    };
  // Stops the one that has started: an open server would keep Jest from ending.
  if (opened.status === 'fulfilled') await opened.value.close();
  if (started.status === 'fulfilled') await started.value.stop();
  removeFolder();
  throw started.status === 'rejected' ? started.reason : (opened as PromiseRejectedResult).reason;
}

/**
 * Signs a user in as the sign-in form does, without showing it: the cookie and the session are in the browser, and the
 * next screen that is opened is the user's.
 */
export async function signIn(
  page: Page,
  username: string,
  password: string = DEMO_PASSWORD,
  // For a browser whose context has no base address.
  origin = '',
): Promise<void> {
  // Only a page of the same origin can write its storage.
  await page.goto(`${origin}/robots.txt`);
  const reply = await page.request.post(`${origin}/authenticate`, {
    data: { username, password },
    headers: { origin: new URL(page.url()).origin, [REFRESH_COOKIE_HEADER]: 'cookie' },
  });
  if (!reply.ok()) throw new Error(`${username} cannot sign in: ${await reply.text()}`);
  const tokens = await reply.json();
  await page.evaluate((session) => localStorage.setItem('session', JSON.stringify(session)), {
    userId: tokens.user_id,
    fullName: tokens.full_name,
    avatarUrl: tokens.avatar_url,
  });
}

/** Signs a user in with the sign-in form, and waits for the dashboard. */
export async function signInWithForm(
  page: Page,
  username: string,
  password?: string,
): Promise<void> {
  await page.goto(paths.login());
  await sendSignIn(page, username, password);
  await page.waitForURL(`**${paths.dashboard()}`);
}

/** Fills in and submits the open sign-in form. */
export async function sendSignIn(
  page: Page,
  username: string,
  password: string = DEMO_PASSWORD,
): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** A user of the seeded world: a signed-in phone, and an API client for the same user. */
export async function phoneOf(
  { local, browser }: Pick<Product, 'local' | 'browser'>,
  username: string,
) {
  const person = await signInOver(local.url, username, DEMO_PASSWORD);
  const phone = await openPhone(browser, local.url);
  await signIn(phone.page, username);
  return { ...phone, person };
}

/** Resolves when no such element is there: what an action removes may be there for a moment after it. */
export const isGone = (elements: Locator): Promise<void> =>
  elements.first().waitFor({ state: 'detached' });

/** Waits until the page has all of these texts. */
export async function reads(page: Page, ...words: readonly string[]): Promise<void> {
  for (const one of words) await page.getByText(one).first().waitFor();
}

/** Whether the element has the focus. Runs in the page. */
export const hasFocus = (element: Element) => element === document.activeElement;
