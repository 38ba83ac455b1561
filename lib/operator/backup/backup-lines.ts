import { createHash, type Hash } from 'node:crypto';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import * as z from 'zod';

/*
 * A backup as text: a line that says what it is, a line for each item in DynamoDB's own JSON, and a last line with how
 * many there were and the SHA-256 of all lines before it. So a file that was cut or altered is known before it is used.
 */

/** An item as the table keeps it: numbers as text to the last digit, sets as sets. */
export type StoredItem = Readonly<Record<string, AttributeValue>>;

export const FORMAT = 'replypaid-backup';
export const VERSION = 1;

export const headerSchema = z.object({
  format: z.literal(FORMAT),
  version: z.int(),
  stage: z.string(),
  table: z.string(),
  /** When reading began, in epoch milliseconds. */
  at: z.int(),
});
export type BackupHeader = z.infer<typeof headerSchema>;

export const footerSchema = z.object({
  items: z.int().min(0),
  sha256: z.string(),
  /** The hash of the ledger in it: lib/operator/backup/ledger-count.ts. */
  ledger: z.string(),
});
export type BackupFooter = z.infer<typeof footerSchema>;

const footerLine = z.object({ end: footerSchema });

/** Hashes lines as they are written or read. */
export class LineHash {
  readonly #hash: Hash = createHash('sha256');

  add(line: string): void {
    this.#hash.update(line).update('\n');
  }

  /** Ends it. */
  digest(): string {
    return this.#hash.digest('hex');
  }
}

export const headerLine = (header: BackupHeader): string => JSON.stringify(header);
export const footerLineOf = (end: BackupFooter): string => JSON.stringify({ end });

/** The last line of a backup, or undefined where a line is an item. An item has attributes, none of which is a bare object. */
export function footerIn(line: string): BackupFooter | undefined {
  if (!line.startsWith('{"end":{"items":')) return undefined;
  return footerLine.safeParse(JSON.parse(line)).data?.end;
}

/** An item as a line; bytes as base64, as DynamoDB's own JSON has them. */
export const itemLine = (item: StoredItem): string =>
  JSON.stringify(item, (_name, value) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
  );

/** The item of a line. A name of an attribute has an object behind it, so text behind `B` is bytes. */
export const itemIn = (line: string): StoredItem =>
  JSON.parse(line, (name, value) => {
    if (name === 'B' && typeof value === 'string') return bytes(value);
    if (name === 'BS' && Array.isArray(value)) return value.map(bytes);
    return value;
  }) as StoredItem;

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64'));

/** The two keys of an item. */
export const keyOf = (item: StoredItem) => ({ pk: item.pk?.S ?? '', sk: item.sk?.S ?? '' });
