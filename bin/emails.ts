import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { emailsPage } from '#lib/local/emails/page.ts';
import { emailSamples } from '#lib/local/emails/samples.ts';
import { runCommand } from '#lib/operator/command.ts';

/* `npm run emails`: shows every email of the product with sample values. */

const USAGE = `npm run emails

Writes a page with every email of the product into .local/emails, and prints its address: each with sample values, 600 and 390 wide,
light and dark, and as plain text. Each is also a file of its own, to send to a real mailbox.`;

await runCommand(USAGE, async () => {
  const folder = resolve('.local/emails');
  mkdirSync(folder, { recursive: true });
  const samples = await emailSamples();
  for (const { name, rendered } of samples) {
    const file = join(folder, name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'));
    writeFileSync(`${file}.html`, rendered.html);
    writeFileSync(`${file}.txt`, rendered.text);
  }
  const page = join(folder, 'index.html');
  writeFileSync(page, emailsPage(samples));
  console.log(`${samples.length} emails: ${pathToFileURL(page)}`);
});
