import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { startLocal } from '../../lib/local/local.ts';
import { DEMO_PASSWORD } from '../../lib/local/seed/demo.ts';
import { paths } from '../../web/src/paths.ts';
import { openPhone, startBrowser } from './browser.ts';
import { befriend, group, member, write } from './chat-people.ts';

/*
 * Three contacts of a local product and their phones. Nobody waits: the phones' clocks are moved on to the moment at which
 * they look for news.
 */

export type ChatWorld = Awaited<ReturnType<typeof startChatWorld>>;

/** Call in `beforeAll`; `stop` in `afterAll`. */
export async function startChatWorld() {
  const folder = mkdtempSync(join(tmpdir(), 'replypaid-'));
  const [local, browser] = await Promise.all([
    startLocal({ folder, port: 0, seed: true, quiet: true }),
    startBrowser(),
  ]);
  const lucia = await member(local.url, 'lucia.prado');
  const ben = await member(local.url, 'ben.okafor');
  const tom = await member(local.url, 'tom.weller');
  await befriend(lucia, ben, tom);
  const phones = new Map<string, Page>();
  const complaints: string[][] = [];

  /** The phone of somebody of the seeded world, signed in once, its clock in our hands. */
  async function phoneOf(username: string): Promise<Page> {
    const known = phones.get(username);
    if (known) return known;
    const phone = await openPhone(browser, local.url);
    complaints.push(phone.complaints);
    const { page } = phone;
    await page.clock.install();
    await signIn(page, username);
    phones.set(username, page);
    return page;
  }

  return {
    local,
    browser,
    lucia,
    ben,
    tom,
    /** What the consoles of all phones said. */
    complaints,
    phoneOf,
    /** Opens a chat on somebody's phone, its messages there. */
    async opened(username: string, chatId: string): Promise<Page> {
      const page = await phoneOf(username);
      await page.goto(paths.chatViewer(chatId));
      await page.locator('[data-message]').first().waitFor();
      return page;
    },
    /** A group of the three with that many messages. */
    async newChat(name: string, messages = 1, writer = lucia): Promise<string> {
      const chatId = await group(lucia, name, ben, tom);
      for (let number = 1; number <= messages; number++)
        await write(writer, chatId, `Line ${number}.`);
      return chatId;
    },
    async stop(): Promise<void> {
      await browser.close();
      await local.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function signIn(page: Page, username: string): Promise<void> {
  await page.goto(paths.login());
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(`**${paths.dashboard()}`);
}
