import { type Browser, chromium } from 'playwright-core';
import { browserFiles } from './packaged-browser.ts';
import { PATIENCE_MS } from './patience.ts';

export { browserFiles } from './packaged-browser.ts';

const QUIET = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A microphone that beeps, and is allowed without a question.
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
];

/**
 * Starts the Chromium from the npm packages, so that tests need no installed browser where that one runs; `CHROMIUM_PATH`
 * selects another one. Rejects with the browser's own message if it cannot start.
 */
export async function startBrowser(): Promise<Browser> {
  const { executablePath, env } = await browserFiles();
  return patient(await chromium.launch({ executablePath, args: QUIET, env }));
}

/** Lets every page of a browser wait as long, however it is opened. */
function patient(browser: Browser): Browser {
  const open = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await open(options);
    context.setDefaultTimeout(PATIENCE_MS);
    return context;
  };
  return browser;
}
