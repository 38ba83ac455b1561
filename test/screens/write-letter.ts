import type { Page } from 'playwright-core';
import { paths } from '#web/paths.ts';

/** Opens the profile of Lucía and writes a letter to her, up to the button that leads to the payment. */
export async function writeLetter(page: Page): Promise<void> {
  await page.goto(paths.profile('lucia.prado'));
  // Until the app runs, the page is the one that visitors get, whose link leads to the sign-in.
  await page.locator('a[href*="/create-inbox/"]').first().click();
  await page.getByLabel('Subject').fill('Who owns the mix of our song?');
  await page
    .getByRole('textbox', { name: 'Message' })
    .fill(
      'I mixed a song for four friends, as a favor. A label wants it now, and asks me to sign that I have no rights in it. What do I give away, and what should I ask for before I sign?',
    );
}
