import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react/pure';
import { createDirectChat } from '#shared/api/chat.ts';
import { updateContactPrice, viewContactPrices } from '#shared/api/contact-prices.ts';
import { viewUserContacts } from '#shared/api/contacts.ts';
import { viewDraft } from '#shared/api/drafts.ts';
import { viewInboundSettings } from '#shared/api/inbound-settings.ts';
import { checkPendingInbox } from '#shared/api/pending-inbox.ts';
import { viewUserProfile } from '#shared/api/profiles.ts';
import { cents } from '#shared/money.ts';
import { paths } from '#web/paths.ts';
import { callsOf, openScreen, refusal, serve, success } from '../open-screen.ts';
import { ana, ben, bensProfile } from '../screen-fixtures.ts';

/* Prices for contacts: what a contact sees of them, and how they are given. docs/product/contacts.md#prices-for-contacts */

const OWN = { yourPrice: cents(500) };
const TIERS = {
  tiers: [
    {
      id: 'b'.repeat(32),
      name: 'Long',
      price: cents(5_000),
      promise: 'A full plan',
      minimumLength: 1_000,
    },
  ],
};

const showProfile = (changes: object) =>
  serve(viewUserProfile, () =>
    success(viewUserProfile, {
      data: [{ ...bensProfile, contact: true, contactState: 'CONTACT', ...changes }],
    }),
  );

async function compose(changes: object, choice?: string) {
  showProfile(changes);
  serve(checkPendingInbox, () => success(checkPendingInbox, { hasPendingInbox: false }));
  serve(viewDraft, () => success(viewDraft, { data: [] }));
  return openScreen(paths.createInbox(ben.id, choice), ana);
}

test('the profile and the page to write say that it is the price of the contact', async () => {
  showProfile(OWN);
  const { user } = await openScreen(paths.profile(ben.username), ana);
  await screen.findByText(/^Your price\. No answer/);
  serve(checkPendingInbox, () => success(checkPendingInbox, { hasPendingInbox: false }));
  serve(viewDraft, () => success(viewDraft, { data: [] }));
  await user.click(await screen.findByRole('link', { name: 'Contact for $5.00' }));
  await screen.findByText('Your price');
});

test('the profile lists an answer at the price of the contact before the tiers', async () => {
  showProfile({ ...OWN, ...TIERS });
  await openScreen(paths.profile(ben.username), ana);
  const own = await screen.findByRole('link', { name: /^One answerYour price/ });
  expect(own.getAttribute('href')).toBe(paths.createInbox(ben.id, 'own'));
  await screen.findByRole('link', { name: /^Long/ });
});

test('a contact chooses between their price and the tiers', async () => {
  const { user } = await compose({ ...OWN, ...TIERS });
  const own = await screen.findByRole<HTMLInputElement>('radio', { name: /^One answer/ });
  expect(own.checked).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Continue to Payment' }));
  await screen.findByText('Please choose one');
  await user.click(own);
  await waitFor(() => expect(screen.queryByText('Please choose one')).toBeNull());
});

test('their price that was pressed on the profile is chosen', async () => {
  await compose({ ...OWN, ...TIERS }, 'own');
  const own = await screen.findByRole<HTMLInputElement>('radio', { name: /^One answer/ });
  expect(own.checked).toBe(true);
});

test('a contact who is answered for free is led to the chat from the profile', async () => {
  showProfile({ freeChat: true, active: false });
  serve(createDirectChat, () => refusal('UNAVAILABLE'));
  const { user } = await openScreen(paths.profile(ben.username), ana);
  await screen.findByText(/answers you for free: write in the chat\.$/);
  expect(screen.queryByRole('link', { name: /^Contact/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Open chat' }));
  await waitFor(() => expect(callsOf(createDirectChat)).toHaveLength(2));
});

test('a contact who is answered for free is led to the chat from the page to write', async () => {
  serve(createDirectChat, () => refusal('UNAVAILABLE'));
  const { user } = await compose({ freeChat: true, active: false });
  await screen.findByText(/answers you for free: write in the chat\.$/);
  await user.click(screen.getByRole('button', { name: 'Open chat' }));
  await waitFor(() => expect(callsOf(createDirectChat)).toHaveLength(2));
});

const priceForm = async (changes: object) => {
  showProfile(changes);
  serve(viewInboundSettings, () =>
    success(viewInboundSettings, {
      data: [{ userId: ana.id, paidResponsePrice: cents(2_500), paidResponseCommitment: 10 }],
    }),
  );
  serve(updateContactPrice, () => success(updateContactPrice, {}));
  serve(viewContactPrices, () => success(viewContactPrices, { pageTotal: 0, data: [] }));
  return openScreen(paths.contactPrice(ben.id), ana);
};
const terms = (name: RegExp) => screen.findByRole<HTMLInputElement>('radio', { name });
const save = () => screen.getByRole('button', { name: 'Save' });
const sent = () => Object.fromEntries(callsOf(updateContactPrice)[0]?.input ?? []);

test('a contact without a price of their own gets one', async () => {
  const { user } = await priceForm({});
  expect((await terms(/^Your usual price, \$25\.00/)).checked).toBe(true);
  await user.click(await terms(/^A price of their own/));
  await user.click(save());
  await screen.findByText('Please enter a dollar value of a $1.00 or more');
  await user.type(await screen.findByRole('textbox', { name: 'Price per response' }), '5');
  await user.click(save());
  await waitFor(() => expect(sent()).toEqual({ userContactId: ben.id, terms: 'OWN', price: '5' }));
  await screen.findByText('No prices for contacts');
});

test.each([
  [/^Free, in the chat/, 'FREE', { givenPrice: cents(700) }],
  [/^Your usual price/, 'USUAL', { givenPrice: null }],
])('a press on %s sends %s', async (name, is, given) => {
  const { user } = await priceForm(given);
  await user.click(await terms(name));
  await user.click(save());
  await waitFor(() => expect(sent()).toEqual({ userContactId: ben.id, terms: is }));
});

test('somebody who is no contact has no price to change', async () => {
  await priceForm({ contactState: 'NONE' });
  await screen.findByText(/isn’t a contact of yours/);
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});

test('the list shows who pays which price, and leads to each', async () => {
  const row = { username: ben.username, fullName: ben.fullName, profileImageUrl: null };
  serve(viewContactPrices, () =>
    success(viewContactPrices, {
      pageTotal: 2,
      data: [
        { ...row, userContactId: ben.id, price: cents(500) },
        { ...row, userContactId: ana.id, fullName: 'Mina Sato', price: null },
      ],
    }),
  );
  await openScreen(paths.contactPrices(), ana);
  const link = await screen.findByRole('link', { name: /\$5\.00/ });
  expect(link.getAttribute('href')).toBe(paths.contactPrice(ben.id));
  await screen.findByRole('link', { name: /Mina Sato.*Free/ });
});

test('the menu of a contact leads to their price', async () => {
  const member = { ...ana, licenseId: 'STARTER' as const };
  serve(viewUserContacts, () =>
    success(viewUserContacts, {
      pageTotal: 1,
      data: [
        {
          id: ben.id,
          userContactId: ben.id,
          fullName: ben.fullName,
          username: ben.username,
          profileImageUrl: null,
          trusted: false,
        },
      ],
    }),
  );
  const { user } = await openScreen(paths.contacts(), member);
  await user.click(await screen.findByRole('button', { name: `More about ${ben.fullName}` }));
  showProfile({});
  serve(viewInboundSettings, () =>
    success(viewInboundSettings, {
      data: [{ userId: ana.id, paidResponsePrice: cents(2_500), paidResponseCommitment: 10 }],
    }),
  );
  await user.click(await screen.findByRole('menuitem', { name: 'Change price' }));
  await screen.findByRole('heading', { name: 'Price for a contact' });
});
