import { describe, expect, test } from '@jest/globals';
import { dueDeletions } from '#functions/storage/accounts/account-deletions.ts';
import { dueConversations } from '#functions/storage/conversations/conversation-lists.ts';
import { dueReminders } from '#functions/storage/conversations/reminders.ts';
import { dueIndex, type Job } from '#functions/storage/index-keys.ts';
import { conversationKey, userKey } from '#functions/storage/keys.ts';
import { linksToRecheck } from '#functions/storage/links/verified-links.ts';
import { duePostponed } from '#functions/storage/notifications/postponed.ts';
import { latePayouts } from '#functions/storage/payouts/late-payouts.ts';
import { duePayouts } from '#functions/storage/payouts/payouts.ts';
import { put, type Step, table } from '#functions/storage/table.ts';
import { newId } from '#shared/ids.ts';
import { DAY, HOUR, type Instant, instant, later } from '#shared/time.ts';
import { worldOfFile } from '../support/test-world.ts';

const world = worldOfFile();

/** A whole second, because what expires in the table does so by the second. */
const START = instant(Date.UTC(2027, 4, 1));

const someId = () => newId(world.now());

const write = (step: Step<string> | undefined) => {
  if (!step) throw new Error('there is nothing to write');
  return table.write(step);
};

describe('the list of what is due', () => {
  type Slice = { readonly limit: number; readonly from?: Readonly<Record<string, unknown>> };
  type Found = { readonly next: Readonly<Record<string, unknown>> | undefined };
  const conversations = (job: Job) => (at: Instant, slice: Slice) =>
    dueConversations(table, job, at, slice);
  const LISTS: [Job, (at: Instant, slice: Slice) => Promise<Found>][] = [
    ['CONVERSATION', conversations('CONVERSATION')],
    ['PAYMENT', conversations('PAYMENT')],
    ['PAYOUT', (at, slice) => duePayouts(table, at, slice)],
    ['REMINDER', (at, slice) => dueReminders(table, at, slice)],
    ['NOTIFICATION', (at, slice) => duePostponed(table, at, slice)],
    ['LINK', (at, slice) => linksToRecheck(table, at, slice)],
    ['DELETION', (at, slice) => dueDeletions(table, at, slice)],
  ];

  test.each(LISTS)('%s has an item from exactly its time on, in pages', async (job, read) => {
    const ids = [someId(), someId(), someId()].sort();
    for (const id of ids)
      await write(
        put({
          ...(job === 'LINK' ? userKey(id) : conversationKey(id)),
          id,
          ...dueIndex(job, START, id),
        }),
      );
    const among = (found: Found) =>
      ids.filter((id) => JSON.stringify({ ...found, next: 0 }).includes(id));
    expect(among(await read(later(START, -1), { limit: 50 }))).toEqual([]);
    expect(among(await read(START, { limit: 50 }))).toEqual(ids);
    const first = await read(START, { limit: 2 });
    expect(among(first)).toHaveLength(2);
    const rest = await read(START, { limit: 50, ...(first.next && { from: first.next }) });
    expect([...among(first), ...among(rest)].sort()).toEqual(ids);
  });
});

test('a payout is late from exactly two hours after its time', async () => {
  const due = later(START, 400 * DAY);
  const id = someId();
  await write(put({ pk: userKey(id).pk, sk: 'BALANCE', ...dueIndex('PAYOUT', due, id) }));
  const before = await latePayouts(table, later(due, 2 * HOUR - 1));
  expect(await latePayouts(table, later(due, 2 * HOUR))).toBe(before + 1);
});
