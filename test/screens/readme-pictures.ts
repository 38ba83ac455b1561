import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { openPhone, signIn } from '#test/support/browser.ts';
import { paths } from '#web/paths.ts';
import { writeLetter } from './write-letter.ts';

/* The pictures of the README. */

const FOLDER = join(import.meta.dirname, '../../docs/screens');

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
      await page
        .getByRole('link', { name: /^Contact/ })
        .first()
        .waitFor();
    },
  },
  {
    file: 'confirm-payment.png',
    open: async (page) => {
      await signIn(page, 'ben.okafor');
      await writeLetter(page);
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

/** Writes them into docs/screens. */
export async function takeReadmePictures(browser: Browser, origin: string): Promise<void> {
  for (const { file, colorScheme = 'light', open } of PICTURES) {
    const { page, context } = await openPhone(browser, origin, { colorScheme });
    await open(page);
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    await page.screenshot({ path: join(FOLDER, file), animations: 'disabled' });
    await context.close();
    console.log(`docs/screens/${file}`);
  }
}
