import { restoringKey } from '../../../functions/storage/keys.ts';
import { fromIso, type Instant, instant, toIso } from '../../../shared/time.ts';
import { CliError } from '../../cli-error.ts';
import { type CheckedBackup, checkBackup, itemsOf } from './backup-file.ts';
import { keyOf, type StoredItem } from './backup-lines.ts';
import { LedgerCount } from './ledger-count.ts';
import { isExpired, isFact, isToldAgain } from './what-is-kept.ts';
import {
  allItems,
  anyItem,
  atOnce,
  itemAt,
  type Place,
  putNew,
  removeItem,
} from './whole-table.ts';

/*
 * A backup is written into an empty table, in this order:
 * 1. the file is read to its end and checked, before anything is written.
 * 2. a mark names the file. It goes in first and out last, so a table with a mark is a half of something.
 * 3. all items but facts, each only where none is; then the facts that may not have been told (what-is-kept.ts), which
 *    find all that they speak of.
 * 4. the table is read, and must hold what was to be written and nothing else.
 * A process that dies leaves the mark. The same command with the same file goes on: what is there is left, what is
 * missing is written. Until it has ended, the stage must not use the table.
 */

export type ImportOptions = {
  readonly now: Instant;
  /** Facts are told again from this moment on; absent: from an hour before the backup. */
  readonly factsSince?: Instant | undefined;
};

export type Imported = {
  readonly written: number;
  /** They were there before: an import went on that had died. */
  readonly there: number;
  readonly expired: number;
  readonly toldBefore: number;
  readonly ledger: string;
};

const MARK = { pk: { S: restoringKey.pk }, sk: { S: restoringKey.sk } } as const;
const isMark = (item: StoredItem) => keyOf(item).pk === MARK.pk.S;

/** Checks a file, and that the table may take it; what an import would do. Throws a CliError where it would refuse. */
export async function readyToImport(
  place: Place,
  file: string,
): Promise<CheckedBackup & { readonly goesOn: boolean }> {
  const backup = await checkBackup(file);
  const mark = await itemAt(place, MARK);
  if (mark && mark.sha256?.S !== backup.footer.sha256)
    throw new CliError(
      `An import of another file (${mark.file?.S}, begun ${mark.at?.S}) was not ended in ${place.tableName}. Go on with that one, or take a new table.`,
    );
  if (!mark && (await anyItem(place)))
    throw new CliError(
      `The table ${place.tableName} is not empty. A backup goes into an empty table only: name a new one, --table <name>. Nothing was written.`,
    );
  return { ...backup, goesOn: mark !== undefined };
}

/** Writes a backup into an empty table, or goes on with that. Throws a CliError where that cannot be. */
export async function importBackup(
  place: Place,
  file: string,
  options: ImportOptions,
): Promise<Imported> {
  const { header, footer } = await readyToImport(place, file);
  const { mark, now, factsSince } = await begin(place, file, footer.sha256, options);
  const counts = { written: 0, there: 0, expired: 0, toldBefore: 0 };
  const wanted = new Contents();
  const write = async (item: StoredItem) => {
    const outcome = await putNew(place, item);
    if (outcome === 'DIFFERS') throw usedMeanwhile(place, `${named(item)} is not what it was`);
    if (outcome === 'written') counts.written += 1;
    else counts.there += 1;
  };
  const kept = async function* (wantsFacts: boolean) {
    for await (const item of itemsOf(file)) {
      if (isFact(item) !== wantsFacts) continue;
      if (isExpired(item, now)) counts.expired += 1;
      else if (wantsFacts && !isToldAgain(item, instant(header.at), factsSince))
        counts.toldBefore += 1;
      else {
        wanted.add(item);
        yield item;
      }
    }
  };
  await atOnce(kept(false), write);
  await atOnce(kept(true), write);
  await prove(place, wanted);
  await removeItem(place, mark);
  return { ...counts, ledger: wanted.ledger.hash() };
}

/** Puts the mark, or finds that of before: what is to be written is decided once, however often the import goes on. */
async function begin(
  place: Place,
  file: string,
  sha256: string,
  { now, factsSince }: ImportOptions,
): Promise<ImportOptions & { readonly mark: StoredItem }> {
  const mark: StoredItem = {
    ...MARK,
    ...{ sha256: { S: sha256 }, file: { S: file }, at: { S: toIso(now) } },
    ...(factsSince !== undefined && { factsSince: { S: toIso(factsSince) } }),
  };
  if ((await putNew(place, mark)) === 'written') return { mark, now, factsSince };
  const before = await itemAt(place, MARK);
  if (before?.sha256?.S !== sha256) throw usedMeanwhile(place, 'another import has begun');
  const since = before.factsSince?.S;
  return {
    mark: before,
    now: fromIso(before.at?.S ?? ''),
    factsSince: since === undefined ? undefined : fromIso(since),
  };
}

/** What a table is to hold. Items that expire may be removed by the engine at any moment, so they are not counted. */
class Contents {
  readonly ledger = new LedgerCount();
  lasting = 0;

  add(item: StoredItem): void {
    this.ledger.add(item);
    if (item.expiresAt === undefined) this.lasting += 1;
  }
}

/** Reads what was written. */
async function prove(place: Place, wanted: Contents): Promise<void> {
  const found = new Contents();
  for await (const item of allItems(place)) if (!isMark(item)) found.add(item);
  if (found.lasting !== wanted.lasting)
    throw usedMeanwhile(place, `it has ${found.lasting} items instead of ${wanted.lasting}`);
  if (found.ledger.hash() !== wanted.ledger.hash())
    throw usedMeanwhile(place, 'its ledger is not the one of the backup');
}

const named = (item: StoredItem) => `${keyOf(item).pk} ${keyOf(item).sk}`;

const usedMeanwhile = ({ tableName }: Place, how: string) =>
  new CliError(
    `Somebody uses the table ${tableName}: ${how}. The import is not ended; take a new table.`,
  );

/** Throws a CliError for a table into which an import has not ended. */
export async function refuseHalf(place: Place): Promise<void> {
  const mark = await itemAt(place, MARK);
  if (mark)
    throw new CliError(
      `The import of ${mark.file?.S} into ${place.tableName} has not ended: start it again, it goes on.`,
    );
}
