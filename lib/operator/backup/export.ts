import type { Instant } from '../../../shared/time.ts';
import { CliError } from '../../cli-error.ts';
import { type CheckedBackup, writeBackup } from './backup-file.ts';
import { FORMAT, type StoredItem, VERSION } from './backup-lines.ts';
import { refuseHalf } from './import.ts';
import type { LedgerCount } from './ledger-count.ts';
import { isExpired, type LeftOut, leftOutAs } from './what-is-kept.ts';
import { allItems, type Place } from './whole-table.ts';

/** What was left out, and how many items of it. */
export type Counts = Readonly<Partial<Record<LeftOut | 'expired', number>>>;

/**
 * Writes the table to a new file. A table that is written to while it is read is torn: then its ledger does not add up,
 * and no file is left. `asItIs`: a ledger that is wrong in the table itself is written as well. Throws a CliError.
 */
export async function exportTable(
  place: Place,
  file: string,
  { stage, now, asItIs = false }: { stage: string; now: Instant; asItIs?: boolean },
): Promise<CheckedBackup & { readonly leftOut: Counts }> {
  await refuseHalf(place);
  const leftOut: Partial<Record<LeftOut | 'expired', number>> = {};
  const kept = async function* (): AsyncGenerator<StoredItem> {
    for await (const item of allItems(place)) {
      const why = leftOutAs(item) ?? (isExpired(item, now) ? 'expired' : undefined);
      if (why) leftOut[why] = (leftOut[why] ?? 0) + 1;
      else yield item;
    }
  };
  const header = {
    format: FORMAT,
    version: VERSION,
    stage,
    table: place.tableName,
    at: now,
  } as const;
  const accept = asItIs ? undefined : refuseFaulty;
  return { ...(await writeBackup(file, header, kept(), accept)), leftOut };
}

function refuseFaulty(ledger: LedgerCount): void {
  const faults = ledger.faults();
  if (faults.length === 0) return;
  throw new CliError(
    [
      `The ledger does not add up in what was read, so no file was written: ${faults.slice(0, 5).join('; ')}.`,
      'Most likely something was written meanwhile: pause the stage, or read a point-in-time copy (--table).',
      'If it is so in a table at rest, --as-it-is writes it nevertheless.',
    ].join('\n'),
  );
}
