import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react/pure';
import { viewInboxMessages, viewOrderMessages } from '#shared/api/conversation-messages.ts';
import { viewInbox, viewOrder } from '#shared/api/conversations.ts';
import { takeBackThanks, thankRecipient } from '#shared/api/thanks.ts';
import { DAY, later } from '#shared/time.ts';
import { paths } from '#web/paths.ts';
import { callsOf, openScreen, refusal, serve, success } from '../open-screen.ts';
import { ana, ben, type Conversation, message, NOW } from '../screen-fixtures.ts';

/* Thanks under an answer, and for whoever answered. docs/product/conversations.md#thanks */

const answered: Conversation = {
  ...message,
  status: 'OPEN',
  moneyState: 'CHARGED',
  timeline: [
    { event: 'PAID', at: NOW, moneyState: 'HELD' },
    { event: 'ANSWERED', at: NOW, moneyState: 'CHARGED' },
  ],
};
const SENTENCE = 'The clerk took the copy, and I slept.';
const answer = {
  id: '01J000000000000000000000AN',
  kind: 'PAID_RESPONSE' as const,
  senderId: ana.id,
  senderName: ana.fullName,
  senderAvatar: null,
  body: '<p>Send it by registered mail.</p>',
  dateTimeSent: NOW,
  messageRead: true,
  dateTimeRead: NOW,
};

/** Serves a letter of which the server remembers what was said in thanks. */
function serveLetter(more: Partial<Conversation> = {}) {
  let letter: Conversation = { ...answered, ...more };
  serve(viewOrder, () => success(viewOrder, { data: [letter] }));
  serve(viewInbox, () => success(viewInbox, { data: [letter] }));
  const messages = { data: [answer], pageTotal: 1 };
  serve(viewOrderMessages, () => success(viewOrderMessages, messages));
  serve(viewInboxMessages, () => success(viewInboxMessages, messages));
  serve(thankRecipient, ({ input }) => {
    letter = { ...letter, thanks: { at: NOW, text: input.get('text') || null } };
    return success(thankRecipient, {});
  });
  serve(takeBackThanks, () => {
    const { thanks: _, ...rest } = letter;
    letter = rest;
    return success(takeBackThanks, {});
  });
}

const until = later(NOW, 29 * DAY);
const asSender = () => openScreen(paths.orderViewer(answered.id), ben);
const card = async () => within(await screen.findByRole('region', { name: 'Thanks' }));

describe('the sender of an answered letter', () => {
  test('says thanks with one tap and adds a sentence', async () => {
    serveLetter({ thankUntil: until });
    const { user } = await asSender();
    (await card()).getByText(/^Until /);
    await user.click(await screen.findByRole('button', { name: 'Say thanks' }));
    await screen.findByText('Ana will see that it helped.');
    const sentence = screen.getByRole('textbox', { name: 'One sentence, if you like' });
    expect(document.activeElement).toBe(sentence);
    await user.type(sentence, SENTENCE);
    await user.click(screen.getByRole('button', { name: 'Send to Ana' }));
    await screen.findByText('You thanked Ana today');
    (await card()).getByText(`“${SENTENCE}”`);
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Thanks' }));
    expect(callsOf(thankRecipient).map(({ input }) => input.get('text'))).toEqual(['', SENTENCE]);
  });

  test('is done without a sentence, and can undo the tap', async () => {
    serveLetter({ thankUntil: until });
    const { user } = await asSender();
    await user.click(await screen.findByRole('button', { name: 'Say thanks' }));
    await user.click(await screen.findByRole('button', { name: 'Done' }));
    await screen.findByText('You thanked Ana today');
    await user.click(screen.getByRole('button', { name: 'Add a sentence' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByText('Did this help?');
    expect(callsOf(takeBackThanks)).toHaveLength(1);
  });

  test('can only take it back after 30 days', async () => {
    serveLetter({ thanks: { at: NOW, text: SENTENCE } });
    const { user } = await asSender();
    await screen.findByText(/The 30 days are over/);
    expect(screen.queryByRole('button', { name: 'Change' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Take it back' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Thanks' })).toBeNull());
  });

  test('sees no card once the time is over', async () => {
    serveLetter();
    await asSender();
    await screen.findByText('Send it by registered mail.');
    expect(screen.queryByRole('region', { name: 'Thanks' })).toBeNull();
  });

  test('is told if it was not saved', async () => {
    serveLetter({ thankUntil: until });
    serve(thankRecipient, () => refusal('WRONG_STATUS'));
    const { user } = await asSender();
    await user.click(await screen.findByRole('button', { name: 'Say thanks' }));
    const told = await (await card()).findByRole('alert');
    await waitFor(() => expect(told.textContent).not.toBe(''));
  });
});

test('whoever answered reads the thanks above the letter', async () => {
  serveLetter({ thanks: { at: NOW, text: SENTENCE } });
  await openScreen(paths.inboxViewer(answered.id), ana);
  const thanks = await card();
  await waitFor(() => thanks.getByText('Ben says thanks'));
  thanks.getByText(`“${SENTENCE}”`);
});
