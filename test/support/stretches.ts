import { paths } from '../../web/src/paths.ts';
import { befriend, directChat, group, write } from './chat-people.ts';
import type { Person } from './client.ts';
import { look, lookOver, type Phone, walk } from './looking.ts';

/* Stretches of a walk through the screens on which something has to be pressed before there is anything to look at. */

/** Writes a message on the open screen and looks at its faults, at the card on file, and at the fields of a new card. */
export async function pay(phone: Phone): Promise<string[]> {
  const { page } = phone;
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  const faults = await look(phone, 'write, with both fields wrong');
  await page.getByLabel('Subject').fill('Which form for a late renewal?');
  await page.getByRole('textbox', { name: 'Message' }).fill('Nine days late. '.repeat(8));
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await page.getByRole('button', { name: 'Change' }).waitFor();
  faults.push(...(await look(phone, 'confirm payment, card on file')));
  await page.getByRole('button', { name: 'Change' }).click();
  await page.locator('iframe').first().waitFor();
  faults.push(...(await look(phone, 'confirm payment, new card')));
  return faults;
}

/** Looks at what is laid over an open conversation by whoever thinks of closing it. */
export async function closeConversation(phone: Phone, id: string): Promise<string[]> {
  const { page } = phone;
  await page.goto(paths.inboxViewer(id));
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menu').waitFor();
  // Letters that grow under an open menu make a phone zoom out around it.
  const faults = await lookOver(phone, 'the menu of a conversation');
  await page.getByRole('menuitem', { name: 'Close conversation' }).click();
  await page.getByRole('alertdialog').waitFor();
  faults.push(...(await look(phone, 'whether to close a conversation')));
  await page.getByRole('button', { name: 'Keep it open' }).click();
  return faults;
}

/** Looks at what can be laid over one's links, at one that changes, and at where others see them. */
export async function arrangeLinks(phone: Phone): Promise<string[]> {
  const { page } = phone;
  await page.goto(paths.userLinks());
  await page
    .getByRole('button', { name: /^Move / })
    .first()
    .click();
  await page.getByRole('menu').waitFor();
  const faults = await look(phone, 'the menu of a link');
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: /^Delete / })
    .first()
    .click();
  await page.getByRole('alertdialog').waitFor();
  faults.push(...(await look(phone, 'whether to delete a link')));
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page
    .getByRole('link', { name: /^Edit / })
    .first()
    .click();
  await page.getByLabel('Link Url').fill('javascript:alert(1)');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Please enter a web address').waitFor();
  faults.push(...(await look(phone, 'a link with a wrong address')));
  await page.goto(paths.profile('ana.markovic'));
  await page.getByRole('tab', { name: 'Links' }).click();
  await page.getByRole('list', { name: 'Links' }).waitFor();
  faults.push(...(await look(phone, 'the links of a profile')));
  return faults;
}

/** Looks at a group that lacks everything, and at what is laid over one's contacts by whoever thinks of parting. */
export async function arrangeContacts(phone: Phone): Promise<string[]> {
  const { page } = phone;
  await page.goto(paths.createGroupChat());
  await page.getByRole('button', { name: 'Create Group' }).click();
  await page.getByText('Select Members').waitFor();
  const faults = await look(phone, 'a group with every field wrong');
  await page.goto(paths.contacts());
  await page
    .getByRole('button', { name: /^More about / })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Remove contact' }).click();
  await page.getByRole('alertdialog').waitFor();
  faults.push(...(await look(phone, 'whether to remove a contact')));
  await page.getByRole('button', { name: 'Keep' }).click();
  return faults;
}

/** Looks at a chat in all its states, as `owner`, whose phone it is, has it with `other`. */
export async function chatting(phone: Phone, other: Person, owner: Person): Promise<string[]> {
  const { page } = phone;
  await befriend(other, owner);
  const direct = await directChat(other, owner);
  const empty = await group(other, 'Nothing yet', owner);
  const chatId = await group(other, 'Running and reading', owner);
  await write(owner, chatId, 'Eight miles on Sunday?');
  await write(other, chatId, 'With pleasure: https://example.com/route.');
  const faults = await walk(phone, [
    ['a chat of two', paths.chatViewer(direct)],
    ['a chat with nothing in it', paths.chatViewer(empty)],
    ['a longer message to a chat', paths.chatReply(direct)],
    ['a chat of a group', paths.chatViewer(chatId)],
  ]);
  await page.route('**/api/createChatMessage', (route) =>
    route.fulfill({ status: 429, json: { status: 'TOO_MANY_REQUESTS', message: 'Too many.' } }),
  );
  await page.getByRole('textbox', { name: 'Message' }).fill('At nine, then.');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await page.getByText('Not sent.').waitFor();
  faults.push(...(await look(phone, 'a chat message that failed')));
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: 'Seen by' }).click();
  await page.getByRole('dialog').waitFor();
  faults.push(...(await look(phone, 'who has seen a message')));
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Leave group' }).click();
  await page.getByRole('alertdialog').waitFor();
  faults.push(...(await look(phone, 'whether to leave a group')));
  await other.post('removeUserContact', { userContactId: owner.userId });
  faults.push(...(await walk(phone, [['a chat that has ended', paths.chatViewer(direct)]])));
  return faults;
}
