import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocal } from '#lib/local/local.ts';
import { DEMO_PASSWORD } from '#lib/local/seed/demo.ts';
import { signIn } from '#test/support/browser.ts';
import { signInOver } from '#test/support/client.ts';
import { paths } from '#web/paths.ts';
import { startChromium } from '../chromium.ts';
import { type Audit, auditOf, medianOf } from '../lighthouse.ts';

/*
 * Lighthouse's scores of five screens as a phone opens them for the first time: nothing is cached, and no service worker
 * runs. Prints JSON; failed audits go to the terminal.
 */

const WHO = 'ana.markovic';
const RUNS = 3;

const folder = mkdtempSync(join(tmpdir(), 'replypaid-bench-'));
const local = await startLocal({ folder, port: 0, quiet: true });
const chromium = await startChromium();

/** Removes what an earlier visit has left, except the cookies and the stored session. */
const forgetVisits = () =>
  chromium.inPage(async (_page, session) => {
    await session.send('Network.clearBrowserCache');
    await session.send('Storage.clearDataForOrigin', {
      origin: local.url,
      storageTypes: 'service_workers,cache_storage,indexeddb',
    });
  });

async function audit(path: string): Promise<Audit> {
  const audits: Audit[] = [];
  const failed = new Set<string>();
  for (let run = 0; run < RUNS; run += 1) {
    await forgetVisits();
    const { audit: measured, failures } = await auditOf(`${local.url}${path}`, chromium.port);
    audits.push(measured);
    for (const failure of failures) failed.add(failure);
  }
  for (const failure of failed) console.error(`  ${path} fails ${failure}`);
  return medianOf(audits);
}

const person = await signInOver(local.url, WHO, DEMO_PASSWORD);
const [chat] = (await person.chats({ filter: 'ALL', skip: 0 })).data;
if (!chat) throw new Error(`${WHO} has no chat`);

const results: Record<string, Audit> = {
  'public profile': await audit(paths.profile(WHO)),
  landing: await audit(paths.landing()),
  'sign in': await audit(paths.login()),
};
await chromium.inPage((page) => signIn(page, WHO, DEMO_PASSWORD, local.url));
results.inbox = await audit(paths.inbox());
results.chat = await audit(paths.chatViewer(chat.id));

process.stdout.write(JSON.stringify(results));
await chromium.stop();
await local.stop();
rmSync(folder, { recursive: true, force: true });
process.exit(0);
