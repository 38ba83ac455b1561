import { expect, test } from '@jest/globals';
import { ZERO } from '#shared/money.ts';
import { listsWithNews } from '#web/features/notifications/lists-with-news.ts';
import type { Figures } from '#web/features/notifications/use-figures.ts';

const FIGURES: Figures = {
  userId: '01J0000000000000000000000A',
  pendingPayments: ZERO,
  pendingInbox: 1,
  accountBalance: ZERO,
  waitingAmount: ZERO,
  frozenAmount: ZERO,
  alerts: [],
  profileViews: 0,
  unreadOutbox: 0,
  unreadInbox: 0,
  contactRequests: 0,
};
const namesAfter = (changes: Partial<Figures>) =>
  listsWithNews(FIGURES, { ...FIGURES, ...changes }).map(({ name }) => name);

test('listsWithNews returns only the lists whose counts changed', () => {
  expect(namesAfter({})).toEqual([]);
  expect(namesAfter({ profileViews: 4 })).toEqual([]);
  expect(namesAfter({ pendingInbox: 2, unreadInbox: 1 })).toEqual(['viewInboxList']);
  expect(namesAfter({ unreadOutbox: 1 })).toEqual(['viewOrderList']);
  expect(namesAfter({ contactRequests: 1 })).toEqual(['viewUserContactRequests']);
});
