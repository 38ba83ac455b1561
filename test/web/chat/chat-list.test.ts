import { expect, test } from '@jest/globals';
import { instant } from '#shared/time.ts';
import { type Chat, chatsOf, sameChats } from '#web/features/chat/pages/home/chat-list.ts';
import { countSign } from '#web/ui/count-sign.ts';

const chat = (id: string, description = ''): Chat => ({
  id,
  name: id,
  description,
  avatar: null,
  unread: 0,
  dateTimeModified: instant(0),
  direct: true,
  userId: null,
  deleted: false,
  blocked: false,
  ownerId: null,
  muted: false,
  memberCount: 2,
});

test('a chat that moved up while older pages were loading appears once, in its current state', () => {
  const pages = [
    { pageTotal: 3, data: [chat('moved', 'new'), chat('first')] },
    { pageTotal: 3, data: [chat('moved', 'old'), chat('last')] },
  ];
  expect(chatsOf(pages).map(({ id, description }) => `${id} ${description}`.trim())).toEqual([
    'moved new',
    'first',
    'last',
  ]);
});

test('the unread badge shows at most 99+', () => {
  expect([1, 99, 100, 4_000].map(countSign)).toEqual(['1', '99', '99+', '99+']);
});

test('a response counts as changed if a chat moved or any part of its row changed', () => {
  const page = (...data: Chat[]) => ({ pageTotal: data.length, data });
  const [one, other] = [chat('one'), chat('other')];
  expect(sameChats(page(one, other), page({ ...one }, { ...other }))).toBe(true);
  expect(sameChats(page(one, other), page(other, one))).toBe(false);
  expect(sameChats(page(one), page({ ...one, unread: 1 }))).toBe(false);
  expect(sameChats(undefined, page(one))).toBe(false);
});
