import type { Page } from 'playwright-core';
import { paths } from '#web/paths.ts';
import { openPhone, signIn, startProduct } from './browser.ts';
import { makeContacts, member } from './chat-people.ts';
import { blockLive } from './live-phone.ts';

/*
 * Three contacts of a local product and their phones, which get no live hints. Tests do not wait: the clock of a phone is
 * advanced to its next poll.
 */

export type ChatWorld = Awaited<ReturnType<typeof startChatWorld>>;

/** Starts the local product, three contacts and their phones. Call in `beforeAll`, and `stop` in `afterAll`. */
export async function startChatWorld() {
  const { local, browser, stop } = await startProduct({ seed: true });
  const lucia = await member(local.url, 'lucia.prado');
  const ben = await member(local.url, 'ben.okafor');
  const tom = await member(local.url, 'tom.weller');
  await makeContacts(lucia, ben, tom);
  const phones = new Map<string, Page>();
  const complaints: string[][] = [];

  /** Opens the phone of a seeded person once, signed in and with a controlled clock. */
  async function phoneOf(username: string): Promise<Page> {
    const known = phones.get(username);
    if (known) return known;
    const phone = await openPhone(browser, local.url);
    complaints.push(phone.complaints);
    const { page } = phone;
    await page.clock.install();
    await blockLive(page);
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
    /** Console messages of all phones. */
    complaints,
    phoneOf,
    /** Opens a chat on a person's phone and waits for its messages. */
    async opened(username: string, chatId: string): Promise<Page> {
      const page = await phoneOf(username);
      await page.goto(paths.chatViewer(chatId));
      await page.locator('[data-message]').first().waitFor();
      return page;
    },
    /** Creates a group of the three users with this many messages. */
    async newChat(name: string, messages = 1, writer = lucia): Promise<string> {
      const chatId = (await lucia.opensGroup([ben, tom], name)).id;
      for (let number = 1; number <= messages; number++)
        await writer.says({ id: chatId }, `<p>Line ${number}.</p>`);
      return chatId;
    },
    stop,
  };
}
