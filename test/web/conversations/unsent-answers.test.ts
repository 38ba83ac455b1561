import { beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react/pure';
import { viewInboxList } from '#shared/api/conversation-lists.ts';
import { createInboxMessage, viewInboxMessages } from '#shared/api/conversation-messages.ts';
import { viewInbox } from '#shared/api/conversations.ts';
import { OUTBOX_KEY } from '#web/api/outbox-key.ts';
import {
  keepUnsent,
  sendUnsentAnswers,
} from '#web/features/conversations/answers/unsent-answers.ts';
import type { Message } from '#web/features/conversations/conversation.ts';
import { paths } from '#web/paths.ts';
import { callsOf, lost, openScreen, refusal, serve, success } from '../open-screen.ts';
import { ana, ben, inboxRow, message, NOW } from '../screen-fixtures.ts';

/* Paid answers that are sent without a connection. docs/product/conversations.md#answers-without-a-connection */

const LONG = `<p>${'Dear Ben, the paper she meant is the certified copy. '.repeat(5)}</p>`;
const KEY = 'the-key-of-the-answer';
const { id } = inboxRow(1);

const letter: Message = {
  id: '01J0000000000000000000000Q',
  kind: 'QUESTION',
  body: '<p>My question</p>',
  senderId: ben.id,
  senderName: ben.fullName,
  senderAvatar: null,
  dateTimeSent: NOW,
  messageRead: true,
  dateTimeRead: NOW,
};

let online: boolean;
const kept = () => JSON.parse(localStorage.getItem(OUTBOX_KEY) ?? '[]');
const said = () => document.getElementById('page')?.textContent ?? '';

/** Restores the connection. */
async function reconnect() {
  online = true;
  await act(async () => {
    window.dispatchEvent(new Event('online'));
    await sendUnsentAnswers();
  });
}

/** An answer that waits in the outbox of the signed-in user. */
const keep = () =>
  keepUnsent({
    inboxId: id,
    key: KEY,
    name: 'Ben',
    answer: { messageBody: LONG, conversationStatus: 'OPEN', declaration: 'SELF' },
  });

beforeAll(async () => {
  // The form loads when it is opened, and compiling it takes longer than a test waits.
  await import('#web/features/conversations/pages/answer/AnswerPanel.tsx');
  await import('#web/features/conversations/pages/inbox/AfterAnswer.tsx');
  await import('#web/ui/RichTextSurface.tsx');
});

beforeEach(() => {
  online = true;
  sessionStorage.clear();
  jest.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online);
  jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  const conversation = { ...message, id, subject: 'Question 1' };
  serve(viewInboxList, () =>
    success(viewInboxList, { data: [inboxRow(1)], pageTotal: 1 } as never),
  );
  serve(viewInbox, () => success(viewInbox, { data: [conversation] }));
  serve(viewInboxMessages, () => success(viewInboxMessages, { data: [letter], pageTotal: 1 }));
  serve(createInboxMessage, () => (online ? accepted() : lost()));
});

const accepted = () =>
  success(createInboxMessage, { data: [{ ...letter, kind: 'PAID_RESPONSE' }] });

/** Answers the letter of the session while there is no connection. */
async function answerOffline() {
  localStorage.setItem(`paidReply_${id}`, LONG);
  localStorage.setItem(`paidReplyDeclaration_${id}`, 'SELF');
  const opened = await openScreen(paths.answer(), ana);
  await screen.findByRole('heading', { name: 'Question 1' });
  online = false;
  await opened.user.click(screen.getByRole('button', { name: /^Answer and earn/ }));
  await opened.user.click(await screen.findByRole('button', { name: /^Send and earn/ }));
  return opened;
}

describe('an answer without a connection', () => {
  test('is kept on the device, and counts as waiting', async () => {
    await answerOffline();
    await screen.findByText('1 answer isn’t sent yet');
    expect(said()).toContain('Earned in this session $0.00 · $22.00 still waiting');
    expect(kept()).toMatchObject([{ inboxId: id, state: 'waiting', writerId: ana.id }]);
    expect(localStorage.getItem(`paidReply_${id}`)).toBe(LONG);
  });

  test('is sent with its key when the connection is back, and then counts as earned', async () => {
    await answerOffline();
    await screen.findByText('1 answer isn’t sent yet');
    const [{ localId: key }] = kept();
    await reconnect();
    await waitFor(() => expect(said()).toContain('Earned in this session $22.00'));
    // Those before found no connection.
    expect(new Set(callsOf(createInboxMessage).map((call) => call.key))).toEqual(new Set([key]));
    expect(kept()).toEqual([]);
    expect(localStorage.getItem(`paidReply_${id}`)).toBeNull();
    expect(localStorage.getItem(`paidReplyDeclaration_${id}`)).toBeNull();
  });

  test('returns to the form with its text and the reason if it is refused', async () => {
    await answerOffline();
    await screen.findByText('1 answer isn’t sent yet');
    serve(createInboxMessage, () => refusal('WRONG_STATUS'));
    await reconnect();
    await screen.findByText('Your answer to Ben wasn’t sent');
    expect(said()).toContain('Your text is kept.');
    expect(kept()).toMatchObject([{ state: 'failed', unconfirmed: false }]);
    expect(localStorage.getItem(`paidReply_${id}`)).toBe(LONG);
    const { length } = callsOf(createInboxMessage);
    await reconnect();
    expect(callsOf(createInboxMessage)).toHaveLength(length);
  });
});

test('an answer is sent if requests arrive although the browser claims to be offline', async () => {
  serve(createInboxMessage, accepted);
  await answerOffline();
  await waitFor(() => expect(said()).toContain('Earned in this session $22.00'));
  expect(kept()).toEqual([]);
});

/** Opens the form of the answer, which was written before, and sends it. */
async function sendFromForm() {
  localStorage.setItem(`paidReply_${id}`, LONG);
  localStorage.setItem(`paidReplyDeclaration_${id}`, 'SELF');
  const { user } = await openScreen(paths.paidReply(id), ana);
  await user.click(await screen.findByRole('button', { name: /^Send and earn/ }));
}

test('an answer whose response is lost with the connection is kept under the key with which it was sent', async () => {
  serve(createInboxMessage, () => {
    online = false;
    return lost();
  });
  await sendFromForm();
  await waitFor(() => expect(kept()).toHaveLength(1));
  serve(createInboxMessage, () =>
    success(createInboxMessage, { data: [{ ...letter, kind: 'PAID_RESPONSE' }] }),
  );
  await reconnect();
  const keys = callsOf(createInboxMessage).map(({ key }) => key);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
  expect(kept()).toEqual([]);
});

test('an answer that was refused leaves the outbox when it is sent from its form', async () => {
  const first = await openScreen(paths.savedReplies(), ana);
  keep();
  const refused = kept().map((one: object) => ({ ...one, state: 'failed' }));
  localStorage.setItem(OUTBOX_KEY, JSON.stringify(refused));
  first.close();
  await sendFromForm();
  await waitFor(() => expect(callsOf(createInboxMessage)).toHaveLength(1));
  await waitFor(() => expect(kept()).toEqual([]));
});

describe('the outbox of answers', () => {
  const signIn = () => openScreen(paths.savedReplies(), ana);

  test('sends an answer once, however often sending is requested', async () => {
    await signIn();
    keep();
    await act(async () => {
      await Promise.all([sendUnsentAnswers(), sendUnsentAnswers()]);
      await sendUnsentAnswers();
    });
    expect(callsOf(createInboxMessage).map(({ key }) => key)).toEqual([KEY]);
  });

  test.each([
    ['a lost response', lost],
    ['a fault', () => refusal('INTERNAL')],
    ['a limit', () => refusal('TOO_MANY_REQUESTS')],
  ])('keeps an answer after %s and sends it again with the same key', async (_, answer) => {
    await signIn();
    keep();
    serve(createInboxMessage, answer);
    await act(() => sendUnsentAnswers());
    expect(kept()).toMatchObject([{ localId: KEY, state: 'failed' }]);
    serve(createInboxMessage, () =>
      success(createInboxMessage, { data: [{ ...letter, kind: 'PAID_RESPONSE' }] }),
    );
    await act(() => sendUnsentAnswers());
    expect(new Set(callsOf(createInboxMessage).map(({ key }) => key))).toEqual(new Set([KEY]));
    expect(kept()).toEqual([]);
  });

  test('does not send the answers of another user', async () => {
    await signIn();
    keep();
    localStorage.setItem(
      OUTBOX_KEY,
      JSON.stringify(kept().map((one: object) => ({ ...one, writerId: ben.id }))),
    );
    await act(() => sendUnsentAnswers());
    expect(callsOf(createInboxMessage)).toEqual([]);
    expect(kept()).toHaveLength(1);
  });
});

test('the form of an answer that waits says so, and can take it back with its text', async () => {
  const first = await openScreen(paths.savedReplies(), ana);
  keep();
  localStorage.setItem(`paidReply_${id}`, LONG);
  first.close();
  online = false;
  const { user } = await openScreen(paths.paidReply(id), ana);
  await screen.findByText('Will be sent when you’re back online');
  await user.click(screen.getByRole('button', { name: 'Take it back and edit it' }));
  const editor = await screen.findByRole('textbox', { name: /Your answer to Ben/ });
  expect(editor.textContent).toContain('Dear Ben');
  expect(kept()).toEqual([]);
});

test('signing out asks for confirmation while an answer is not sent', async () => {
  const first = await openScreen(paths.savedReplies(), ana);
  keep();
  first.close();
  online = false;
  const { user, pathname } = await openScreen(paths.logout(), ana);
  await user.click(
    await screen.findByRole('button', { name: 'Sign out and delete what isn’t sent' }),
  );
  await waitFor(() => expect(pathname()).toBe(paths.login()));
  expect(localStorage.getItem(OUTBOX_KEY)).toBeNull();
});

test('signing out asks for confirmation while this device has an unsent draft of an answer', async () => {
  localStorage.setItem(`paidReply_${id}`, LONG);
  const { user, pathname } = await openScreen(paths.logout(), ana);
  await user.click(await screen.findByRole('button', { name: 'Sign out and delete draft' }));
  await waitFor(() => expect(pathname()).toBe(paths.login()));
  expect(localStorage.getItem(`paidReply_${id}`)).toBeNull();
});
