import { test } from '@jest/globals';
import { screen } from '@testing-library/react/pure';
import { getStripePublishableKey, viewPaymentMethod } from '#shared/api/billing.ts';
import { viewDraft } from '#shared/api/drafts.ts';
import { viewUserProfile } from '#shared/api/profiles.ts';
import { paths } from '#web/paths.ts';
import { openScreen, serve, success } from '../open-screen.ts';
import { ana, ben, bensProfile, NOW } from '../screen-fixtures.ts';

const draft = {
  id: '01J0000000000000000000000D',
  version: 1,
  recipientId: ben.id,
  messageSubject: 'Dry winters',
  messageText: `<p>${'How dry is dry? '.repeat(9)}</p>`,
  modifiedAt: NOW,
  expiresAt: NOW,
};

test('Submit Order says that the form of the card is still loading', async () => {
  serve(viewUserProfile, () => success(viewUserProfile, { data: [bensProfile] }));
  serve(viewDraft, () => success(viewDraft, { data: [draft] }));
  serve(viewPaymentMethod, () => success(viewPaymentMethod, { data: [] }));
  serve(getStripePublishableKey, () => new Promise<Response>(() => undefined));
  const { user } = await openScreen(paths.inboxPayment(ben.id), ana);
  await user.click(await screen.findByRole('button', { name: 'Submit Order' }));
  await screen.findByText('The card form is still loading. Nothing was charged.');
});
