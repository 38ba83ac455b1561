import { beforeEach, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react/pure';
import { viewInboxList, viewOrderList } from '#shared/api/conversation-lists.ts';
import { viewDrafts } from '#shared/api/drafts.ts';
import { cents } from '#shared/money.ts';
import { HOUR, instant } from '#shared/time.ts';
import { paths } from '#web/paths.ts';
import { openScreen, serve, success } from '../open-screen.ts';
import { ana, ben, inboxRow, NOW, orderRow } from '../screen-fixtures.ts';

/* The rows of the inbox and of the orders. docs/product/conversations.md#lists */

beforeEach(() => serve(viewDrafts, () => success(viewDrafts, { data: [], pageTotal: 0 })));

async function rowsOf(label: string): Promise<string[]> {
  const list = await screen.findByRole('list', { name: label });
  return within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent ?? '');
}

async function inboxWith(...rows: readonly object[]): Promise<string[]> {
  serve(viewInboxList, () =>
    success(viewInboxList, { data: rows, pageTotal: rows.length } as never),
  );
  await openScreen(paths.inbox(), ana);
  return rowsOf('Inbound Messages');
}

async function ordersWith(...rows: readonly object[]): Promise<string[]> {
  serve(viewOrderList, () =>
    success(viewOrderList, { data: rows, pageTotal: rows.length } as never),
  );
  await openScreen(paths.orders(), ben);
  return rowsOf('Outbound Messages');
}

test('an order shows its price while that is held or was charged, and no amount once it goes back', async () => {
  const price = cents(2_500);
  const rows = await ordersWith(
    { ...orderRow(1), price, status: 'PENDING', moneyState: 'HELD' },
    { ...orderRow(2), price, status: 'OPEN', moneyState: 'CHARGED' },
    { ...orderRow(3), price, status: 'EXPIRED', moneyState: 'RELEASED' },
    { ...orderRow(4), price, status: 'DECLINED', moneyState: 'REFUNDED' },
    { ...orderRow(5), price, status: 'REPORTED', moneyState: 'IN_REVIEW' },
  );
  expect(rows.map((words) => words.includes('$25.00'))).toEqual([true, true, false, false, false]);
});

test('a message that is due soon says Expiring Soon in place of its day, and how much time is left', async () => {
  const deadlineAt = instant(NOW + 11.5 * HOUR);
  const [row] = await inboxWith({ ...inboxRow(1), expiringSoon: true, deadlineAt });
  expect(row).toMatch(/Ben Okafor\s*Expiring Soon\s*11 hours left\s*Question 1\s*\$22\.00/);
});

test('an open claim takes the place of the state of its row, and a dispute stands below', async () => {
  const [row] = await inboxWith({
    ...inboxRow(1),
    status: 'OPEN',
    moneyState: 'CHARGED',
    claimState: 'OPEN',
    dispute: 'OPEN',
    netDisputed: cents(2_200),
  });
  expect(row).toMatch(/Claim: your turn.*Question 1.*\$22\.00 frozen/);
  expect(row).not.toMatch(/\bOpen\b/);
});

test('a row says whether its message is new, was shown before, or was read', async () => {
  const unread = { messageRead: false };
  const rows = await inboxWith(
    { ...inboxRow(1), ...unread, messageNew: true, messageSeen: false },
    { ...inboxRow(2), ...unread, messageNew: false, messageSeen: true },
    { ...inboxRow(3), messageRead: true },
  );
  expect(rows.map((words) => words.split(',')[0])).toEqual(
    ['new', 'seen', 'read'].map((mark) => expect.stringContaining(mark)),
  );
});

test('a row says how many files its letter has and how long its recording is, in words and signs', async () => {
  const [files, voice, both, none] = await inboxWith(
    { ...inboxRow(1), fileCount: 1 },
    { ...inboxRow(2), voiceSeconds: 80.4 },
    { ...inboxRow(3), fileCount: 2, voiceSeconds: 46 },
    inboxRow(4),
  );
  expect(files).toMatch(/11 file, Question 1/);
  expect(voice).toMatch(/1:20voice, 1 minute 20 seconds, Question 2/);
  expect(both).toMatch(/22 files, 0:46voice, 46 seconds, Question 3/);
  expect(none).not.toMatch(/file|voice/);
});

test('a row of the orders says its files and its recording in the same way', async () => {
  const [order] = await ordersWith({ ...orderRow(1), fileCount: 3, voiceSeconds: 125 });
  expect(order).toMatch(/33 files, 2:05voice, 2 minutes 5 seconds, Question 1/);
});

test('the signs of attachments are for the eyes, and their words for screen readers', async () => {
  await inboxWith({ ...inboxRow(1), fileCount: 2, voiceSeconds: 80 });
  const list = within(screen.getByRole('list', { name: 'Inbound Messages' }));
  for (const sign of ['2', '1:20'])
    expect(list.getByText(sign).closest('[aria-hidden]')).not.toBeNull();
  for (const words of ['2 files,', 'voice, 1 minute 20 seconds,'])
    expect(list.getByText(words).className).toBe('sr-only');
});
