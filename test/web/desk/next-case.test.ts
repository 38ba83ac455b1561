import { expect, test } from '@jest/globals';
import { nextItem, type QueueItem } from '#web/features/desk/desk-list.ts';
import { ben } from '../screen-fixtures.ts';
import { dana, personOf, queueItems, report } from './desk-fixtures.ts';

/* Where Next case leads. docs/product/desk.md#the-list */

const [first] = queueItems.filter(({ id }) => id === report.id) as [QueueItem];
const second: QueueItem = { ...first, id: '01J000000000000000000000C2' };
const next = (...items: readonly QueueItem[]) => nextItem(items, dana.id)?.id;

test('the next case is the first that no colleague has open or was given, and that was not left for later', () => {
  expect(next(first, second)).toBe(first.id);
  expect(next({ ...first, openBy: personOf(ben) }, second)).toBe(second.id);
  expect(next({ ...first, handedTo: personOf(ben) }, second)).toBe(second.id);
  expect(next({ ...first, skipped: true }, second)).toBe(second.id);
});

test('the next case is no proposal of one’s own, which somebody else decides', () => {
  expect(next({ ...first, proposedBy: personOf(dana) }, second)).toBe(second.id);
  expect(next({ ...first, proposedBy: personOf(dana) })).toBeUndefined();
  expect(next({ ...first, proposedBy: personOf(ben) }, second)).toBe(first.id);
});
