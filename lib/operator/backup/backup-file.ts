import { createReadStream, createWriteStream, existsSync, renameSync, rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip, createGzip } from 'node:zlib';
import { CliError } from '../../cli-error.ts';
import {
  type BackupFooter,
  type BackupHeader,
  footerIn,
  footerLineOf,
  headerLine,
  headerSchema,
  itemIn,
  itemLine,
  LineHash,
  type StoredItem,
  VERSION,
} from './backup-lines.ts';
import { LedgerCount } from './ledger-count.ts';

/* A backup on disk: its lines, gzipped, never as a whole in memory. */

/** What a whole backup says of itself, and the count of the ledger in it. */
export type CheckedBackup = {
  readonly header: BackupHeader;
  readonly footer: BackupFooter;
  readonly ledger: LedgerCount;
};

/**
 * Writes items to a new file, which has its name only once it is whole; until then it ends in `.part`. It is readable
 * by its owner alone. `accept` sees what was counted before the file gets its name, and refuses it by throwing. Throws a
 * CliError where the file is there already.
 */
export async function writeBackup(
  file: string,
  header: BackupHeader,
  items: AsyncIterable<StoredItem>,
  accept: (ledger: LedgerCount) => void = () => undefined,
): Promise<CheckedBackup> {
  if (existsSync(file)) throw new CliError(`${file} is there already. Name another file.`);
  const part = `${file}.part`;
  const ledger = new LedgerCount();
  let footer: BackupFooter | undefined;
  const lines = async function* () {
    const hash = new LineHash();
    const hashed = (line: string) => {
      hash.add(line);
      return `${line}\n`;
    };
    yield hashed(headerLine(header));
    let count = 0;
    for await (const item of items) {
      ledger.add(item);
      count += 1;
      yield hashed(itemLine(item));
    }
    footer = { items: count, sha256: hash.digest(), ledger: ledger.hash() };
    yield `${footerLineOf(footer)}\n`;
  };
  try {
    await pipeline(Readable.from(lines()), createGzip(), createWriteStream(part, { mode: 0o600 }));
    if (!footer) throw new Error('the backup has no end');
    accept(ledger);
    renameSync(part, file);
    return { header, footer, ledger };
  } catch (fault) {
    rmSync(part, { force: true });
    throw fault;
  }
}

/** The lines of a file. Throws a CliError for one that is not there, is no gzip, or ends too early. */
async function* linesOf(file: string): AsyncGenerator<string> {
  const unpacked = createGunzip();
  const source = createReadStream(file).on('error', (fault) => unpacked.destroy(fault));
  const decoder = new StringDecoder('utf8');
  let rest = '';
  try {
    for await (const chunk of source.pipe(unpacked)) {
      const lines = (rest + decoder.write(chunk as Buffer)).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch (fault) {
    const { code, message } = fault as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new CliError(`There is no file ${file}.`);
    if (!code?.startsWith('Z_')) throw fault;
    throw damaged(file, `it cannot be unpacked (${message})`);
  } finally {
    source.destroy();
  }
  if (rest !== '') throw damaged(file, 'its last line is cut');
}

/**
 * The items of a backup, one after the other. The caller has checked the file before: `checkBackup`. Ends silently at its
 * end.
 */
export async function* itemsOf(file: string): AsyncGenerator<StoredItem> {
  let isFirst = true;
  for await (const line of linesOf(file)) {
    if (!isFirst && !footerIn(line)) yield itemIn(line);
    isFirst = false;
  }
}

/**
 * Reads a backup from its first line to its last and answers what is in it. Throws a CliError for a file that is no
 * backup, is of a version that this program does not know, was cut, or was altered.
 */
export async function checkBackup(file: string): Promise<CheckedBackup> {
  const hash = new LineHash();
  const ledger = new LedgerCount();
  let [header, footer]: [BackupHeader | undefined, BackupFooter | undefined] = [
    undefined,
    undefined,
  ];
  let count = 0;
  for await (const line of linesOf(file)) {
    if (footer) throw damaged(file, 'something stands after its end');
    if (!header) header = headerIn(file, line);
    else {
      footer = footerIn(line);
      if (footer) continue;
      ledger.add(itemOrDamaged(file, line));
      count += 1;
    }
    hash.add(line);
  }
  if (!header) throw damaged(file, 'it is empty');
  if (!footer) throw damaged(file, 'its end is missing');
  if (footer.items !== count)
    throw damaged(file, `it says that it has ${footer.items} items, and has ${count}`);
  if (footer.sha256 !== hash.digest()) throw damaged(file, 'it was altered');
  if (footer.ledger !== ledger.hash()) throw damaged(file, 'its ledger is not the one it names');
  return { header, footer, ledger };
}

const damaged = (file: string, how: string) =>
  new CliError(`${file} is not a whole backup: ${how}. Nothing was written. Take another file.`);

function headerIn(file: string, line: string): BackupHeader {
  let header: BackupHeader | undefined;
  try {
    header = headerSchema.safeParse(JSON.parse(line)).data;
  } catch {
    // Not even JSON: said below.
  }
  if (!header) throw new CliError(`${file} is no backup of this product.`);
  if (header.version !== VERSION)
    throw new CliError(
      `${file} is a backup of version ${header.version}, and this program knows version ${VERSION}. Use the program that wrote it.`,
    );
  return header;
}

function itemOrDamaged(file: string, line: string): StoredItem {
  try {
    return itemIn(line);
  } catch {
    throw damaged(file, 'one of its lines cannot be read');
  }
}
