import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { isGone, openPhone, signIn } from '#test/support/browser.ts';
import { SCREENS, type Screen } from './overview-screens.ts';

/*
 * Makes the page docs/screens/README.md: each screen in three widths, light and dark, on one picture, with its purpose and
 * how others in the field show the same.
 */

const FOLDER = join(import.meta.dirname, '../../docs/screens');

const SIZES = [
  { width: 390, height: 844 },
  { width: 320, height: 568 },
  { width: 1280, height: 800 },
] as const;
const SCHEMES = ['light', 'dark'] as const;

/** Writes the page and its pictures. */
export async function takeOverview(browser: Browser, origin: string): Promise<void> {
  const shots = new Map<Screen, string[]>(SCREENS.map((screen) => [screen, []]));
  for (const colorScheme of SCHEMES)
    for (const size of SIZES)
      for (const who of ['visitor', 'ben.okafor', 'ana.markovic'] as const) {
        const { page, context } = await openPhone(browser, origin, { colorScheme });
        await page.setViewportSize(size);
        if (who !== 'visitor') await signIn(page, who);
        for (const screen of SCREENS.filter((one) => one.who === who))
          shots.get(screen)?.push(await shotOf(page, screen));
        await context.close();
      }
  mkdirSync(join(FOLDER, 'overview'), { recursive: true });
  for (const [screen, pictures] of shots) await writeSheet(browser, screen, pictures);
  writeFileSync(join(FOLDER, 'README.md'), pageText());
}

/** A screen as a JPEG in base64. */
async function shotOf(page: Page, { name, open }: Screen): Promise<string> {
  await open(page);
  // Not until the network is idle: signed-in screens keep asking for news.
  await isGone(page.getByText('Loading...').filter({ visible: true }));
  await isGone(page.locator('.skeleton, .pending-bar'));
  await page.evaluate(untilQuiet);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.waitForFunction(() =>
    [...document.images].every(({ complete, loading }) => complete || loading === 'lazy'),
  );
  const picture = await page.screenshot({ type: 'jpeg', quality: 80, animations: 'disabled' });
  console.log(name, page.viewportSize()?.width);
  return picture.toString('base64');
}

/** Resolves when the page has requested nothing, such as the code of a menu, for half a second. Runs in the page. */
async function untilQuiet(): Promise<void> {
  let before = -1;
  while (before !== performance.getEntriesByType('resource').length) {
    before = performance.getEntriesByType('resource').length;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** Puts the six pictures of a screen on one: the light ones above the dark ones. */
async function writeSheet(browser: Browser, screen: Screen, pictures: string[]): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1460, height: 1000 } });
  const row = (of: string[]) =>
    `<p>${of.map((picture) => `<img height="460" src="data:image/jpeg;base64,${picture}">`).join('')}</p>`;
  await page.setContent(
    `<style>body{margin:0;width:max-content;background:#d8d2c6}p{display:flex;gap:16px;margin:16px}</style>${row(pictures.slice(0, SIZES.length))}${row(pictures.slice(SIZES.length))}`,
  );
  const path = join(FOLDER, 'overview', `${screen.file}.jpg`);
  await page.locator('body').screenshot({ path, type: 'jpeg', quality: 70 });
  await page.close();
}

const pageText = (): string => `# Twenty screens

Each at 390, 320 and 1280 px, light and dark, from the demo data. \`npm run screens overview\` takes them anew. Below each: what
the screen is for, and how others in the field show the same.

${SCREENS.map(
  ({ name, file, purpose, beside }) => `## ${name}

${purpose}

![${name}: three widths, light above dark](overview/${file}.jpg)

*Beside others:* ${beside}
`,
).join('\n')}`;
