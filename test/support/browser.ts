import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

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
