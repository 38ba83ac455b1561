import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react/pure';
import { viewInboxMessages, viewOrderMessages } from '../../../shared/api/conversation-messages.ts';
import { viewInbox, viewOrder } from '../../../shared/api/conversations.ts';
import { HOUR, later } from '../../../shared/time.ts';
import type {
  Conversation,
  Message,
} from '../../../web/src/features/conversations/conversation.ts';
import { paths } from '../../../web/src/paths.ts';
import { openScreen, serve, success } from '../open-screen.ts';
import { ana, ben, message, NOW } from '../screen-fixtures.ts';

/* The letters of a conversation whose answer was improved after a claim. docs/product/conversations.md#claims */

const FIRST = 'It is the paper from the court.';
const BETTER = 'It is the certified copy of the lease.';

const letter = (id: string, kind: Message['kind'], body: string, sentAt = NOW): Message => ({
  ...{ id: `01J00000000000000000000L${id}`, kind, body: `<p>${body}</p>`, dateTimeSent: sentAt },
  ...{ senderId: ana.id, senderName: ana.fullName, senderAvatar: null },
  ...{ messageRead: false, dateTimeRead: null },
});

const first = letter('01', 'PAID_RESPONSE', FIRST);
const better = letter('02', 'IMPROVED_ANSWER', BETTER, later(NOW, HOUR));

const claim: Conversation['claim'] = {
  ...{ state: 'ACCEPTED', reason: 'NOT_ADDRESSED', text: 'I asked about the lease.' },
  ...{ claimedAt: NOW, until: null, improvedAt: better.dateTimeSent, contest: null },
  ...{ decisionReason: null, endedAt: NOW, frozen: null, actions: [] },
};

async function openThread(viewer: typeof ana, messages: Message[], more: Partial<Conversation>) {
  const conversation = { ...message, status: 'OPEN', moneyState: 'CHARGED', ...more } as const;
  serve(viewInbox, () => success(viewInbox, { data: [conversation] }));
  serve(viewOrder, () => success(viewOrder, { data: [conversation] }));
  const page = { pageTotal: messages.length, data: messages };
  serve(viewInboxMessages, () => success(viewInboxMessages, page));
  serve(viewOrderMessages, () => success(viewOrderMessages, page));
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

test('an answer that was not improved is only the answer', async () => {
  await openThread(ben, [first], { claim: { ...claim, improvedAt: null } });
  expect((await letterWith(FIRST)).queryByText('First answer')).toBeNull();
});
