import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { paths } from '#web/paths.ts';
import { isGone } from '../support/browser.ts';
import { makeContacts } from '../support/chat-people.ts';
import { composer, messageNote, sendMessage } from '../support/chat-phone.ts';
import { type ChatWorld, startChatWorld } from '../support/chat-world.ts';

/* One of two people blocks the other in their chat, reports them, and undoes the block. Each test continues the last one. */

let world: ChatWorld;
let chatId: string;

beforeAll(async () => {
  world = await startChatWorld();
  chatId = (await world.lucia.opensChat(world.ben)).id;
  await world.ben.says({ id: chatId }, '<p>Where have you been?</p>');
});
afterAll(() => world?.stop());

test('a blocked person sees a contact that ended, and cannot write any more', async () => {
  const lucias = await world.opened('lucia.prado', chatId);
  const bens = await world.opened('ben.okafor', chatId);
  await composer(bens).fill('And who with?');
  await lucias.getByRole('button', { name: 'More', exact: true }).click();
  await lucias.getByRole('menuitem', { name: 'Block Ben' }).click();
  await lucias.getByRole('alertdialog').getByRole('button', { name: 'Block Ben' }).click();
  await lucias.locator('.action-bar').getByText('You blocked Ben.').waitFor();
  await isGone(composer(lucias));

  await sendMessage(bens, 'And who with?');
  await bens
    .getByText(/You’re no longer contacts/)
    .first()
    .waitFor();
  await bens.getByRole('button', { name: 'Discard' }).click();
  await bens.reload();
  await bens
    .getByText(/You’re no longer contacts/)
    .first()
    .waitFor();
  await isGone(composer(bens));
  await isGone(bens.getByText(/blocked/i));
  await lucias.reload();
  await messageNote(lucias, 'Where have you been?').waitFor();
  await isGone(messageNote(lucias, 'And who with?'));
});

test('the blocker reports a message, also after the block', async () => {
  const lucias = await world.opened('lucia.prado', chatId);
  await messageNote(lucias, 'Where have you been?').click();
  await lucias.getByRole('button', { name: 'Report message' }).click();
  const dialog = lucias.getByRole('dialog', { name: 'Report message' });
  await dialog.getByRole('radio', { name: 'Bullying or harassment' }).check();
  await dialog.getByRole('textbox').fill('He asks every hour.');
  await isGone(dialog.getByRole('checkbox'));
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await lucias.getByText('Reported. We tell you when it’s decided.').waitFor();
  await messageNote(lucias, 'Where have you been?').click();
  await lucias.getByRole('button', { name: 'Report message' }).click();
  await dialog.getByRole('radio', { name: 'Bullying or harassment' }).check();
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await lucias.getByText('You reported this before, and we’re still looking at it.').waitFor();
});

test('a person who is unblocked in the settings can become a contact again and write', async () => {
  const lucias = await world.opened('lucia.prado', chatId);
  await lucias.goto(paths.settings());
  await lucias.getByRole('link', { name: 'Blocked people' }).click();
  await lucias.getByRole('button', { name: 'Unblock Ben Okafor' }).click();
  await lucias.getByRole('alertdialog').getByRole('button', { name: 'Unblock Ben' }).click();
  await lucias.getByText('NO ONE IS BLOCKED').waitFor();
  await makeContacts(world.lucia, world.ben);
  const bens = await world.opened('ben.okafor', chatId);
  await sendMessage(bens, 'Sorry.');
  await messageNote(bens, 'Sorry.').waitFor();
});

test('no step logged an error in the console', () => expect(world.complaints.flat()).toEqual([]));
