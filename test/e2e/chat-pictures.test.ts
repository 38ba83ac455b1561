import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { paths } from '#web/paths.ts';
import { isGone, openPhone, type Product, signIn, startProduct } from '../support/browser.ts';
import { makeContacts, member } from '../support/chat-people.ts';
import { composer, fromEnd } from '../support/chat-phone.ts';
import type { HttpPerson } from '../support/client.ts';
import { enterOn, hasFocus, tabTo } from '../support/keyboard.ts';
import { watchLive } from '../support/live-phone.ts';
import { photoOf } from '../support/photo-fixtures.ts';
import { until } from '../support/until.ts';

/* Pictures in a chat between two phones, with live hints. Each test has its own chat. */

const PHOTO = { name: 'sea.jpg', mimeType: 'image/jpeg', buffer: photoOf(1_200, 800) };

let product: Product;
let lucia: HttpPerson;
let ben: HttpPerson;
let lucias: Page;
let bens: Page;
let bensLive: ReturnType<typeof watchLive>;
const contexts: BrowserContext[] = [];
const complaints: string[][] = [];

beforeAll(async () => {
  product = await startProduct({ seed: true });
  lucia = await member(product.local.url, 'lucia.prado');
  ben = await member(product.local.url, 'ben.okafor');
  await makeContacts(lucia, ben);
  lucias = await phoneOf('lucia.prado');
  bens = await phoneOf('ben.okafor', (page) => {
    bensLive = watchLive(page);
  });
});
afterAll(async () => {
  for (const context of contexts) await context.close();
  await product?.stop();
});

async function phoneOf(username: string, prepare: (page: Page) => void = () => undefined) {
  const { page, context, complaints: heard } = await openPhone(product.browser, product.local.url);
  contexts.push(context);
  complaints.push(heard);
  prepare(page);
  await signIn(page, username);
  return page;
}

/** Creates a group of the two with one message, and opens it on these phones. */
async function openChat(name: string, ...pages: readonly Page[]): Promise<void> {
  const chatId = (await lucia.opensGroup([ben], name)).id;
  await lucia.says({ id: chatId }, '<p>Line 1.</p>');
  for (const page of pages) {
    await page.goto(paths.chatViewer(chatId));
    await page.locator('[data-message]').first().waitFor();
  }
}

const dialogOn = (page: Page) => page.getByRole('dialog', { name: 'Send a picture' });
const sendIn = (page: Page) => dialogOn(page).getByRole('button', { name: 'Send picture' }).click();
const picturesOn = (page: Page) => page.locator('[data-message] img');

async function choose(page: Page): Promise<void> {
  await page.getByLabel('Picture', { exact: true }).setInputFiles(PHOTO);
  await dialogOn(page).getByRole('img', { name: 'What you send' }).waitFor();
}

test('one phone sends a picture, and the other sees it live and opens it', async () => {
  const before = bensLive.opened();
  await openChat('By the sea', lucias, bens);
  await until(() => bensLive.opened() > before);
  await composer(lucias).fill('Half a thought');
  await choose(lucias);
  await dialogOn(lucias).getByRole('textbox', { name: 'Caption' }).fill('The sea\n\nat nine');
  await sendIn(lucias);
  await isGone(dialogOn(lucias));
  await picturesOn(lucias).and(lucias.getByAltText('Picture from you: The sea at nine')).waitFor();
  expect(await composer(lucias).inputValue()).toBe('Half a thought');

  const picture = bens.getByRole('button', { name: 'Picture from Lucía Prado: The sea at nine' });
  await picture.waitFor();
  await bens.locator('[aria-live]', { hasText: 'Lucía Prado: The sea at nine' }).waitFor();
  await until(() =>
    picturesOn(bens).evaluate(
      (image) => image instanceof HTMLImageElement && image.naturalWidth === 1_200,
    ),
  );
  expect(await fromEnd(bens)).toBeLessThan(2);
  for (const page of [lucias, bens]) expect(await picturesOn(page).count()).toBe(1);
  await picture.click();
  const viewer = bens.getByRole('dialog', { name: 'Picture from Lucía Prado' });
  await viewer.getByText('at nine').waitFor();
  await viewer.getByRole('button', { name: 'Close' }).click();
  await isGone(viewer);
});

test('a picture is chosen, sent, opened and closed with the keyboard', async () => {
  await openChat('Keys alone', lucias);
  const chooser = lucias.waitForEvent('filechooser');
  await enterOn(lucias, /^Send a picture$/);
  await (await chooser).setFiles(PHOTO);
  await dialogOn(lucias).getByRole('img', { name: 'What you send' }).waitFor();
  await tabTo(lucias, /^Caption/);
  await lucias.keyboard.type('The harbor');
  await enterOn(lucias, /^Send picture$/);
  await isGone(dialogOn(lucias));
  await lucias.getByRole('button', { name: 'Picture from you: The harbor' }).waitFor();
  await enterOn(lucias, /^Picture from you: The harbor/);
  const viewer = lucias.getByRole('dialog', { name: 'Picture from you' });
  await viewer.waitFor();
  await lucias.keyboard.press('Escape');
  await isGone(viewer);
  await hasFocus(lucias, /^Picture from you: The harbor/);
});

test('after a lost response the dialog keeps picture and caption, and sends them once', async () => {
  await openChat('Lost', lucias);
  await lucias.route('**/api/createChatPicture', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await choose(lucias);
  const caption = dialogOn(lucias).getByRole('textbox', { name: 'Caption' });
  await caption.fill('Look');
  await sendIn(lucias);
  await dialogOn(lucias).getByRole('alert').getByText('No confirmation came back').waitFor();
  expect(await caption.inputValue()).toBe('Look');
  await lucias.unroute('**/api/createChatPicture');
  await sendIn(lucias);
  await isGone(dialogOn(lucias));
  await picturesOn(lucias).waitFor();
  await lucias.reload();
  await picturesOn(lucias).waitFor();
  expect(await lucias.locator('[data-message]').count()).toBe(2);
});

test.each(['paste', 'drop'] as const)('a picture can be sent by a %s', async (type) => {
  await openChat(type, lucias);
  await composer(lucias).evaluate(
    (box, event) => {
      const bytes = Uint8Array.from(atob(event.base64), (letter) => letter.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], 'sea.jpg', { type: 'image/jpeg' }));
      const init = { bubbles: true, cancelable: true };
      box.dispatchEvent(
        event.type === 'paste'
          ? new ClipboardEvent('paste', { ...init, clipboardData: data })
          : new DragEvent('drop', { ...init, dataTransfer: data }),
      );
    },
    { type, base64: PHOTO.buffer.toString('base64') },
  );
  await dialogOn(lucias).getByRole('img', { name: 'What you send' }).waitFor();
  await sendIn(lucias);
  await picturesOn(lucias).waitFor();
});

test('a picture without a caption has no text to copy, gets a caption, and is deleted', async () => {
  await openChat('Changes', lucias);
  await choose(lucias);
  await sendIn(lucias);
  await picturesOn(lucias).waitFor();
  const actions = lucias.getByRole('button', { name: /^Actions for your message/ }).last();
  await actions.click();
  const offered = lucias.getByRole('list', { name: 'Actions', exact: true }).getByRole('button');
  await offered.first().waitFor();
  expect(await offered.allTextContents()).toEqual(['Add a caption', 'Delete message']);
  await offered.first().click();
  await lucias.getByRole('textbox', { name: 'Caption' }).fill('The sea');
  await lucias.getByRole('button', { name: 'Save' }).click();
  await lucias.getByAltText('Picture from you: The sea').waitFor();
  await actions.click();
  await offered.getByText('Delete message').click();
  await lucias.getByRole('button', { name: 'Delete message', exact: true }).click();
  await lucias.locator('[data-message]').getByText('Message deleted').waitFor();
  await isGone(picturesOn(lucias));
});

test('a picture whose file is gone keeps its place and says so', async () => {
  await lucias.route('**/chat-picture/**', (route) => route.fulfill({ status: 404 }));
  await openChat('Gone', lucias);
  await choose(lucias);
  await sendIn(lucias);
  const missing = lucias.locator('[data-message]').getByText('Picture not available');
  await missing.waitFor();
  const box = await missing.boundingBox();
  expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(1.5, 1);
  await lucias.unroute('**/chat-picture/**');
});

test('no page reported an error, except for the lost response', () => {
  // The app asked once more by itself.
  const lost = 'console: Failed to load resource: net::ERR_FAILED';
  expect(complaints.flat()).toEqual([lost, lost]);
});
