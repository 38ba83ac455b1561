import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { paths } from '#web/paths.ts';
import { isGone, type Product, phoneOf, startProduct } from '../support/browser.ts';
import { blockLive } from '../support/live-phone.ts';

/* Answers and replies that fail while they are sent: lost responses, two devices, an order that ends meanwhile. */

const TEXT =
  'Dear Clara, she may work once she holds the receipt of her filing, and not one day before it. Ask the office for form 12 and have her employer sign the second page. Copy both pages before you hand them in, and keep the stamped one.';

let product: Product;
type Phone = Awaited<ReturnType<typeof phoneOf>>;
let ana: Phone;
let ben: Phone;

beforeAll(async () => {
  product = await startProduct({ seed: true });
  ana = await phoneOf(product, 'ana.markovic');
  ben = await phoneOf(product, 'ben.okafor');
});

afterAll(() => product?.stop());

/** Opens a conversation from its list by its subject. */
async function open(page: Page, list: string, subject: string): Promise<void> {
  await page.goto(`${list}?filter=ALL`);
  await page.getByRole('link').filter({ hasText: subject }).first().click();
  await page.getByRole('heading', { name: subject, level: 1 }).waitFor();
}

/** Opens the form for the paid answer and types the text. */
async function beginAnswer(page: Page, subject: string, text = TEXT): Promise<string> {
  await open(page, paths.inbox(), subject);
  await page.getByRole('link', { name: 'Reply and earn' }).click();
  await page.getByRole('textbox', { name: /Your answer/ }).fill(text);
  await page.getByRole('radio', { name: 'Me', exact: true }).click();
  return page.url().split('/').at(-1) ?? '';
}

/** Drops the responses to the next call of an operation and to its repetition by the app. The server handles both. */
async function loseReplyOf(page: Page, operation: string): Promise<void> {
  await page.route(
    `**/api/${operation}`,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 2 },
  );
}

/**
 * Withholds the response to the next call of an operation while its page is open. Resolves to a promise that resolves
 * once the server has handled the call or, if `arrives` is false, once the page has made it.
 */
async function holdAnswerOf(page: Page, operation: string, arrives: boolean) {
  let reached = () => undefined as unknown;
  const underWay = new Promise<unknown>((resolve) => {
    reached = () => resolve(undefined);
  });
  await page.route(
    `**/api/${operation}`,
    async (route) => {
      if (arrives) await route.fetch();
      reached();
    },
    { times: 1 },
  );
  return { underWay };
}

const send = (page: Page) => page.getByRole('button', { name: /^Send/ }).click();
const typed = (page: Page) => page.getByRole('textbox', { name: /Your answer/ }).textContent();

async function messagesOf({ person }: Phone, inboxId: string): Promise<{ kind: string }[]> {
  return [...(await person.readsInbox({ id: inboxId })).data];
}

describe('an answer whose response is lost', () => {
  test('arrives once if it is sent again, and the screen says that it was sent', async () => {
    const { page } = ana;
    const id = await beginAnswer(page, 'May my sister work while she waits?');
    await loseReplyOf(page, 'createInboxMessage');
    await send(page);
    await page.getByText('No confirmation came back').first().waitFor();
    expect(await typed(page)).toBe(TEXT);
    await send(page);
    await page.waitForURL(`**${paths.inboxViewer(id)}`);
    await page.getByText('CONVERSATION REMAINS OPEN').waitFor();
    expect((await messagesOf(ana, id)).map(({ kind }) => kind)).toEqual([
      'PAID_RESPONSE',
      'QUESTION',
    ]);
  });

  test('is shown as sent after a reload', async () => {
    const { page } = ana;
    const id = await beginAnswer(page, 'A letter that I have not opened');
    await loseReplyOf(page, 'createInboxMessage');
    await send(page);
    await page.getByText('No confirmation came back').first().waitFor();
    await page.reload();
    await page.waitForURL(`**${paths.inboxViewer(id)}`);
    await page.getByText('CONVERSATION REMAINS OPEN').waitFor();
    expect(await messagesOf(ana, id)).toHaveLength(2);
  });

  test('is shown as sent after a reload if it also closed the conversation', async () => {
    const lucia = await phoneOf(product, 'lucia.prado');
    const { page } = lucia;
    const id = await beginAnswer(page, 'May they raise the rent twice a year?');
    await page.getByRole('button', { name: /^After your answer/ }).click();
    await page.getByRole('radio', { name: /^Close this conversation/ }).click();
    await loseReplyOf(page, 'createInboxMessage');
    await send(page);
    await page.getByText('No confirmation came back').first().waitFor();
    await page.reload();
    await page.waitForURL(`**${paths.inboxViewer(id)}`);
    expect(await messagesOf(lucia, id)).toHaveLength(2);
  });

  test('arrives once if it is a free reply', async () => {
    const { page } = ben;
    await open(page, paths.orders(), 'Refused at the counter, what now?');
    const id = page.url().split('/').at(-1) ?? '';
    const before = (await messagesOf(ana, id)).length;
    await page.getByRole('link', { name: 'Reply for free' }).click();
    await page.getByRole('textbox', { name: 'Your reply' }).fill('Thank you, I will do so.');
    await loseReplyOf(page, 'createOrderMessage');
    await send(page);
    await page.getByText('Not confirmed').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await isGone(page.getByText('Not confirmed'));
    await isGone(page.getByText('Sending...'));
    expect(await page.getByText('Thank you, I will do so.').count()).toBe(1);
    expect(await messagesOf(ana, id)).toHaveLength(before + 1);
  });
});

describe('a free reply whose page is reloaded while it is sent', () => {
  test.each([
    ['arrived', true, 'They took the form at last.'],
    ['did not arrive', false, 'I have the second stamp too.'],
  ])(
    'and whose request %s appears in the thread once without an error',
    async (_, arrives, words) => {
      const { page } = ben;
      await open(page, paths.orders(), 'Refused at the counter, what now?');
      const id = page.url().split('/').at(-1) ?? '';
      const before = (await messagesOf(ana, id)).length;
      const { underWay } = await holdAnswerOf(page, 'createOrderMessage', arrives);
      await page.getByRole('link', { name: 'Reply for free' }).click();
      await page.getByRole('textbox', { name: 'Your reply' }).fill(words);
      await send(page);
      await page.getByText('Sending...').waitFor();
      await underWay;
      await page.reload();
      await page.getByText(words).first().waitFor();
      await page.waitForFunction(() => localStorage.getItem('outbox') === null);
      await isGone(page.getByText('Sending...'));
      await page.getByText(words).first().waitFor();
      expect(await page.getByText(words).count()).toBe(1);
      await isGone(page.getByText(/Not sent|Not confirmed/));
      expect(await messagesOf(ana, id)).toHaveLength(before + 1);
    },
  );
});

test('a reply that is sent again after a reload stays in a thread that was read before it arrived', async () => {
  const { page } = ben;
  await open(page, paths.orders(), 'Refused at the counter, what now?');
  const { underWay } = await holdAnswerOf(page, 'createOrderMessage', false);
  await page.getByRole('link', { name: 'Reply for free' }).click();
  await page.getByRole('textbox', { name: 'Your reply' }).fill('They asked for a third stamp.');
  await send(page);
  await underWay;
  const arrived = page.waitForResponse('**/api/createOrderMessage');
  await page.route(
    '**/api/viewOrderMessages?*',
    async (route) => {
      const response = await route.fetch();
      await (await arrived).finished();
      // The page takes the answer first, as it would if this response were slower.
      await page.evaluate(() => new Promise(requestAnimationFrame));
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await page.reload();
  await page.waitForFunction(() => localStorage.getItem('outbox') === null);
  await isGone(page.getByText('Sending...'));
  expect(await page.getByText('They asked for a third stamp.').count()).toBe(1);
});

describe('an answer that arrives too late', () => {
  test('is refused if another device answered first, and its text is kept', async () => {
    const phone = await phoneOf(product, 'mina.sato');
    const desk = await phoneOf(product, 'mina.sato');
    await blockLive(desk.page);
    const SUBJECT = 'My knee stops me at mile eighteen';
    const id = await beginAnswer(phone.page, SUBJECT);
    await beginAnswer(desk.page, SUBJECT, `${TEXT} Of the desk.`);
    await send(phone.page);
    await phone.page.waitForURL(`**${paths.inboxViewer(id)}`);
    await send(desk.page);
    await desk.page
      .getByText('This letter was already answered, here or on another device.')
      .waitFor();
    expect(await typed(desk.page)).toBe(`${TEXT} Of the desk.`);
    expect(await messagesOf(phone, id)).toHaveLength(2);
    await desk.page.getByRole('link', { name: 'Back to the conversation' }).click();
    await desk.page.getByText('CONVERSATION REMAINS OPEN').waitFor();
  });

  test('shows that the sender canceled, and its text is kept with a link to other screens', async () => {
    const writer = await phoneOf(product, 'j.haddad');
    await blockLive(writer.page);
    const SUBJECT = 'Which camera for the first year?';
    await beginAnswer(writer.page, SUBJECT);
    await open(ben.page, paths.orders(), SUBJECT);
    await ben.page.getByRole('link', { name: 'Cancel' }).click();
    await ben.page.getByRole('button', { name: 'Submit Cancelation' }).click();
    await ben.page.waitForURL(`**${paths.orders()}?filter=ALL`);
    await send(writer.page);
    await writer.page.getByText('The sender canceled this letter').waitFor();
    expect(await typed(writer.page)).toBe(TEXT);
    await writer.page.getByRole('link', { name: 'Back to the conversation' }).click();
    await writer.page.getByText('THE SENDER CANCELED THIS LETTER').waitFor();
  });
});

describe('a conversation', () => {
  test('shows the paid answer first, then the replies by time, and links to the other person', async () => {
    const { page } = ben;
    await open(page, paths.orders(), 'Refused at the counter, what now?');
    await page.getByText('Thank you, I will do so.').waitFor();
    const sheets = await page.getByRole('region', { name: 'Messages' }).locator('article').all();
    const texts = await Promise.all(sheets.map((sheet) => sheet.textContent()));
    const places = [
      'The paper she meant',
      'I applied in March',
      'I have the stamp',
      'only papers from abroad',
      'Thank you, I will do so',
    ].map((words) => texts.findIndex((text) => text?.includes(words)));
    expect(places).toEqual([0, 1, 2, 3, 4]);
    await page
      .locator('#page header')
      .first()
      .getByRole('link', { name: 'Ana', exact: true })
      .click();
    await page.waitForURL(`**${paths.profile('ana.markovic')}`);
    await open(ana.page, paths.inbox(), 'Refused at the counter, what now?');
    await ana.page
      .locator('#page header')
      .first()
      .getByRole('link', { name: 'Ben', exact: true })
      .click();
    await ana.page.waitForURL(`**${paths.profile('ben.okafor')}`);
  });

  test('leads its sender to someone else after it has ended without an answer', async () => {
    const { page } = ben;
    await open(page, paths.orders(), 'She sleeps only on my chest');
    await page.getByRole('link', { name: 'Find someone else' }).click();
    await page.waitForURL(`**${paths.userSearch()}`);
  });

  test('lets its sender ask again after it was closed, and pay with the card of last time', async () => {
    const { page } = ben;
    await open(page, paths.orders(), 'My starter smells of nail polish');
    await page.getByRole('link', { name: 'Ask again for $6.00' }).click();
    await page.waitForURL(`**${paths.createInbox('*')}?again=*`);
    const subject = page.getByRole('textbox', { name: 'Subject' });
    await subject.waitFor();
    await page.waitForFunction(() => document.activeElement instanceof HTMLInputElement);
    expect(await subject.inputValue()).toBe('');
    await page.getByText('$6.00, as last time').waitFor();
    await subject.pressSequentially('It smells of apples now');
    await page
      .getByRole('textbox', { name: 'Message' })
      .fill(
        'Dear Tom, since Thursday it smells of apples. May I keep it in the refrigerator now, and how often does it need to be fed there?',
      );
    await page.getByRole('button', { name: 'Continue to Payment' }).click();
    await page.getByRole('button', { name: 'Submit Order' }).click();
    await page.waitForURL(`**${paths.paymentSuccess()}`);
  });

  test('shows both users that the recipient chose not to answer', async () => {
    const sam = await phoneOf(product, 'sam.whitaker');
    await sam.page.goto(`${paths.orders()}?filter=ALL`);
    const row = sam.page.getByRole('link').filter({ hasText: 'Is this office real?' });
    await row.getByText('Ended').waitFor();
    await row.click();
    await sam.page.getByText('User chose not to answer this letter.').waitFor();
    await open(ana.page, paths.inbox(), 'Is this office real?');
    await ana.page.getByText('You chose not to answer this letter.').waitFor();
  });
});

test('the payment success page claims no payment if its address is opened directly', async () => {
  const { page } = ben;
  // A page that shows a payment shows it again after a reload.
  await page.goto(paths.orders());
  await page.goto(paths.paymentSuccess());
  await page.getByRole('heading', { name: 'No payment to show here.' }).waitFor();
  expect(await page.locator('body').textContent()).not.toMatch(/successful|has been sent/i);
  await page.getByRole('link', { name: 'See your Outbox' }).click();
  await page.waitForURL(`**${paths.orders()}`);
});
