import { beforeEach, describe, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react/pure';
import { viewPaymentMethod } from '#shared/api/billing.ts';
import { createInbox } from '#shared/api/conversation-payments.ts';
import { declineInbox, viewInbox } from '#shared/api/conversations.ts';
import { saveDraft, viewDraft } from '#shared/api/drafts.ts';
import { checkPendingInbox } from '#shared/api/pending-inbox.ts';
import { viewUserProfile } from '#shared/api/profiles.ts';
import { LOST_RESPONSE } from '#web/api/client.ts';
import { paths } from '#web/paths.ts';
import { callsOf, openScreen, refusal, serve, success } from '../open-screen.ts';
import { ana, ben, bensProfile, message, NOW } from '../screen-fixtures.ts';

/* A user leaves a form while its request is under way. */

beforeEach(() => serve(viewInbox, () => success(viewInbox, { data: [message] })));

/** The link in the header of the page; a wide screen has one at the side. */
const settingsLink = () =>
  within(screen.getByRole('banner')).getByRole('link', { name: 'Settings' });

/** Sends the form that declines a message, and opens the settings before the response arrives. */
async function leaveWhileSending() {
  let respond = (_: Response) => {};
  serve(declineInbox, () => new Promise<Response>((resolve) => (respond = resolve)));
  const opened = await openScreen(paths.decline(message.id), ana);
  await opened.user.click(await screen.findByRole('button', { name: 'Decline' }));
  await waitFor(() => expect(callsOf(declineInbox)).toHaveLength(1));
  await opened.user.click(settingsLink());
  await screen.findByRole('heading', { level: 1, name: 'Settings' });
  return { ...opened, respond: (response: Response) => act(async () => respond(response)) };
}

test('a user who left a form while it was being sent stays where they are and is told that it was sent', async () => {
  const { respond, pathname } = await leaveWhileSending();
  await respond(success(declineInbox, {}));
  await screen.findByText('Declined. Ben wasn’t charged.');
  expect(pathname()).toBe(paths.settings());
});

test('a user who left a form while it was being sent is told if nobody knows whether it was sent', async () => {
  const { respond, pathname } = await leaveWhileSending();
  await respond(refusal('INTERNAL'));
  // The app asks once more by itself.
  await waitFor(() => expect(callsOf(declineInbox)).toHaveLength(2));
  await respond(refusal('INTERNAL'));
  await screen.findByText(`There was an error while declining the letter. ${LOST_RESPONSE}`);
  expect(pathname()).toBe(paths.settings());
});

describe('a sender who left the payment of a message', () => {
  async function leaveWhilePaying() {
    let respond = (_: Response) => {};
    const draft = {
      id: '01J0000000000000000000000D',
      version: 1,
      recipientId: ben.id,
      messageSubject: 'Dry winters',
      messageText: `<p>${'How dry is dry? '.repeat(9)}</p>`,
      modifiedAt: NOW,
      expiresAt: NOW,
    };
    const card = { id: 'pm_1', cardBrand: 'visa', cardLastFour: '4242' };
    serve(viewUserProfile, () => success(viewUserProfile, { data: [bensProfile] }));
    serve(viewDraft, () => success(viewDraft, { data: [draft] }));
    serve(viewPaymentMethod, () => success(viewPaymentMethod, { data: [card] }));
    serve(createInbox, () => new Promise<Response>((resolve) => (respond = resolve)));
    const opened = await openScreen(paths.inboxPayment(ben.id), ana);
    await opened.user.click(await screen.findByRole('button', { name: 'Submit Order' }));
    await waitFor(() => expect(callsOf(createInbox)).toHaveLength(1));
    await opened.user.click(settingsLink());
    await screen.findByRole('heading', { level: 1, name: 'Settings' });
    return { ...opened, respond: (response: Response) => act(async () => respond(response)) };
  }

  test('stays where they are and is told that it was sent', async () => {
    const { respond, pathname } = await leaveWhilePaying();
    const sent = { ...message, senderId: ana.id, recipientId: ben.id, recipientName: ben.fullName };
    await respond(success(createInbox, { data: [sent] }));
    await screen.findByText('Your letter to Ben Okafor is paid for and sent.');
    expect(pathname()).toBe(paths.settings());
  });

  test('is told that the payment did not finish', async () => {
    const { respond, pathname } = await leaveWhilePaying();
    await respond(refusal('CARD_DECLINED'));
    await screen.findByText(/^Your payment for the letter to Ben Okafor isn’t finished/);
    expect(pathname()).toBe(paths.settings());
  });
});

test('a sender who left a new message while its draft was being saved is not led to its payment', async () => {
  let respond = (_: Response) => {};
  // The app keeps the draft to Ben in memory, as it was left above.
  const cara = { ...bensProfile, id: '01J0000000000000000000000C' };
  const [subject, text] = ['Dry winters', `<p>${'How dry is dry? '.repeat(20)}</p>`];
  serve(viewUserProfile, () => success(viewUserProfile, { data: [cara] }));
  serve(checkPendingInbox, () => success(checkPendingInbox, { hasPendingInbox: false }));
  serve(viewDraft, () => success(viewDraft, { data: [] }));
  serve(saveDraft, () => new Promise<Response>((resolve) => (respond = resolve)));
  localStorage.setItem(`createInbox_messageSubject:${cara.id}`, subject);
  localStorage.setItem(`createInbox_messageText:${cara.id}`, text);
  const { user, pathname } = await openScreen(paths.createInbox(cara.id), ana);
  await screen.findByRole('textbox', { name: 'Message' });
  await user.click(screen.getByRole('button', { name: 'Continue to Payment' }));
  await waitFor(() => expect(callsOf(saveDraft)).toHaveLength(1));
  await user.click(settingsLink());
  await screen.findByRole('heading', { level: 1, name: 'Settings' });
  const saved = {
    id: '01J0000000000000000000000D',
    version: 1,
    recipientId: cara.id,
    messageSubject: subject,
    messageText: text,
    modifiedAt: NOW,
    expiresAt: NOW,
  };
  await act(async () => respond(success(saveDraft, { data: [saved] })));
  expect(pathname()).toBe(paths.settings());
});
