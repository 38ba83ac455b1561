import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react/pure';
import { viewInboxMessages, viewOrderMessages } from '#shared/api/conversation-messages.ts';
import { viewInbox, viewOrder } from '#shared/api/conversations.ts';
import { paths } from '#web/paths.ts';
import { openScreen, serve, success } from '../open-screen.ts';
import { ana, ben, message } from '../screen-fixtures.ts';

/* An open conversation, for the side that blocked the other. docs/product/contacts.md#blocking */

const nothing = { pageTotal: 0, data: [] };

function serveConversation(blocked: boolean) {
  const seen = { ...message, status: 'OPEN' as const, blocked };
  serve(viewInbox, () => success(viewInbox, { data: [seen] }));
  serve(viewOrder, () => success(viewOrder, { data: [seen] }));
  serve(viewInboxMessages, () => success(viewInboxMessages, nothing));
  serve(viewOrderMessages, () => success(viewOrderMessages, nothing));
}

const VIEWERS = [
  ['recipient', paths.inboxViewer(message.id), message.recipientId, message.senderName],
  ['sender', paths.orderViewer(message.id), message.senderId, message.recipientName],
] as const;

test.each(VIEWERS)(
  'the %s who blocked the other side reads that nothing more is shown, and can unblock',
  async (_side, address, viewerId, partner) => {
    serveConversation(true);
    await openScreen(address, viewerId === ana.id ? ana : ben);
    const name = partner.split(' ')[0];
    await screen.findByText(
      `You blocked ${name}. What they write here since then isn’t shown to you.`,
    );
    screen.getByRole('button', { name: 'Unblock' });
    expect(screen.queryByRole('link', { name: 'Reply for free' })).toBeNull();
  },
);

test.each(VIEWERS)(
  'the %s who blocked nobody can reply',
  async (_side, address, viewerId, _partner) => {
    serveConversation(false);
    await openScreen(address, viewerId === ana.id ? ana : ben);
    await screen.findByRole('link', { name: 'Reply for free' });
    expect(screen.queryByRole('button', { name: 'Unblock' })).toBeNull();
  },
);
