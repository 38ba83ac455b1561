import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { startLocal } from '../lib/local/local.ts';
import { runCommand } from '../lib/operator/command.ts';
import { openPhone, signIn, startBrowser } from '../test/support/browser.ts';
import { paths } from '../web/src/paths.ts';

/* `npm run screens`: takes the pictures of the README anew, from the screens as they are. */

const USAGE = `npm run screens

Starts the product with its demo data in a temporary folder, opens the screens of the README on a phone of 390 × 844, and
writes their pictures into docs/screens. CHROMIUM_PATH=… uses that Chromium.`;

const FOLDER = join(import.meta.dirname, '../docs/screens');

type Picture = {
  readonly file: string;
  readonly colorScheme?: 'dark';
  /** Goes to the screen, and resolves when it shows what the picture is of. */
  readonly open: (page: Page) => Promise<unknown>;
};

const PICTURES: readonly Picture[] = [
  {
    file: 'profile.png',
    open: async (page) => {
      await page.goto(paths.profile('ana.markovic'));
      await page.getByRole('link', { name: /^Contact/ }).waitFor();
    },
  },
  {
    file: 'confirm-payment.png',
    open: async (page) => {
      await signIn(page, 'ben.okafor');
      await page.goto(paths.profile('lucia.prado'));
      // Until the app runs, the page is the one that visitors get, whose link leads to the sign-in.
      await page.locator('a[href*="/create-inbox/"]').click();
      await page.getByLabel('Subject').fill('Who owns the mix of our song?');
      await page
        .getByRole('textbox', { name: 'Message' })
        .fill(
          'I mixed a song for four friends, as a favor. A label wants it now, and asks me to sign that I have no rights in it. What do I give away, and what should I ask for before I sign?',
        );
      await page.getByRole('button', { name: 'Continue to Payment' }).click();
      await page.getByRole('button', { name: 'Submit Order' }).waitFor();
    },
  },
  {
    file: 'answer.png',
    open: async (page) => {
      await signIn(page, 'ben.okafor');
      await page.goto(paths.orders());
      await page.getByRole('link', { name: /The clause that takes my recordings/ }).click();
      await page.getByText('Dear Ben,').waitFor();
    },
  },
  {
    file: 'inbox-dark.png',
    colorScheme: 'dark',
    open: async (page) => {
      await signIn(page, 'ana.markovic');
      await page.goto(paths.inbox());
      await page.getByRole('list').getByRole('link').first().waitFor();
    },
  },
];

async function take(browser: Browser, origin: string, picture: Picture): Promise<void> {
  const { file, colorScheme = 'light', open } = picture;
  const { page, context } = await openPhone(browser, origin, { colorScheme });
  await open(page);
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.screenshot({ path: join(FOLDER, file), animations: 'disabled' });
  await context.close();
  console.log(`docs/screens/${file}`);
}

await runCommand(USAGE, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'replypaid-screens-'));
  const local = await startLocal({ folder, port: 0, quiet: true });
  const browser = await startBrowser();
  try {
    for (const picture of PICTURES) await take(browser, local.url, picture);
  } finally {
    await browser.close();
    await local.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
