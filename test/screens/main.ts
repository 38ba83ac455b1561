import { runCommand } from '#lib/operator/command.ts';
import { startProduct } from '#test/support/browser.ts';
import { takeOverview } from './overview.ts';
import { takeReadmePictures } from './readme-pictures.ts';

/* `npm run screens`: takes the pictures of the documents anew, from the screens as they are. */

const USAGE = `npm run screens [overview]

Starts the product with its demo data in a temporary folder, opens the screens of the README on a phone of 390 × 844, and
writes their pictures into docs/screens. \`overview\` also writes the page docs/screens/README.md: twenty screens, each in three widths,
light and dark. CHROMIUM_PATH=… uses that Chromium.`;

await runCommand(USAGE, async () => {
  const { local, browser, stop } = await startProduct({ seed: true });
  try {
    await takeReadmePictures(browser, local.url);
    if (process.argv.includes('overview')) await takeOverview(browser, local.url);
  } finally {
    await stop();
  }
});
