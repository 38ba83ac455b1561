import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react/pure';
import { viewOrderMessages } from '#shared/api/conversation-messages.ts';
import { viewOrder } from '#shared/api/conversations.ts';
import { nudgeRecipient } from '#shared/api/nudges.ts';
import { DAY, instant, later, MINUTE } from '#shared/time.ts';
import { LOST_RESPONSE } from '#web/api/client.ts';
import { paths } from '#web/paths.ts';
import { callsOf, lost, openScreen, serve, success } from '../open-screen.ts';
import { ana, type Conversation, message } from '../screen-fixtures.ts';

/* The button with which the sender of a message reminds its recipient. */

/** An order of Ana to Ben, with so many days left. */
function orderOf(daysLeft: number, changes: Partial<Conversation> = {}): Conversation {
  const deadlineAt = later(instant(Date.now()), daysLeft * DAY);
  const { senderId, senderName, recipientId, recipientName } = message;
  return {
    ...message,
    senderId: recipientId,
    senderName: recipientName,
    recipientId: senderId,
    recipientName: senderName,
    deadlineAt,
    ...changes,
  };
}

async function openOrder(daysLeft: number, changes: Partial<Conversation> = {}) {
  const order = orderOf(daysLeft, changes);
  serve(viewOrder, () => success(viewOrder, { data: [order] }));
  serve(viewOrderMessages, () => success(viewOrderMessages, { pageTotal: 0, data: [] }));
  const opened = await openScreen(paths.orderViewer(message.id), ana);
  await screen.findByRole('link', { name: 'Cancel order' });
  return opened;
}

const button = () => screen.queryByRole('button', { name: /^Remind / });

test('an order of five days has a button that reminds the recipient once, after a confirmation', async () => {
  serve(nudgeRecipient, () => success(nudgeRecipient, {}));
  const { user } = await openOrder(5 - MINUTE / DAY);
  await user.click(await screen.findByRole('button', { name: 'Remind Ben' }));
  await screen.findByText(/You can do this once/);
  expect(callsOf(nudgeRecipient)).toEqual([]);
  const [, confirm] = screen.getAllByRole('button', { name: 'Remind Ben', hidden: true });
  await user.click(confirm as HTMLElement);
  await waitFor(() => expect(callsOf(nudgeRecipient)).toHaveLength(1));
  await screen.findByText('Reminder noted. The timeline says what was sent to Ben.');
});

test('the title of the order has the focus when the button is gone after a reminder', async () => {
  serve(nudgeRecipient, () => success(nudgeRecipient, {}));
  const { user } = await openOrder(4);
  await user.click(await screen.findByRole('button', { name: 'Remind Ben' }));
  const timeline = [
    { event: 'NUDGED' as const, at: message.timeReceived, moneyState: 'HELD' as const },
  ];
  serve(viewOrder, () => success(viewOrder, { data: [orderOf(4, { timeline })] }));
  const [, confirm] = await screen.findAllByRole('button', { name: 'Remind Ben', hidden: true });
  await user.click(confirm as HTMLElement);
  await waitFor(() => expect(button()).toBeNull());
  const title = screen.getByRole('heading', { level: 1, name: message.subject });
  await waitFor(() => expect(document.activeElement).toBe(title));
});

test('a reminder that could not be sent shows the reason, and can be sent again', async () => {
  serve(nudgeRecipient, lost);
  const { user } = await openOrder(4);
  await user.click(await screen.findByRole('button', { name: 'Remind Ben' }));
  const [, confirm] = await screen.findAllByRole('button', { name: 'Remind Ben', hidden: true });
  await user.click(confirm as HTMLElement);
  await screen.findByText(LOST_RESPONSE);
});

test.each<[string, number, Partial<Conversation>]>([
  ['before day five', 5.1, {}],
  [
    'after it was used',
    3,
    { timeline: [{ event: 'NUDGED', at: message.timeReceived, moneyState: 'HELD' }] },
  ],
])('there is no button %s', async (_when, daysLeft, changes) => {
  await openOrder(daysLeft, changes);
  expect(button()).toBeNull();
});

test.each<[string, Conversation['nudgeSent'], string]>([
  [
    'nothing',
    [],
    'You reminded Ben. No notification or email has gone out; they see it when they open ReplyPaid',
  ],
  ['a notification', ['PUSH'], 'Reminder sent to Ben’s device'],
  ['an email', ['EMAIL'], 'Reminder emailed to Ben'],
  ['both', ['PUSH', 'EMAIL'], 'Reminder sent to Ben’s device and by email'],
])('the timeline says what was sent: %s', async (_what, nudgeSent, words) => {
  const timeline = [
    { event: 'NUDGED' as const, at: message.timeReceived, moneyState: 'HELD' as const },
  ];
  await openOrder(3, { timeline, nudgeSent });
  await screen.findByText(words);
});
