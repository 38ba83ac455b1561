import { type Instant, monthOf, toIso } from '../../shared/time.ts';
import { auditKey, auditPartition } from './keys.ts';
import { putNew, type Step, type TableReader } from './table.ts';

/*
 * What operators did: written in the transaction of the deed, or before it, and never changed. There is no verb for
 * that, and no function is allowed to write there at all (lib/cloud/permissions.ts).
 */

export type Act = {
  readonly id: string;
  readonly at: Instant;
  /** Who did it: the identity at AWS, or the user of this machine. */
  readonly who: string;
  /** As it was typed: `refund 01K…`. */
  readonly command: string;
  /** Whom or what it is about: the id of an account or a conversation. */
  readonly about: string;
  readonly reason: string;
  /** What it brought about, in a sentence. */
  readonly outcome: string;
};

/** Writes an act down; the same one a second time is a fault. */
export function writeAct(act: Act): Step<never> {
  return { ...putNew({ ...auditKey(act.at, act.id), ...act }, 'WRITTEN'), otherwise: undefined };
}

/** What was done from `since` until `now`, the oldest first; one query a month. */
export async function actsSince(table: TableReader, since: Instant, now: Instant): Promise<Act[]> {
  const found: Act[] = [];
  for (const month of monthsBetween(since, now)) {
    let from: Readonly<Record<string, unknown>> | undefined;
    do {
      const page = await table.query<Act>({
        partition: auditPartition(month),
        after: toIso(since),
        consistent: true,
        from,
      });
      found.push(...page.items);
      from = page.next;
    } while (from);
  }
  return found;
}

function monthsBetween(since: Instant, now: Instant): string[] {
  const months: string[] = [];
  for (let [year, month] = partsOf(monthOf(since)); ; month += 1) {
    if (month > 12) [year, month] = [year + 1, 1];
    const name = `${year}-${String(month).padStart(2, '0')}`;
    if (name > monthOf(now)) return months;
    months.push(name);
  }
}

function partsOf(month: string): [year: number, month: number] {
  const [year = 0, nth = 0] = month.split('-').map(Number);
  return [year, nth];
}
