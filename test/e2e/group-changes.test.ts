import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { paths } from '#web/paths.ts';
import { isGone, openPhone, type Product, signIn, startProduct } from '../support/browser.ts';
import { makeContacts, member } from '../support/chat-people.ts';
import { composer, messageNote } from '../support/chat-phone.ts';
import type { HttpPerson } from '../support/client.ts';
import { watchLive } from '../support/live-phone.ts';
import { photoOf } from '../support/photo-fixtures.ts';
import { until } from '../support/until.ts';

/* A group changes on the phone of its owner, and another member sees it live. */

let product: Product;
let lucia: HttpPerson;
let ben: HttpPerson;
const contexts: BrowserContext[] = [];
const complaints: string[][] = [];

beforeAll(async () => {
  product = await startProduct({ seed: true });
  const { url } = product.local;
  lucia = await member(url, 'lucia.prado');
  ben = await member(url, 'ben.okafor');
  await makeContacts(lucia, ben, await member(url, 'tom.weller'));
});
afterAll(async () => {
  for (const context of contexts) await context.close();
  await product?.stop();
});

/** Opens a page on the phone of a person, and waits until it gets live hints. */
async function openOn(username: string, address: string): Promise<Page> {
  const { page, context, complaints: heard } = await openPhone(product.browser, product.local.url);
  contexts.push(context);
  complaints.push(heard);
  const live = watchLive(page);
  await signIn(page, username);
  const before = live.opened();
  await page.goto(address);
  await until(() => live.opened() > before);
  await page.waitForLoadState('networkidle');
  return page;
}

async function newGroup(name: string): Promise<string> {
  const chatId = (await lucia.opensGroup([ben], name)).id;
  await lucia.says({ id: chatId }, '<p>Line 1.</p>');
  return chatId;
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

describe('a group that its owner changes', () => {
  test('shows added people, a new name and a photo on the phone of a member at once', async () => {
    const chatId = await newGroup('Before');
    const bens = await openOn('ben.okafor', paths.chatViewer(chatId));
    await messageNote(bens, 'Line 1.').waitFor();
    const lucias = await openOn('lucia.prado', paths.chatGroup(chatId));

    await lucias.getByRole('link', { name: 'Add people' }).click();
    await lucias.getByRole('checkbox', { name: /Tom Weller/ }).click();
    await lucias.getByText('They can read everything that was written').waitFor();
    await lucias.getByRole('button', { name: 'Add people' }).click();
    await messageNote(bens, 'Lucía Prado added Tom Weller').waitFor();
    await bens.getByRole('link', { name: '3 people' }).waitFor();
    await lucias.getByRole('button', { name: 'Remove Tom Weller' }).waitFor();

    await lucias.getByRole('link', { name: 'Rename group' }).click();
    await lucias.getByLabel('Group name').fill('After');
    await lucias.getByRole('button', { name: 'Save' }).click();
    await lucias.getByRole('heading', { name: 'After' }).waitFor();
    await heading(bens, 'After').waitFor();
    await messageNote(bens, 'Lucía Prado renamed the group to “After”').waitFor();

    await lucias.getByRole('link', { name: 'Change picture' }).click();
    await lucias
      .getByLabel('Picture', { exact: true })
      .setInputFiles({ name: 'us.jpg', mimeType: 'image/jpeg', buffer: photoOf(400, 200) });
    await lucias.getByLabel('Place the picture').waitFor();
    await lucias.getByRole('button', { name: 'Save' }).click();
    await heading(lucias, 'Group info').waitFor();
    await messageNote(bens, 'Lucía Prado changed the picture of the group').waitFor();
    for (const photo of [bens.locator('header img'), lucias.locator('main img').first()]) {
      await photo.waitFor();
      expect(await photo.evaluate((image: HTMLImageElement) => image.decode())).toBeUndefined();
    }
  });

  test('tells a member who is removed, and keeps what they were writing', async () => {
    const chatId = await newGroup('Without Ben');
    const bens = await openOn('ben.okafor', paths.chatViewer(chatId));
    await composer(bens).fill('Shall we say nine?');
    const lucias = await openOn('lucia.prado', paths.chatGroup(chatId));
    await lucias.getByRole('button', { name: 'Remove Ben Okafor' }).click();
    await lucias.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await bens.getByText('You’re no longer in this group').waitFor();
    await bens.getByText('Shall we say nine?').waitFor();
    await bens.getByRole('link', { name: 'Go to your chats' }).click();
    await bens.waitForURL(`**${paths.chat()}`);
    await isGone(bens.getByRole('link', { name: /Without Ben/ }));
    await lucias.getByText('1 person').waitFor();
  });

  test('belongs to the member whom the owner chose when leaving', async () => {
    const chatId = await newGroup('Handed over');
    const bens = await openOn('ben.okafor', paths.chatGroup(chatId));
    const lucias = await openOn('lucia.prado', paths.chatGroup(chatId));
    await lucias.getByRole('button', { name: 'Leave group' }).click();
    await lucias.getByLabel('Next owner').selectOption('Ben Okafor');
    await lucias.getByRole('alertdialog').getByRole('button', { name: 'Leave group' }).click();
    await lucias.waitForURL(`**${paths.chat()}`);
    await bens.getByRole('link', { name: 'Rename group' }).waitFor();
    await bens.getByRole('link', { name: 'Back', exact: true }).click();
    await messageNote(bens, 'Lucía Prado left. The group now belongs to you').waitFor();
  });
});

test('no step logged an error in the console', () => {
  expect(complaints.flat()).toEqual([]);
});
