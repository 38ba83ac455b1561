import { beforeEach, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react/pure';
import { viewInboxMessages } from '#shared/api/conversation-messages.ts';
import { viewInbox } from '#shared/api/conversations.ts';
import { HOUR, later } from '#shared/time.ts';
import type { Message } from '#web/features/conversations/conversation.ts';
import { paths } from '#web/paths.ts';
import { openScreen, serve, success } from '../open-screen.ts';
import { ana, ben, type Conversation, message, NOW } from '../screen-fixtures.ts';

/* What a recipient reads beside the editor of an answer. */

const written = (kind: Message['kind'], by: typeof ana, words: string, hours: number): Message => ({
  id: `${message.id}${kind}`,
  kind,
  body: `<p>${words}</p>`,
  senderId: by.id,
  senderName: by.fullName,
  senderAvatar: null,
  dateTimeSent: later(NOW, (hours - 24) * HOUR),
  messageRead: true,
  dateTimeRead: NOW,
});
const ANSWER = 'Take the copy with you.';
const messages = [
  written('PAID_RESPONSE', ana, ANSWER, 3),
  written('CLARIFICATION_REPLY', ben, 'The one in Albany.', 2),
  written('CLARIFICATION', ana, 'Which office is it?', 1),
  written('QUESTION', ben, 'They say that one paper is missing.', 0),
];
const said = () => document.getElementById('page')?.textContent ?? '';
const read = (data: Message[], changes: Partial<Conversation> = {}) => {
  serve(viewInbox, () => success(viewInbox, { data: [{ ...message, ...changes }] }));
  serve(viewInboxMessages, () => success(viewInboxMessages, { data, pageTotal: data.length }));
};

beforeEach(() => read(messages.slice(1)));

test('the strip above a paid answer unfolds the question, the clarifying question and its reply', async () => {
  const { user } = await openScreen(paths.paidReply(message.id), ana);
  const strip = await screen.findByRole('button', { name: /Show$/ });
  expect(strip.getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByText('The one in Albany.')).toBeNull();
  await user.click(strip);
  await screen.findByText('The one in Albany.');
  const order = [
    'They say that',
    'Which office is it?',
    'The one in Albany.',
    'Your answer to Ben',
  ];
  const places = order.map((words) => said().indexOf(words));
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((one, other) => one - other));
});

test('the counter of a paid answer says how many characters are missing', async () => {
  localStorage.setItem(`paidReply_${message.id}`, '<p>Too short.</p>');
  await openScreen(paths.paidReply(message.id), ana);
  await screen.findByText('190 more characters');
});

test('the editor of an improved answer starts with the answer that it improves', async () => {
  const until = later(NOW, HOUR);
  const claim: Conversation['claim'] = {
    state: 'OPEN',
    reason: 'NOT_ADDRESSED',
    text: 'It says nothing about the letter.',
    claimedAt: NOW,
    until,
    improvedAt: null,
    contest: null,
    decisionReason: null,
    endedAt: null,
    frozen: null,
    actions: ['improve'],
  };
  read(messages, { status: 'OPEN', moneyState: 'CHARGED', claim });
  await openScreen(paths.improveAnswer(message.id), ana);
  const editor = await screen.findByRole('textbox', { name: 'Your improved answer to Ben' });
  expect(editor.textContent).toBe(ANSWER);
});
