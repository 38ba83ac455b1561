import { expect, test } from '@jest/globals';
import { matchRoutes } from 'react-router';
import type { DomainEvent } from '#shared/domain-events.ts';
import { accountNotification } from '#shared/rules/notifications/account-notifications.ts';
import {
  chatNotifications,
  contactNotification,
  conversationNotification,
} from '#shared/rules/notifications/notifications.ts';
import { instant } from '#shared/time.ts';
import { paths } from '#web/paths.ts';
import { routes } from '#web/routes.tsx';

/* Every address that a notification links to opens the right screen of the app. */

const ID = '01J0000000000000000000000A';
const AT = instant(1);
const DETAIL = { conversationId: ID, senderId: 's', recipientId: 'r' };

const conversation = {
  id: ID,
  status: 'PENDING',
  sender: { id: 's', fullName: 'Sam' },
  recipient: { id: 'r', fullName: 'Ria' },
  subject: 'Dry winters',
  price: 2_500,
  money: { state: 'RELEASED' },
  reasonCode: 'NOT_ME',
  lastMessageAt: AT,
  deadlineAt: 10,
} as unknown as Parameters<typeof conversationNotification>[0];

function pathOf(type: DomainEvent['type'], detail: object = DETAIL): string | undefined {
  const fact = { id: 'f', type, at: AT, detail } as Parameters<typeof conversationNotification>[1];
  return conversationNotification(conversation, fact, AT)?.path;
}

const room = { id: ID, name: '', direct: true, members: { a: 1, b: 0 }, number: 1 };
const message = { number: 1, userId: 'a', fullName: 'Ana', content: '<p>x</p>' };
const payout = (type: 'payout.paid' | 'payout.waiting' | 'payout.failed') => {
  const detail = { userId: 'a', period: '2026-10', amountCents: 1_250 };
  return accountNotification({ id: 'f', type, at: AT, detail }).path;
};
const contact = (type: 'contact.invited' | 'contact.accepted') =>
  contactNotification({ id: 'f', type, at: AT, detail: { userId: 'a', byUserId: 'b' } }, 'Ben')
    .path;

test.each([
  ['a paid letter', pathOf('conversation.paid'), paths.inboxViewer(ID)],
  ['a help ticket', pathOf('conversation.asked'), paths.inboxViewer(ID)],
  ['an answer', pathOf('conversation.answered'), paths.orderViewer(ID)],
  [
    'a reply of the sender',
    pathOf('conversation.replied', { ...DETAIL, byUserId: 's' }),
    paths.inboxViewer(ID),
  ],
  [
    'a reply of the recipient',
    pathOf('conversation.replied', { ...DETAIL, byUserId: 'r' }),
    paths.orderViewer(ID),
  ],
  ['a decline', pathOf('conversation.declined'), paths.orderViewer(ID)],
  ['a report', pathOf('conversation.reported'), paths.orderViewer(ID)],
  ['the end of the ten days', pathOf('conversation.expired'), paths.orderViewer(ID)],
  ['a reminder', pathOf('conversation.expiringSoon'), paths.inboxViewer(ID)],
  ['an invitation', contact('contact.invited'), paths.dashboard()],
  ['an accepted invitation', contact('contact.accepted'), paths.contacts()],
  ['a payout', payout('payout.paid'), paths.payouts()],
  ['a payout that waits', payout('payout.waiting'), paths.accountBalance()],
  ['a payout that failed', payout('payout.failed'), paths.payouts()],
  [
    'a chat message',
    chatNotifications(room as unknown as Parameters<typeof chatNotifications>[0], message)[0]?.path,
    paths.chatViewer(ID),
  ],
])('%s opens its screen', (_what, path, screen) => {
  expect(path).toBe(screen);
  const matched = matchRoutes([...routes], screen)?.at(-1)?.route.path;
  expect(matched).toBeDefined();
  expect(matched).not.toMatch(/^\/?:username$|\*/);
});
