import { paths } from '#web/paths.ts';
import { checkOverlay, checkScreen, checkScreens, type Phone } from './accessibility-checks.ts';
import { makeContacts } from './chat-people.ts';
import type { HttpPerson } from './client.ts';

/* Accessibility checks of pages that require interaction before they can be checked. */

/** Writes a message and checks its errors, the saved card and the fields of a new card. */
export async function checkPaymentPages(phone: Phone): Promise<string[]> {
  const { page } = phone;
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  const faults = await checkScreen(phone, 'write, with both fields wrong');
  await page.getByLabel('Subject').fill('Which form for a late renewal?');
  await page.getByRole('textbox', { name: 'Message' }).fill('Nine days late. '.repeat(8));
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await page.getByRole('button', { name: 'Change' }).waitFor();
  faults.push(...(await checkScreen(phone, 'confirm payment, card on file')));
  await page.getByRole('button', { name: 'Change' }).click();
  await page.locator('iframe').first().waitFor();
  faults.push(...(await checkScreen(phone, 'confirm payment, new card')));
  return faults;
}

/** Checks the overlays for closing an open conversation. */
export async function checkClosingPages(phone: Phone, id: string): Promise<string[]> {
  const { page } = phone;
  await page.goto(paths.inboxViewer(id));
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menu').waitFor();
  // Resizing text under an open menu makes a phone zoom out, so this checks it as an overlay.
  const faults = await checkOverlay(phone, 'the menu of a conversation');
  await page.getByRole('menuitem', { name: 'Close conversation' }).click();
  await page.getByRole('alertdialog').waitFor();
  faults.push(...(await checkScreen(phone, 'whether to close a conversation')));
  await page.getByRole('button', { name: 'Keep it open' }).click();
  return faults;
}

/** Checks the overlays of a user's own links, an edited link, and the links as others see them. */
export async function checkLinkPages(phone: Phone): Promise<string[]> {
  const { page } = phone;
  await page.goto(paths.userLinks());
  await page
    .getByRole('button', { name: /^Move / })
    .first()
    .click();
  await page.getByRole('menu').waitFor();
  const faults = await checkScreen(phone, 'the menu of a link');
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: /^Delete / })
    .first()
    .click();
  await page.getByRole('alertdialog').waitFor();
  faults.push(...(await checkScreen(phone, 'whether to delete a link')));
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page
    .getByRole('link', { name: /^Edit / })
    .first()
    .click();
  await page.getByLabel('Link Url').fill('javascript:alert(1)');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Please enter a web address').waitFor();
  faults.push(...(await checkScreen(phone, 'a link with a wrong address')));
  await page.goto(paths.profile('ana.markovic'));
  await page.getByRole('tab', { name: 'Links' }).click();
  await page.getByRole('list', { name: 'Links' }).waitFor();
  faults.push(...(await checkScreen(phone, 'the links of a profile')));
  return faults;
}

/** Checks a group form with all its errors, and the overlays of contacts. */
export async function checkContactPages(phone: Phone): Promise<string[]> {
  const { page } = phone;
  await page.goto(paths.createGroupChat());
  await page.getByRole('button', { name: 'Create Group' }).click();
  await page.getByText('Select Members').waitFor();
  const faults = await checkScreen(phone, 'a group with every field wrong');
  await page.goto(paths.contacts());
  await page
    .getByRole('button', { name: /^More about / })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Remove contact' }).click();
  await page.getByRole('alertdialog').waitFor();
  faults.push(...(await checkScreen(phone, 'whether to remove a contact')));
  await page.getByRole('button', { name: 'Keep' }).click();
  return faults;
}

/** Checks a chat in all its states. This phone belongs to `owner`, whose chat is with `other`. */
export async function checkChatPages(
  phone: Phone,
  other: HttpPerson,
  owner: HttpPerson,
): Promise<string[]> {
  const { page } = phone;
  await makeContacts(other, owner);
  const direct = (await other.opensChat(owner)).id;
  const empty = (await other.opensGroup([owner], 'Nothing yet')).id;
  const chatId = (await other.opensGroup([owner], 'Running and reading')).id;
  await owner.says({ id: chatId }, '<p>Eight miles on Sunday?</p>');
  await other.says({ id: chatId }, '<p>With pleasure: https://example.com/route.</p>');
  const faults = await checkScreens(phone, [
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
  faults.push(...(await checkScreen(phone, 'a chat message that failed')));
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: 'Seen by' }).click();
  await page.getByRole('dialog').waitFor();
  faults.push(...(await checkScreen(phone, 'who has seen a message')));
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Leave group' }).click();
  await page.getByRole('alertdialog').waitFor();
  faults.push(...(await checkScreen(phone, 'whether to leave a group')));
  faults.push(...(await checkGroupPages(phone, other, owner)));
  await other.removesContact(owner);
  faults.push(
    ...(await checkScreens(phone, [['a chat that has ended', paths.chatViewer(direct)]])),
  );
  return faults;
}

/** Checks the screens of a group that belongs to `owner`, whose phone this is. */
async function checkGroupPages(
  phone: Phone,
  other: HttpPerson,
  owner: HttpPerson,
): Promise<string[]> {
  const { page } = phone;
  const group = await owner.opensGroup([other], 'Running');
  const chatId = group.id;
  await owner.renames(group, 'Running and writing');
  await owner.mutes(group);
  const faults = await checkScreens(phone, [
    ['a chat with an announcement', paths.chatViewer(chatId)],
    ['adding people to a group', paths.addChatMembers(chatId)],
    ['a new name of a group', paths.renameChat(chatId)],
    ['the picture of a group', paths.chatPhoto(chatId)],
    ['a group', paths.chatGroup(chatId)],
  ]);
  await page.getByRole('button', { name: /^Remove / }).click();
  await page.getByRole('alertdialog').waitFor();
  faults.push(...(await checkScreen(phone, 'whether to remove a member')));
  await page.getByRole('button', { name: 'Keep' }).click();
  await page.getByRole('button', { name: 'Leave group' }).click();
  await page.getByRole('alertdialog').waitFor();
  faults.push(...(await checkScreen(phone, 'whether to leave a group that one owns')));
  await page.getByRole('button', { name: 'Stay' }).click();
  await owner.leaves(group);
  await page.getByText('You’re no longer in this group').waitFor();
  faults.push(...(await checkScreen(phone, 'a group that one is no longer in')));
  return faults;
}
