import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page, Request } from 'playwright-core';
import { hashPassword } from '#functions/auth/passwords.ts';
import type { Local } from '#lib/local/local.ts';
import { newAccount } from '#lib/local/new-account.ts';
import { refreshToken } from '#shared/api/current-session.ts';
import type { Plan } from '#shared/rules/accounts/accounts.ts';
import { instant } from '#shared/time.ts';
import { paths } from '#web/paths.ts';
import { isGone, openPhone, type Product, signIn, startProduct } from '../support/browser.ts';
import { type HttpPerson, signInOver } from '../support/client.ts';

/*
 * Ben has an open conversation with Ana and invites her to chat; Ana is on the free plan. Each test continues from
 * the previous one.
 */

const PASSWORD = 'Letters-4-all';
const NAMES = {
  ana: 'Ana Marković',
  ben: 'Ben Okafor',
  mina: 'Mina Satō',
  tom: 'Tom Weller',
  zoe: 'Zoe Adler',
} as const;
type Name = keyof typeof NAMES;

let product: Product;
let local: Local;
let browser: Browser;
let ana: Page;
let ben: Page;
let conversationId: string;
const people = new Map<Name, HttpPerson>();
const complaints: string[][] = [];

const person = (name: Name): HttpPerson => {
  const found = people.get(name);
  if (!found) throw new Error(`${name} is not there`);
  return found;
};

beforeAll(async () => {
  product = await startProduct({ seed: false });
  ({ local, browser } = product);
  const hash = await hashPassword(PASSWORD);
  for (const name of Object.keys(NAMES) as Name[])
    await settle(name, hash, name === 'ana' ? 'FREE' : 'STARTER');
  await local.drain();
  conversationId = await openConversation();
  [ana, ben] = [await signedIn('ana'), await signedIn('ben')];
});

afterAll(() => product?.stop());

async function settle(name: Name, passwordHash: string, licenseId: Plan): Promise<void> {
  await newAccount(
    {
      username: `${name}.here`,
      fullName: NAMES[name],
      passwordHash,
      licenseId,
      paidResponseCommitment: 10,
    },
    instant(local.clock.now()),
  );
  const front = await signInOver(local.url, `${name}.here`, PASSWORD);
  people.set(name, front);
}

/** Creates a conversation that Ben paid and Ana answered and left open. */
async function openConversation(): Promise<string> {
  const { price, id } = await asked();
  expect(price).toBeGreaterThan(0);
  await person('ana').answers(
    { id },
    { text: `<p>${'You hand in the green form first. '.repeat(8)}</p>` },
  );
  return id;
}

async function asked() {
  const { paidResponsePrice: price } = await person('ben').profileOf(person('ana'));
  return person('ben').pays(person('ana'), {
    card: 'pm_card_visa',
    nameOnCard: NAMES.ben,
    subject: 'Which form comes first?',
    text: `<p>${'There are two forms and one counter. '.repeat(4)}</p>`,
    price: String(price),
  });
}

async function signedIn(name: Name): Promise<Page> {
  const phone = await openPhone(browser, local.url);
  complaints.push(phone.complaints);
  const { page } = phone;
  await signIn(page, `${name}.here`, PASSWORD);
  return page;
}

async function invites(name: Name, other: Name): Promise<void> {
  await person(name).invites(person(other));
}

const invitations = (page: Page) =>
  page.getByRole('list', { name: 'Invitations to chat' }).getByRole('listitem');
const contacts = (page: Page) =>
  page.getByRole('list', { name: 'Contacts', exact: true }).getByRole('listitem');

test('an open conversation offers an invitation to chat, and then shows that it was sent', async () => {
  await ben.goto(paths.orderViewer(conversationId));
  await ben.getByRole('button', { name: 'More', exact: true }).click();
  await ben.getByRole('menuitem', { name: 'Invite to Chat' }).click();
  await ben.waitForURL(`**${paths.chatInvite(person('ana').id)}`);
  await ben.getByRole('heading', { name: 'What happens' }).waitFor();
  await ben.getByRole('button', { name: 'Invite', exact: true }).click();
  await ben.waitForURL(`**${paths.dashboard()}`);
  await ben
    .getByText(
      'Your invitation waits for Ana Marković, who can accept it with a plan that has chat.',
    )
    .waitFor();
  await ben.goto(paths.orderViewer(conversationId));
  await ben.getByText('CHAT INVITE SENT').waitFor();
  await ben.getByRole('link', { name: 'Reply for free' }).waitFor();
  await ben.getByRole('button', { name: 'More', exact: true }).click();
  await ben.getByRole('menuitem', { name: 'Download a record' }).waitFor();
  await isGone(ben.getByRole('menuitem', { name: 'Invite to Chat' }));
});

test('a pending invitation cannot be sent twice', async () => {
  await ben.goto(paths.chatInvite(person('ana').id));
  await ben.getByText('Your invitation waits for an answer').waitFor();
  await isGone(ben.getByRole('button', { name: 'Invite', exact: true }));
  await ben.getByRole('link', { name: 'Back' }).last().click();
  await ben.waitForURL(`**${paths.profile('ana.here')}`);
  await ben.getByText('Invited to chat. Ana hasn’t accepted yet.').waitFor();
});

test('the invited user sees the invitation in the conversation and on the home screen', async () => {
  await ana.goto(paths.inboxViewer(conversationId));
  await ana.getByText('User has invited you to become a chat contact.').waitFor();
  await ana.getByRole('button', { name: 'Accept' }).waitFor();
  await ana.goto(paths.dashboard());
  await ana.getByText('Pending Invitation').waitFor();
  expect(await invitations(ana).count()).toBe(1);
});

test('accepting an invitation on the free plan opens the plans screen, which explains why', async () => {
  await invitations(ana).getByRole('button', { name: 'Accept' }).click();
  await ana.waitForURL(`**${paths.subscription()}`);
  await ana.getByText('Chat needs a paid plan').waitFor();
});

test('every chat and contacts screen redirects a user on the free plan to the plans screen', async () => {
  const closed = [paths.chat(), paths.contacts(), paths.createGroupChat()];
  // The page must not call operations that need a plan: their refusal would cause a second refresh in addition to
  // that of the page load.
  const refreshed: string[] = [];
  const note = (request: Request) => {
    if (request.url().endsWith(refreshToken.path)) refreshed.push(ana.url());
  };
  ana.on('request', note);
  const addresses = [...closed, paths.chatInvite(person('ben').id)];
  for (const address of addresses) {
    await ana.goto(address);
    await ana.waitForURL(`**${paths.subscription()}`);
    await ana.getByText('Chat needs a paid plan').waitFor();
  }
  ana.off('request', note);
  expect(refreshed).toHaveLength(addresses.length);
});

test('a user who buys a plan continues to the requested screen', async () => {
  await person('ana').savesCard();
  await ana.goto(paths.chat());
  await ana.waitForURL(`**${paths.subscription()}`);
  // Nothing that costs money is preselected.
  await ana.getByRole('radio', { name: /^Starter/ }).waitFor();
  await isGone(ana.getByRole('radio', { checked: true }));
  await isGone(ana.getByRole('button', { name: 'Upgrade Subscription' }));
  await ana.getByRole('radio', { name: /^Starter/ }).click();
  await ana.getByRole('button', { name: 'Upgrade Subscription' }).click();
  await ana.waitForURL(`**${paths.settings()}`);
  await ana.getByRole('button', { name: 'Go to chat' }).click();
  await ana.waitForURL(`**${paths.chat()}`);
  await ana.getByRole('link', { name: 'Go to Search' }).waitFor();
});

test('an accepted invitation is shown at once, and opens the chat', async () => {
  await invitations(ana).getByRole('button', { name: 'Accept' }).click();
  await ana.getByText('Ben is a contact of yours now').waitFor();
  await ana.getByRole('button', { name: 'Chat with Ben Okafor', exact: true }).waitFor();
  await invitations(ana).getByRole('button', { name: 'Open chat' }).click();
  await ana.waitForURL('**/chat-viewer/*');
  await ana.goto(paths.chat());
  const chats = ana.getByRole('list', { name: 'Active Chats' });
  await chats.getByText('Nothing written yet').waitFor();
  await ana.getByRole('button', { name: 'Chat with Ben Okafor', exact: true }).click();
  await ana.waitForURL('**/chat-viewer/*');
});

test('the conversation links to the chat after the invitation was accepted', async () => {
  await ben.goto(paths.orderViewer(conversationId));
  await ben.getByText('You’re contacts now.').waitFor();
  await ben.getByRole('button', { name: 'Open chat' }).click();
  await ben.waitForURL('**/chat-viewer/*');
});

test('an invitation is shown again with the reason if answering it failed', async () => {
  await invites('mina', 'ana');
  await ana.goto(paths.dashboard());
  await ana.route('**/api/rejectUserContact', (route) => route.abort());
  await invitations(ana).getByRole('button', { name: 'Reject' }).click();
  await ana.getByText('No confirmation came back').waitFor();
  await ana.unroute('**/api/rejectUserContact');
  await invitations(ana).getByRole('button', { name: 'Reject' }).click();
  await ana.getByText('Mina Satō isn’t told').waitFor();
  await isGone(invitations(ana));
  await ana.reload();
  await ana.getByRole('link', { name: /^Chat/ }).waitFor();
  await isGone(invitations(ana));
});

test('contacts can be sorted in both directions and link to their profiles', async () => {
  // Her access token was issued before her plan started.
  await person('ana').refreshesTokens();
  for (const name of ['tom', 'zoe'] as const) {
    await invites(name, 'ana');
    await person('ana').accepts(person(name));
  }
  await ana.goto(paths.contacts());
  await ana.getByText('3 contacts').waitFor();
  const order = () =>
    contacts(ana)
      .getByRole('button', { name: /^Message / })
      .evaluateAll((buttons) => buttons.map((button) => button.ariaLabel));
  const inOrder = ['Message Ben Okafor', 'Message Tom Weller', 'Message Zoe Adler'];
  expect(await order()).toEqual(inOrder);
  await ana.getByRole('combobox', { name: 'Sort by' }).selectOption('Name Z-A');
  await contacts(ana).first().getByText('Zoe Adler').waitFor();
  expect(await order()).toEqual(inOrder.toReversed());
  await ana.setViewportSize({ width: 320, height: 640 });
  const heights = await contacts(ana)
    .locator('p:first-child')
    .evaluateAll((names) => names.map(({ clientHeight }) => clientHeight));
  // On one line beside the avatar, also on the narrowest phone.
  expect(heights).toEqual([22, 22, 22]);
  await ana.setViewportSize({ width: 390, height: 844 });
  await ana.getByRole('link', { name: 'Profile of Tom Weller' }).click();
  await ana.waitForURL(`**${paths.profile('tom.here')}`);
  await ana.getByRole('button', { name: 'Open chat' }).waitFor();
});

test('search results name contacts, and show the price of other users', async () => {
  await ana.goto(paths.userSearch('here'));
  await ana.getByRole('link', { name: /Mina.*\$.* per answer/ }).waitFor();
  const tom = ana.getByRole('link', { name: /Tom Weller.*Your contact/ });
  await isGone(tom.getByRole('img', { name: /per answer/ }));
  await tom.click();
  await ana.getByRole('button', { name: 'Open chat' }).waitFor();
});

test('a new group requires a name and members, and opens once created', async () => {
  await ana.goto(paths.chat());
  await ana.getByRole('link', { name: 'Create Chat Group' }).click();
  await ana.waitForURL(`**${paths.createGroupChat()}`);
  await ana.getByRole('button', { name: 'Create Group' }).click();
  await ana.getByText('Please enter a name').waitFor();
  await ana.getByText('Select Members').waitFor();
  await ana.getByLabel('Group name').fill('Counter seven');
  await ana.getByRole('checkbox', { name: /Ben Okafor/ }).click();
  await ana.getByRole('checkbox', { name: /Zoe Adler/ }).click();
  await ana.getByText('2 chosen').waitFor();
  await ana.route('**/api/createGroupChat', (route) => route.abort());
  await ana.getByRole('button', { name: 'Create Group' }).click();
  await ana.getByText('Error while creating group. No confirmation came back').first().waitFor();
  await ana.unroute('**/api/createGroupChat');
  await ana.getByRole('button', { name: 'Create Group' }).click();
  await ana.waitForURL('**/chat-viewer/*');
  await ben.goto(paths.chat());
  await ben.getByRole('link', { name: /Counter seven/ }).waitFor();
});

test('a removed contact disappears on both sides', async () => {
  await ana.goto(paths.contacts());
  await ana.getByRole('button', { name: 'More about Zoe Adler' }).click();
  await ana.getByRole('menuitem', { name: 'Remove contact' }).click();
  await ana.getByRole('alertdialog').getByRole('button', { name: 'Remove contact' }).click();
  await ana.getByText('Zoe Adler is no longer a contact of yours.').first().waitFor();
  await ana.getByText('2 contacts').waitFor();
  // The focused button was removed with its row; the next Tab must continue from the same place.
  await ana.waitForFunction(() => document.activeElement?.textContent === '2 contacts');
  const zoes = await person('zoe').contacts({ sortDirection: 'asc' });
  expect(zoes.pageTotal).toBe(0);
});

test('inviting an unknown user shows the profile-not-found page, and a server error shows an error', async () => {
  await ana.goto(paths.chatInvite('01J0000000000000000000000A'));
  await ana.waitForURL(`**${paths.profileNotFound()}`);
  await ana.goto(paths.chatInvite(person('zoe').id));
  await ana.route('**/api/createChatInvite', (route) => route.abort());
  await ana.getByRole('button', { name: 'Invite', exact: true }).click();
  await ana.getByText('Error processing invite').waitFor();
});

test('no step logged an error in the console', () => {
  const unexpected = complaints.flat().filter((words) => !words.includes('net::ERR_FAILED'));
  expect(unexpected).toEqual([]);
});
