import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react/pure';
import { viewChatList } from '#shared/api/chat.ts';
import { viewTopUserContacts, viewUserContactRequests } from '#shared/api/contacts.ts';
import { viewOrderMessages } from '#shared/api/conversation-messages.ts';
import { viewOrder } from '#shared/api/conversations.ts';
import type { OperationSpec } from '#shared/api/operation.ts';
import type { ReadHint } from '#shared/live.ts';
import { setLive } from '#web/api/is-live.ts';
import { HintedScreens } from '#web/features/live/show-hint.ts';
import { paths } from '#web/paths.ts';
import { callsOf, openScreen, serve, success } from '../open-screen.ts';
import { ana, ben, contactRow, message, NOW } from '../screen-fixtures.ts';

/* A hint that comes while the screen that it is about loads for the first time, from before the change. No page polls. */

let hinted: HintedScreens;

beforeEach(() => {
  setLive(true);
  hinted = new HintedScreens(ana.id, () => undefined);
});
afterEach(() => {
  hinted.stop();
  setLive(false);
});

/** Opens a screen whose first load of this operation was answered before the change, and shows a hint before that response. */
async function openWithHint(
  address: string,
  operation: OperationSpec,
  { before, after, hint }: { before: () => Response; after: () => Response; hint: ReadHint },
): Promise<void> {
  let respond = () => {};
  const held = new Promise<void>((resolve) => {
    respond = resolve;
  });
  serve(operation, async () => {
    await held;
    return before();
  });
  await openScreen(address, ana);
  await waitFor(() => expect(callsOf(operation)).not.toHaveLength(0));
  serve(operation, after);
  await act(async () => hinted.show(hint));
  await act(async () => respond());
}

describe('a hint during the first load', () => {
  test('of a conversation shows its new status', async () => {
    const sent = { senderId: ana.id, senderName: ana.fullName };
    const order = { ...message, ...sent, recipientId: ben.id, recipientName: ben.fullName };
    serve(viewOrderMessages, () => success(viewOrderMessages, { pageTotal: 0, data: [] }));
    await openWithHint(paths.orderViewer(order.id), viewOrder, {
      before: () => success(viewOrder, { data: [order] }),
      after: () => success(viewOrder, { data: [{ ...order, status: 'OPEN' }] }),
      hint: { kind: 'conversation', conversationId: order.id, side: 'order' },
    });
    await screen.findByText('Conversation remains open');
  });

  test('of the list of chats shows the new message', async () => {
    const chatId = '01J0000000000000000000000C';
    const listWith = (description: string) =>
      success(viewChatList, {
        pageTotal: 1,
        data: [
          {
            id: chatId,
            name: ben.fullName,
            description,
            avatar: null,
            unread: 0,
            dateTimeModified: NOW,
            direct: true,
            userId: ben.id,
            deleted: false,
            blocked: false,
            memberCount: 2,
            ownerId: null,
            muted: false,
          },
        ],
      });
    const contacts = { pageTotal: 1, data: [contactRow(1)] };
    serve(viewTopUserContacts, () => success(viewTopUserContacts, contacts));
    serve(viewUserContactRequests, () => success(viewUserContactRequests, { data: [] }));
    await openWithHint(paths.chat(), viewChatList, {
      before: () => listWith('Before'),
      after: () => listWith('After'),
      hint: { kind: 'chatMessage', chatId, number: 2, message: undefined },
    });
    await screen.findByText('After');
  });
});
