import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { browserFiles } from '@replypaid/test-browser';
import { type CDPSession, chromium, type Page } from 'playwright-core';

/** A Chromium that two programs drive by turns: this one, to sign somebody in, and Lighthouse. */
export type Chromium = {
  readonly port: number;
  /** Opens a page for a task, and lets go of the browser after it, so that it disturbs no other program. */
  inPage<T>(task: (page: Page, session: CDPSession) => Promise<T>): Promise<T>;
  stop(): Promise<void>;
};

const ARGUMENTS = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run'];

/** Starts the browser that also runs the tests of screens, with an empty profile and a debugging port. */
export async function startChromium(): Promise<Chromium> {
  const { executablePath, env } = await browserFiles();
  const profile = mkdtempSync(join(tmpdir(), 'replypaid-chromium-'));
  const flags = [...ARGUMENTS, `--user-data-dir=${profile}`, '--remote-debugging-port=0'];
  const child = spawn(executablePath, [...flags, 'about:blank'], { env, stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const port = await portIn(profile);
  return {
    port,
    async inPage(task) {
      const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
      try {
        const [context] = browser.contexts();
        if (!context) throw new Error('The browser has no window.');
        const page = await context.newPage();
        const done = await task(page, await context.newCDPSession(page));
        await page.close();
        return done;
      } finally {
        await browser.close();
      }
    },
    async stop() {
      child.kill();
      await ended;
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** Waits for the file in which Chromium writes its port. */
async function portIn(profile: string): Promise<number> {
  const file = join(profile, 'DevToolsActivePort');
  for (let tries = 0; tries < 300; tries += 1) {
    if (existsSync(file)) return Number(readFileSync(file, 'utf8').split('\n')[0]);
    await wait(100);
  }
  throw new Error('Chromium did not start within 30 seconds.');
}
