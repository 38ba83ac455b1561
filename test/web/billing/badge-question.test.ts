import { beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react/pure';
import { updatePaymentMethod, viewPaymentMethod } from '#shared/api/billing.ts';
import { createInboxWithPayment } from '#shared/api/conversation-payments.ts';
import { viewDraft } from '#shared/api/drafts.ts';
import { viewUserProfile } from '#shared/api/profiles.ts';
import { paths } from '#web/paths.ts';
import { callsOf, openScreen, serve, success } from '../open-screen.ts';
import { ana, ben, bensProfile, message, NOW } from '../screen-fixtures.ts';
import { serveCardFields, typeCard } from './fake-card-fields.ts';

/* The question before a card in another name takes something off the profile, because it stays on file. docs/product/profiles.md#badge */

const carded = { ...ana, licenseId: 'STARTER' as const, nameOnCard: ana.fullName };

beforeEach(() => serveCardFields());

const button = (name: string | RegExp) => screen.findByRole('button', { name });

const question = () => screen.findByRole('alertdialog', { name: 'Show less on your profile?' });

describe('the form of a new card', () => {
  async function openForm() {
    const card = { id: 'pm_2', cardBrand: 'visa', cardLastFour: '1881' };
    serve(updatePaymentMethod, () => success(updatePaymentMethod, { data: [card] }));
    return openScreen(paths.updatePaymentMethod(), carded);
  }

  test('asks before a card in another name is saved, and going back saves nothing', async () => {
    const { user } = await openForm();
    await typeCard(user, 'Somebody Else');
    await user.click(await button('Save'));
    const asked = within(await question());
    asked.getByText(/your profile shows “Unverified” instead of “Card name matches”/);
    await user.click(asked.getByRole('button', { name: 'Go back' }));
    expect(callsOf(updatePaymentMethod)).toEqual([]);
  });

  test('saves the card after the question, and says what the profile shows then', async () => {
    const { user } = await openForm();
    await typeCard(user, 'Somebody Else');
    await user.click(await button('Save'));
    await question();
    await user.click(await button('Save this card'));
    await screen.findByText(/^Visa 4242 is saved\. Your profile shows “Unverified” now/);
    expect(callsOf(updatePaymentMethod)[0]?.input.get('paymentMethodId')).toBe('pm_2');
  });

  test('asks nothing for a card in the full name', async () => {
    const { user } = await openForm();
    await typeCard(user, carded.fullName);
    await user.click(await button('Save'));
    await screen.findByText('Visa 4242 is saved.');
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});

describe('the payment screen', () => {
  async function openPayment() {
    const draft = {
      id: '01J0000000000000000000000D',
      version: 1,
      recipientId: ben.id,
      messageSubject: 'Dry winters',
      messageText: `<p>${'How dry is dry? '.repeat(9)}</p>`,
      modifiedAt: NOW,
      expiresAt: NOW,
    };
    serve(viewUserProfile, () => success(viewUserProfile, { data: [bensProfile] }));
    serve(viewDraft, () => success(viewDraft, { data: [draft] }));
    const saved = { id: 'pm_1', cardBrand: 'visa', cardLastFour: '4242' };
    serve(viewPaymentMethod, () => success(viewPaymentMethod, { data: [saved] }));
    const sent = { data: [{ ...message, recipientName: ben.fullName }] };
    serve(createInboxWithPayment, () => success(createInboxWithPayment, sent));
    const opened = await openScreen(paths.inboxPayment(ben.id), carded);
    await opened.user.click(await button('Change'));
    return opened;
  }

  test('asks before it pays with a card in another name, and going back charges nothing', async () => {
    const { user } = await openPayment();
    await typeCard(user, 'Somebody Else');
    await user.click(await button('Submit Order'));
    const asked = within(await question());
    asked.getByText(/The name on this card isn’t your full name/);
    await user.click(asked.getByRole('button', { name: 'Go back' }));
    expect(callsOf(createInboxWithPayment)).toEqual([]);
    await user.click(await button('Submit Order'));
    await question();
    await user.click(await button('Pay with this card'));
    await waitFor(() => expect(callsOf(createInboxWithPayment)).toHaveLength(1));
  });
});
