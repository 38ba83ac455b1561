import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocal } from '#lib/local/local.ts';
import { runCommand } from '#lib/operator/command.ts';
import { startBrowser } from '#test/support/browser.ts';
import { takeOverview } from './overview.ts';
import { takeReadmePictures } from './readme-pictures.ts';

/* `npm run screens`: takes the pictures of the documents anew, from the screens as they are. */

const USAGE = `npm run screens [overview]

Starts the product with its demo data in a temporary folder, opens the screens of the README on a phone of 390 × 844, and
writes their pictures into docs/screens. \`overview\` also writes the page docs/screens/README.md: twenty screens, each in three widths,
light and dark. CHROMIUM_PATH=… uses that Chromium.`;

await runCommand(USAGE, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'replypaid-screens-'));
  const local = await startLocal({ folder, port: 0, quiet: true });
  const browser = await startBrowser();
  try {
    await takeReadmePictures(browser, local.url);
    if (process.argv.includes('overview')) await takeOverview(browser, local.url);
  } finally {
    await browser.close();
    await local.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
