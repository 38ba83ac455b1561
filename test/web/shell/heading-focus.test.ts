import { expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react/pure';
import { viewPaymentMethod } from '#shared/api/billing.ts';
import { saveDraft, viewDraft } from '#shared/api/drafts.ts';
import { checkPendingInbox } from '#shared/api/pending-inbox.ts';
import { viewUserProfile } from '#shared/api/profiles.ts';
import { paths } from '#web/paths.ts';
import { openScreen, serve, success } from '../open-screen.ts';
import { ana, ben, bensProfile, NOW } from '../screen-fixtures.ts';

/* The heading of a page gets the focus after a navigation, so that a screen reader reads it. */

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

test('the heading of the first page gets the focus when somebody comes back to it', async () => {
  const { user } = await openScreen(paths.settings(), ana);
  await heading('Settings');
  await user.click(await screen.findByRole('link', { name: 'Saved replies' }));
  const next = await heading('Saved replies');
  await waitFor(() => expect(document.activeElement).toBe(next));
  await user.click(screen.getByRole('link', { name: 'Back' }));
  const first = await heading('Settings');
  await waitFor(() => expect(document.activeElement).toBe(first));
});

test('the heading of a page keeps the focus when the page has loaded', async () => {
  const letter = {
    messageSubject: 'Dry winters',
    messageText: `<p>${'How dry is dry? '.repeat(20)}</p>`,
    id: '01J0000000000000000000000D',
    version: 1,
    recipientId: ben.id,
    modifiedAt: NOW,
    expiresAt: NOW,
  };
  serve(viewUserProfile, () => success(viewUserProfile, { data: [bensProfile] }));
  serve(checkPendingInbox, () => success(checkPendingInbox, { hasPendingInbox: false }));
  serve(viewDraft, () => success(viewDraft, { data: [letter] }));
  serve(saveDraft, () => success(saveDraft, { data: [letter] }));
  let loadCards = () => {};
  const cards = new Promise<void>((resolve) => (loadCards = resolve));
  serve(viewPaymentMethod, async () => {
    await cards;
    return success(viewPaymentMethod, { data: [] });
  });
  const { user } = await openScreen(paths.createInbox(ben.id), ana);
  await user.click(await screen.findByRole('button', { name: 'Continue to Payment' }));
  const loading = await heading('Confirm Payment');
  await waitFor(() => expect(document.activeElement).toBe(loading));
  await act(async () => loadCards());
  await screen.findByRole('button', { name: 'Submit Order' });
  const loaded = await heading('Confirm Payment');
  expect(loaded).not.toBe(loading);
  await waitFor(() => expect(document.activeElement).toBe(loaded));
});
