import { openPhone, signIn, startProduct } from '#test/support/browser.ts';
import { directChat, makeContacts, member, write } from '#test/support/chat-people.ts';
import { lengthenChat, lengthenInbox } from '#test/support/long-lists.ts';
import { paths } from '#web/paths.ts';
import { scrolled, sizes, slowedBy } from '../frames.ts';
import { longestInteraction, recordInteractions } from '../interactions.ts';

/*
 * Scrolls through an inbox of 2,000 conversations and a chat of 5,000 messages on a phone-sized screen with a CPU
 * slowed four times, opens the inbox again, and types into the chat. Prints JSON.
 */

const ROWS = 2_000;
const MESSAGES = 5_000;
const SLOWDOWN = 4;
const TYPED = 'Some words to type';

const product = await startProduct({ seed: true });
const { local, browser } = product;

async function phone() {
  const opened = await openPhone(browser, local.url);
  opened.page.setDefaultTimeout(120_000);
  return opened;
}

async function inbox() {
  const { page, context } = await phone();
  await lengthenInbox(page, ROWS);
  await signIn(page, 'ana.markovic');
  await page.goto(paths.inbox());
  await page.getByRole('button', { name: 'Load Older Messages' }).click();
  const pixels = await page
    .waitForFunction((rows) => {
      const further = document.documentElement.scrollHeight - innerHeight;
      return further > rows * 60 && further;
    }, ROWS)
    .then((handle) => handle.jsonValue())
    .then(Number);
  const session = await slowedBy(page, SLOWDOWN);
  const size = await sizes(session);
  const row = 'li:not([aria-hidden])';
  await page.evaluate(() => window.scrollTo(0, 0));
  const down = await scrolled(page, session, { pixels, row });
  const up = await scrolled(page, session, { pixels: -pixels, row });
  const opening = await openingAgain(page);
  await context.close();
  return { rows: ROWS, ...size, down, up, opening };
}

/** How long it takes to open the inbox from another screen, with all rows in the cache. */
async function openingAgain(page: Awaited<ReturnType<typeof phone>>['page']): Promise<number> {
  const menu = page.getByRole('navigation', { name: 'Main', exact: true });
  await menu.getByRole('link', { name: 'Users' }).click();
  await page.waitForURL(`**${paths.userSearch()}`);
  await recordInteractions(page);
  await menu.getByRole('link', { name: 'Inbox' }).click();
  await page.getByRole('list', { name: 'Inbound Messages' }).waitFor();
  return longestInteraction(page);
}

async function chat() {
  const ana = await member(local.url, 'lucia.prado');
  const ben = await member(local.url, 'ben.okafor');
  await makeContacts(ana, ben);
  const chatId = await directChat(ana, ben);
  await write(ana, chatId, 'The newest line.');
  const { page, context } = await phone();
  await lengthenChat(page, MESSAGES, [ana.userId, ben.userId]);
  await signIn(page, 'ben.okafor');
  await page.goto(paths.chatViewer(chatId));
  await page.getByText(`Line ${MESSAGES}.`).waitFor();
  const log = page.locator('.chat-log');
  // The rest loads when the oldest message comes near.
  await log.evaluate((element) => element.scrollTo(0, 0));
  await page.waitForFunction(
    (count) => (document.querySelector('.chat-log')?.scrollHeight ?? 0) > count * 40,
    MESSAGES,
  );
  await log.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await page.getByText(`Line ${MESSAGES}.`).waitFor();
  const session = await slowedBy(page, SLOWDOWN);
  const size = await sizes(session);
  await recordInteractions(page);
  await page.getByRole('textbox', { name: 'Message' }).pressSequentially(TYPED);
  const typing = await longestInteraction(page);
  const pixels = await log.evaluate((element) => element.scrollHeight - element.clientHeight);
  const row = '.chat-log section';
  const up = await scrolled(page, session, { pixels: -pixels, row });
  const down = await scrolled(page, session, { pixels, row });
  await context.close();
  return { messages: MESSAGES, ...size, typing, up, down };
}

const figures = { inbox: await inbox(), chat: await chat() };
await product.stop();
process.stdout.write(JSON.stringify(figures));
process.exit(0);
