import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { channelAt } from '#shared/live.ts';
import { instant } from '#shared/time.ts';
import { paths } from '#web/paths.ts';
import {
  isGone,
  isPainted,
  openPhone,
  type Product,
  signIn,
  startProduct,
} from '../support/browser.ts';
import { makeContacts, member } from '../support/chat-people.ts';
import { composer, messageNote, sendMessage } from '../support/chat-phone.ts';
import { type HttpPerson, visitorOver } from '../support/client.ts';
import { LiveClient } from '../support/live-client.ts';
import { blockLive, countRequests, watchLive } from '../support/live-phone.ts';
import { until } from '../support/until.ts';

/* Live hints between two phones, whose clocks run as ours: what one person does, the other sees without a poll. */

const QUESTION = `<p>${'How do I keep the annex warm in a dry winter? '.repeat(4)}</p>`;
/** Longer (ms) than the shortest wait between two polls. */
const PAST_A_POLL = 6_500;
const POLLS = ['viewChatMessagesSince', 'viewChatList', 'viewInboxList', 'viewDashboardStats'];

let product: Product;
let lucia: HttpPerson;
let ben: HttpPerson;
const contexts: BrowserContext[] = [];
const complaints: string[][] = [];

beforeAll(async () => {
  product = await startProduct({ seed: true });
  lucia = await member(product.local.url, 'lucia.prado');
  ben = await member(product.local.url, 'ben.okafor');
  await makeContacts(lucia, ben);
});
afterAll(async () => {
  for (const context of contexts) await context.close();
  await product?.stop();
});

/** Advances a phone's clock past its next poll, and resolves when what is due then has been requested. */
async function passPoll(page: Page): Promise<void> {
  await page.clock.fastForward(PAST_A_POLL);
  // A request that is due leaves the page before the last of these.
  for (let turn = 0; turn < 3; turn += 1)
    await page.evaluate(() => fetch('/robots.txt').then((response) => response.text()));
}

/** Shows that a connected phone asks for nothing by itself: what it shows, it was told. */
async function doesNotPoll({ page }: Phone): Promise<void> {
  await product.local.drain();
  await passPoll(page);
  const polls = countRequests(page, ...POLLS);
  await passPoll(page);
  expect(polls).toEqual([]);
}

type Phone = {
  page: Page;
  context: BrowserContext;
  live: ReturnType<typeof watchLive>;
  /** The access token of its last request. */
  token: () => string;
};

/** A phone of a person, signed in. */
async function phoneOf(username: string): Promise<Phone> {
  const { page, context, complaints: heard } = await openPhone(product.browser, product.local.url);
  contexts.push(context);
  complaints.push(heard);
  await page.clock.install();
  const live = watchLive(page);
  let bearer = '';
  page.on('request', (request) => {
    bearer = request.headers().authorization ?? bearer;
  });
  await signIn(page, username);
  return { page, context, live, token: () => bearer.replace('Bearer ', '') };
}

/** Opens a page and waits until it is subscribed and has caught up. */
async function openLive({ page, live }: Phone, address: string): Promise<void> {
  const before = live.opened();
  const caughtUp = page.waitForResponse(async (response) => {
    return live.opened() > before && response.url().includes('/api/viewDashboardStats');
  });
  await page.goto(address);
  await caughtUp;
  await page.waitForLoadState('networkidle');
}

async function openChat(phone: Phone, chatId: string): Promise<void> {
  await openLive(phone, paths.chatViewer(chatId));
  await phone.page.locator('[data-message]').first().waitFor();
}

async function newChat(name: string): Promise<string> {
  const chatId = (await lucia.opensGroup([ben], name)).id;
  await lucia.says({ id: chatId }, '<p>Line 1.</p>');
  return chatId;
}

const numbersOn = (page: Page) =>
  page
    .locator('[data-message]')
    .evaluateAll((notes) => notes.map((note) => Number((note as HTMLElement).dataset.number)));

describe('two people in a chat', () => {
  test('see messages, typing and receipts without a poll', async () => {
    const chatId = await newChat('Within a second');
    const [lucias, bens] = [await phoneOf('lucia.prado'), await phoneOf('ben.okafor')];
    await Promise.all([openChat(lucias, chatId), openChat(bens, chatId)]);
    const polls = [lucias, bens].map(({ page }) => countRequests(page, 'viewChatMessagesSince'));

    // Nobody asks for a lost hint of typing, so he types on until she sees it.
    const isWriting = lucias.page.getByText('Ben Okafor is writing');
    let typed = 'Is the annex';
    await until(async () => {
      typed = `${typed}…`;
      await composer(bens.page).fill(typed);
      return isWriting.isVisible();
    });
    await sendMessage(bens.page, 'Is the annex ready?');
    await messageNote(lucias.page, 'Is the annex ready?').waitFor();
    await bens.page.getByRole('button', { name: 'Seen by 1' }).waitFor();
    await isGone(isWriting);
    await sendMessage(lucias.page, 'It is.');
    await messageNote(bens.page, 'It is.').waitFor();
    for (const { page } of [lucias, bens]) await passPoll(page);

    expect(polls).toEqual([[], []]);
    expect(await numbersOn(bens.page)).toEqual([1, 2, 3]);
  });

  test('get no hints of a group that they have left', async () => {
    const chatId = await newChat('Left behind');
    const url = `${product.local.url.replace('http', 'ws')}/event/realtime`;
    const socket = await LiveClient.connect(url, ben.accessToken());
    await socket.subscribe('own', channelAt(ben.id, instant(Date.now())));
    await lucia.says({ id: chatId }, '<p>Still here?</p>');
    await until(() => chatHints(socket, chatId).length > 0);
    await ben.leaves({ id: chatId });
    await product.local.drain();
    const before = chatHints(socket, chatId).length;
    await lucia.says({ id: chatId }, '<p>Among ourselves.</p>');
    await product.local.drain();
    expect(chatHints(socket, chatId)).toHaveLength(before);
    socket.close();
  });
});

/** The received hints of messages in a chat. */
const chatHints = (socket: LiveClient, chatId: string) =>
  socket
    .received('data')
    .map(({ event }) => JSON.parse(String(event)))
    .filter((hint) => hint.kind === 'chatMessage' && hint.chatId === chatId);

describe('a person with the inbox open', () => {
  test('sees a new message without a poll', async () => {
    const sender = await member(product.local.url, 'clara.jung');
    const lucias = await phoneOf('lucia.prado');
    await openLive(lucias, paths.inbox());
    const list = lucias.page.getByRole('list', { name: 'Inbound Messages' });
    await list.waitFor();
    const { paidResponsePrice } = await sender.profileOf(lucia);
    await sender.pays(lucia, {
      price: String(paidResponsePrice),
      subject: 'The annex in winter',
      text: QUESTION,
    });
    await list.getByText('The annex in winter').waitFor();
    await doesNotPoll(lucias);
  });
});

describe('two tabs of a person', () => {
  test('share one connection, and it ends when one of them signs out', async () => {
    const chatId = await newChat('Two tabs');
    const first = await phoneOf('ben.okafor');
    await openChat(first, chatId);
    const other = await first.context.newPage();
    const otherLive = watchLive(other);
    await other.goto(paths.chatViewer(chatId));
    await messageNote(other, 'Line 1.').waitFor();
    await other.waitForLoadState('networkidle');
    await lucia.says({ id: chatId }, '<p>For both.</p>');
    await messageNote(first.page, 'For both.').waitFor();
    await messageNote(other, 'For both.').waitFor();
    await passPoll(first.page);
    expect(first.live.opened() + otherLive.opened()).toBe(1);

    await other.goto(paths.logout());
    await first.page.waitForURL(`**${paths.login()}`);
    await until(() => first.live.closed() + otherLive.closed() === 1);
  });
});

describe('the connection to the product', () => {
  const address = () => `${product.local.url.replace('http', 'ws')}/event/realtime`;

  test('is refused to a stranger, with a forged token and after the session has ended', async () => {
    const [head, claims] = ben.accessToken().split('.');
    for (const token of ['', 'a.b.c', `${head}.${claims}.forged`])
      await expect(LiveClient.connect(address(), token)).rejects.toThrow('401');
    const clara = await member(product.local.url, 'clara.jung');
    await clara.signsOut();
    await expect(LiveClient.connect(address(), clara.accessToken())).rejects.toThrow('401');
  });

  test('subscribes to no channel of another person, of the past, or of a time when the token has expired', async () => {
    const socket = await LiveClient.connect(address(), ben.accessToken());
    const now = Date.now();
    const refused = [
      channelAt(lucia.id, instant(now)),
      channelAt(ben.id, instant(now - 20 * 60_000)),
      channelAt(ben.id, instant(now + 30 * 60_000)),
      '/people',
      `/people/${ben.id}`,
    ];
    for (const channel of refused)
      await expect(socket.subscribe('refused', channel)).rejects.toThrow(/Unauthorized|BadRequest/);
    await socket.subscribe('own', channelAt(ben.id, instant(now)));
    socket.send({ type: 'publish', id: 'p', channel: refused[0], events: ['{}'] });
    expect((await socket.next('publish_error')).id).toBe('p');
    socket.close();
  });
});

describe('a session that ends elsewhere', () => {
  test('signs the phone out without a poll', async () => {
    const ours = await phoneOf('ben.okafor');
    await openLive(ours, paths.inbox());
    const elsewhere = visitorOver(product.local.url);
    await doesNotPoll(ours);
    await elsewhere.signsOut({ as: { token: ours.token() } });
    await ours.page.waitForURL(`**${paths.login()}`);
    await until(() => ours.live.closed() === 1);
  });
});

describe('a phone without the WebSocket', () => {
  test('polls as before', async () => {
    const chatId = await newChat('By polls');
    const { page } = await phoneOf('ben.okafor');
    await blockLive(page);
    await page.goto(paths.chatViewer(chatId));
    await messageNote(page, 'Line 1.').waitFor();
    const polls = countRequests(page, 'viewChatMessagesSince');
    await lucia.says({ id: chatId }, '<p>It takes longer.</p>');
    await passPoll(page);
    await messageNote(page, 'It takes longer.').waitFor();
    await passPoll(page);
    await until(() => polls.length > 1);
  });

  test('does not poll when only the connection was cut for a moment', async () => {
    const chatId = await newChat('For a moment');
    const bens = await phoneOf('ben.okafor');
    await openChat(bens, chatId);
    const connected = bens.live.opened();
    const caughtUp = bens.page.waitForResponse((response) =>
      response.url().includes('viewChatMessagesSince'),
    );
    await fetch(`${product.local.url}/_local/live/cut`, { method: 'POST' });
    await caughtUp;
    expect(bens.live.opened()).toBe(connected + 1);
    await bens.page.waitForLoadState('networkidle');
    const polls = countRequests(bens.page, ...POLLS);
    await passPoll(bens.page);
    expect(polls).toEqual([]);
  });
});

// Last, because the senders have used up their messages of a minute.
describe('a burst of 200 messages', () => {
  test('loses no message, repeats none and keeps the order when the connection is cut in their middle', async () => {
    const tom = await member(product.local.url, 'tom.weller');
    const clara = await member(product.local.url, 'clara.jung');
    const priya = await member(product.local.url, 'priya.nair');
    await makeContacts(lucia, tom, clara, priya);
    const chatId = (await lucia.opensGroup([ben, tom, clara, priya], 'A burst')).id;
    await lucia.says({ id: chatId }, '<p>Line 1.</p>');
    const bens = await phoneOf('ben.okafor');
    await openChat(bens, chatId);
    // A person may send 60 messages in a minute, and some have sent a few.
    const writers = [lucia, ben, tom, clara, priya];
    const send = async (from: number, to: number) => {
      for (let place = from; place < to; place += writers.length)
        await Promise.all(
          writers.map((writer, nth) =>
            writer.says({ id: chatId }, `<p>Message ${place + nth}.</p>`),
          ),
        );
    };
    await send(0, 100);
    const cut = await fetch(`${product.local.url}/_local/live/cut`, { method: 'POST' });
    expect((await cut.json()).connections).toBeGreaterThan(0);
    await send(100, 200);
    const log = bens.page.locator('.chat-log');
    const last = bens.page.locator('[data-number="201"]');
    await until(async () => {
      await log.evaluate((element) => {
        element.scrollTop = element.scrollHeight;
      });
      return (await last.count()) > 0;
    });
    // The log mounts what is in view: it is read from its end to its beginning.
    const seen = new Map<number, string>();
    for (let step = 0; step < 400 && !seen.has(1); step += 1) {
      const notes = await bens.page.locator('[data-message]').evaluateAll((all) =>
        all.map((note) => {
          const { number, message } = (note as HTMLElement).dataset;
          return [Number(number), message ?? ''] as const;
        }),
      );
      const numbers = notes.map(([number]) => number);
      expect(numbers).toEqual([...numbers].sort((one, other) => one - other));
      expect(new Set(numbers).size).toBe(numbers.length);
      for (const [number, id] of notes) {
        expect(seen.get(number) ?? id).toBe(id);
        seen.set(number, id);
      }
      await log.evaluate((element) => {
        element.scrollTop -= element.clientHeight / 2;
      });
      await isPainted(bens.page);
    }
    expect([...seen.keys()].sort((one, other) => one - other)).toEqual(
      Array.from({ length: 201 }, (_, place) => place + 1),
    );
    expect(new Set(seen.values()).size).toBe(201);
    expect(bens.live.opened()).toBeGreaterThan(1);
  });
});

test('no phone complained', () => {
  expect(complaints.flat()).toEqual([]);
});
