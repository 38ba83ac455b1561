import type { Conversation } from '../../shared/rules/course.ts';
import { dayLedger, entryKey, reconciledKey } from './keys.ts';
import { type BookedEntry, entryIn, type ListedEntry } from './ledger.ts';
import { put, type TableReader, type TableWriter } from './table.ts';

/* The ledger as the daily comparison reads it: day by day, and all entries of one thing. */

/** How far the comparison came: a day, one of its two sides, and a place in it. */
export type Progress = {
  readonly day: string;
  readonly side: 'ledger' | 'provider';
  readonly from?: Readonly<Record<string, unknown>> | string | undefined;
};

export function progressOf(table: TableReader): Promise<Progress | undefined> {
  return table.get<Progress>(reconciledKey);
}

export async function saveProgress(table: TableWriter, progress: Progress): Promise<void> {
  await table.write(put({ ...reconciledKey, ...progress }));
}

/** A page of the entries of a day, oldest first. The index lags behind by moments only. */
export async function entriesOfDay(
  table: TableReader,
  day: string,
  from: Readonly<Record<string, unknown>> | undefined,
) {
  const { items, next } = await table.query<ListedEntry & { readonly gsi2sk: string }>({
    index: 'gsi2',
    partition: dayLedger(day),
    from,
    limit: 100,
  });
  return { items: items.map(({ gsi2sk, ...listed }) => entryIn(listed, gsi2sk)), next };
}

async function entriesOf(table: TableReader, causes: readonly string[]): Promise<BookedEntry[]> {
  const found = await table.getMany<BookedEntry>(causes.map(entryKey));
  return found.filter((entry) => entry !== undefined);
}

const nths = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** All that was booked of a conversation. */
export function entriesOfConversation(
  table: TableReader,
  { id, net, status, money }: Conversation,
): Promise<BookedEntry[]> {
  const ended = status === 'PENDING' || net !== undefined ? [] : ['returned', 'reported'];
  const steps = ['paid', ...(net === undefined ? [] : ['answered']), ...ended];
  const lost = money.state === 'RELEASED' ? ['lost'] : [];
  const back = nths(money.back?.count ?? 0).flatMap((nth) =>
    ['takenBack', 'frozen', 'freed'].map((step) => `${step}:${id}:${nth}`),
  );
  const { decided } = money.byHand ?? {};
  const byHand = decided ? [decided === 'KEEP' ? 'kept' : 'givenBack'] : [];
  const again = nths(money.unreturned?.count ?? 0).flatMap((nth) =>
    ['refundFailed', 'refundedAgain'].map((step) => `${step}:${id}:${nth}`),
  );
  const once = [...steps, ...lost, ...byHand].map((step) => `${step}:${id}`);
  return entriesOf(table, [...once, ...back, ...again]);
}

export const entriesOfInvoice = (table: TableReader, invoiceId: string, count: number) =>
  entriesOf(table, [
    `subscription:${invoiceId}`,
    ...nths(count).map((nth) => `takenBack:${invoiceId}:${nth}`),
  ]);

export const entriesOfPayout = (table: TableReader, userId: string, period: string) =>
  entriesOf(table, [`payoutPaid:${userId}:${period}`, `payoutReturned:${userId}:${period}`]);
