import { type Conversation, isPending } from '#shared/rules/conversations/conversations.ts';
import { DAY, dayOf, type Instant, toIso } from '#shared/time.ts';
import { dayLedger } from '../index-keys.ts';
import { entryKey, reconciledKey } from '../keys.ts';
import { put, type TableReader, type TableWriter } from '../table.ts';
import { type BookedEntry, entryIn, type ListedEntry } from './ledger.ts';

/* Reads the ledger for reconciliation: entries by time, and all entries of one conversation, invoice or payout. */

/** The progress of reconciliation: everything before `until` is compared. */
export type Progress = {
  /** ISO 8601. */
  readonly until: string;
  /** The length of the last window (ms). */
  readonly span: number;
};

/** Reads the progress. The older form with a `day` counts from the start of that day. */
export async function progressOf(table: TableReader): Promise<Progress | undefined> {
  const found = await table.get<Partial<Progress> & { readonly day?: string }>(reconciledKey);
  const until = found?.until ?? (found?.day && `${found.day}T00:00:00.000Z`);
  return until ? { until, span: found?.span ?? DAY } : undefined;
}

export async function saveProgress(table: TableWriter, progress: Progress): Promise<void> {
  await table.write(put({ ...reconciledKey, ...progress }));
}

/** A page of the entries in a time range within one day, oldest first. The index may lag behind for a moment. */
export async function entriesBetween(
  table: TableReader,
  { from, to }: { readonly from: Instant; readonly to: Instant },
  place: Readonly<Record<string, unknown>> | undefined,
) {
  const { items, next } = await table.query<ListedEntry & { readonly gsi2sk: string }>({
    index: 'gsi2',
    partition: dayLedger(dayOf(from)),
    // Entries booked in the millisecond of `from` have longer sort keys, so they are included.
    after: toIso(from),
    from: place,
    limit: 100,
  });
  const entries = items.map(({ gsi2sk, ...listed }) => entryIn(listed, gsi2sk));
  const within = entries.filter(({ at }) => at < to);
  return { items: within, next: within.length < entries.length ? undefined : next };
}

async function entriesOf(table: TableReader, causes: readonly string[]): Promise<BookedEntry[]> {
  const found = await table.getMany<BookedEntry>(causes.map(entryKey));
  return found.filter((entry) => entry !== undefined);
}

const numbersTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** All entries of a conversation. */
export function entriesOfConversation(
  table: TableReader,
  { id, net, status, money }: Conversation,
): Promise<BookedEntry[]> {
  const ended = isPending(status) || net !== undefined ? [] : ['returned', 'reported'];
  const steps = ['paid', ...(net === undefined ? [] : ['answered']), ...ended];
  const lost = money.state === 'RELEASED' ? ['lost'] : [];
  const back = numbersTo(money.back?.count ?? 0).flatMap((number) =>
    ['takenBack', 'frozen', 'clawedBack', 'freed'].map((step) => `${step}:${id}:${number}`),
  );
  const { decided } = money.byHand ?? {};
  const byHand = decided ? (decided === 'KEEP' ? ['kept'] : ['givenBack', 'earningRestored']) : [];
  const claims = money.claim ? ['claimed', 'claimFreed', 'claimReturned'] : [];
  const again = numbersTo(money.unreturned?.count ?? 0).flatMap((number) =>
    ['refundFailed', 'refundedAgain'].map((step) => `${step}:${id}:${number}`),
  );
  const once = [...steps, ...lost, ...byHand, ...claims].map((step) => `${step}:${id}`);
  return entriesOf(table, [...once, ...back, ...again]);
}

export const entriesOfInvoice = (table: TableReader, invoiceId: string, count: number) =>
  entriesOf(table, [
    `subscription:${invoiceId}`,
    ...numbersTo(count).map((number) => `takenBack:${invoiceId}:${number}`),
  ]);

export const entriesOfPayout = (
  table: TableReader,
  userId: string,
  period: string,
  reversals: number,
) =>
  entriesOf(table, [
    ...['payoutPaid', 'payoutReturned'].map((step) => `${step}:${userId}:${period}`),
    ...numbersTo(reversals).map((number) => `payoutReversed:${userId}:${period}:${number}`),
  ]);
