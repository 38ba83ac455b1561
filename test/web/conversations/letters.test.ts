import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react/pure';
import { viewInboxMessages, viewOrderMessages } from '#shared/api/conversation-messages.ts';
import { viewInbox, viewOrder } from '#shared/api/conversations.ts';
import { PAGE_SIZE } from '#shared/api/paging.ts';
import { HOUR, later, MINUTE } from '#shared/time.ts';
import type { Conversation, Message } from '#web/features/conversations/conversation.ts';
import { paths } from '#web/paths.ts';
import { type Call, openScreen, serve, success } from '../open-screen.ts';
import { ana, ben, message, NOW } from '../screen-fixtures.ts';

/* The letters of a thread: their names after a claim, and their place above many replies. docs/product/conversations.md#claims */

const FIRST = 'It is the paper from the court.';
const BETTER = 'It’s the certified copy of the lease.';

const letter = (id: string, kind: Message['kind'], body: string, sentAt = NOW): Message => ({
  id: `01J00000000000000000000L${id}`,
  kind,
  body: `<p>${body}</p>`,
  dateTimeSent: sentAt,
  senderId: ana.id,
  senderName: ana.fullName,
  senderAvatar: null,
  messageRead: false,
  dateTimeRead: null,
});

const first = letter('01', 'PAID_RESPONSE', FIRST);
const better = letter('02', 'IMPROVED_ANSWER', BETTER, later(NOW, HOUR));

const claim: Conversation['claim'] = {
  state: 'ACCEPTED',
  reason: 'NOT_ADDRESSED',
  text: 'I asked about the lease.',
  claimedAt: NOW,
  until: null,
  improvedAt: better.dateTimeSent,
  contest: null,
  decisionReason: null,
  endedAt: NOW,
  frozen: null,
  actions: [],
};

async function openThread(viewer: typeof ana, messages: Message[], more: Partial<Conversation>) {
  const conversation = { ...message, status: 'OPEN', moneyState: 'CHARGED', ...more } as const;
  serve(viewInbox, () => success(viewInbox, { data: [conversation] }));
  serve(viewOrder, () => success(viewOrder, { data: [conversation] }));
  const pageAt = ({ input }: Call) => {
    const skip = Number(input.get('skip') ?? 0);
    const data = messages.slice(skip, skip + PAGE_SIZE);
    const more = skip + PAGE_SIZE < messages.length;
    return { pageTotal: messages.length, data, ...(more && { cursor: 'more' }) };
  };
  serve(viewInboxMessages, (asked) => success(viewInboxMessages, pageAt(asked)));
  serve(viewOrderMessages, (asked) => success(viewOrderMessages, pageAt(asked)));
  await openScreen(
    viewer === ana ? paths.inboxViewer(message.id) : paths.orderViewer(message.id),
    viewer,
  );
}

async function letterWith(text: string) {
  const article = (await screen.findByText(text)).closest('article');
  if (!article) throw new Error(`“${text}” is in no letter`);
  return within(article);
}

test.each([
  ['recipient', ana],
  ['sender', ben],
])(
  'the %s reads on each letter whether it is the first or the improved answer',
  async (_, viewer) => {
    await openThread(viewer, [better, first], { claim });
    const improved = await letterWith(BETTER);
    improved.getByText('Improved answer');
    improved.getByRole('img', { name: /^Postmark: improved on/ });
    const earlier = await letterWith(FIRST);
    earlier.getByText('First answer');
    earlier.getByRole('img', { name: /^Postmark: answered on/ });
  },
);

test('an answer that was not improved is not labeled as the first answer', async () => {
  await openThread(ben, [first], { claim: { ...claim, improvedAt: null } });
  expect((await letterWith(FIRST)).queryByText('First answer')).toBeNull();
});

test('the answers stay above many replies, also after a clarifying question and an improvement', async () => {
  const before = [
    letter('91', 'QUESTION', 'Which paper is it?', later(NOW, -9 * MINUTE)),
    letter('92', 'CLARIFICATION', 'Which court?', later(NOW, -8 * MINUTE)),
    letter('93', 'CLARIFICATION_REPLY', 'The one in Kent.', later(NOW, -7 * MINUTE)),
  ];
  const replies = Array.from({ length: PAGE_SIZE }, (_, nth) =>
    letter(`${nth + 10}`, 'REPLY', `Reply ${nth + 1}`, later(NOW, 2 * HOUR + nth * MINUTE)),
  );
  const newestFirst = [...before, first, better, ...replies].reverse();
  await openThread(ben, newestFirst, { claim });
  await letterWith(BETTER);
  await letterWith(FIRST);
  await letterWith('Which paper is it?');
  screen.getByRole('button', { name: 'Show earlier replies' });
  expect(screen.queryByText('Which court?')).toBeNull();
});
