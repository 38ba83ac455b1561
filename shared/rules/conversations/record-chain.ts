import type { MoneyState, Side } from './conversations.ts';
import type { MessageKind } from './message-kinds.ts';
import type { BoughtTier } from './tiers.ts';
import type { Declaration, RecordingText } from './written-by.ts';

/*
 * The chain of hashes in the record of a conversation (docs/product/conversations.md#record). Each entry has
 * `hash = SHA-256(previous hash + canonical JSON of the entry without its hash)`, in lower-case hexadecimal digits; before the
 * first entry the previous hash is the empty text. Texts are hashed as UTF-8.
 */

/** The name of this form of a record. */
export const RECORD_FORMAT = 'replypaid-record/1';

/** An entry of a record. Which of the optional fields it has depends on `what`. */
export type RecordEntry = RecordContent & { readonly hash: string };

export type RecordContent = {
  /** 1, 2, 3 … */
  readonly number: number;
  /** ISO 8601 in UTC. */
  readonly at: string;
  /** CONVERSATION for the first entry, an event of the timeline, MESSAGE or BOOKED. */
  readonly what: string;
  readonly by?: 'SENDER' | 'RECIPIENT' | 'PLATFORM' | 'BANK';
  readonly conversationId?: string;
  readonly recordFor?: Side;
  readonly subject?: string;
  readonly sender?: RecordPerson;
  readonly recipient?: RecordPerson;
  readonly priceCents?: number;
  readonly currency?: string;
  /** The tier that was bought. */
  readonly tier?: BoughtTier;
  readonly moneyState?: MoneyState;
  readonly reasonCode?: string;
  readonly note?: string;
  readonly messageId?: string;
  readonly messageKind?: MessageKind;
  /** Of a message: its text, and the SHA-256 of it. */
  readonly text?: string;
  readonly textHash?: string;
  /** The files of a message; `sha256` is in base64url. */
  readonly files?: RecordFile[];
  /** Of an answer: what its author declared, and what their browser counted. */
  readonly writtenBy?: Declaration;
  /** Of a spoken answer: what its text is of the recording. */
  readonly textOfRecording?: RecordingText;
  readonly typedCharacters?: number;
  readonly pastedCharacters?: number;
  readonly writingMinutes?: number;
  readonly booking?: string;
  readonly amountCents?: number;
  readonly feeCents?: number;
  readonly earningCents?: number;
};

type RecordFile = {
  readonly kind: string;
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
  readonly sha256: string;
};

type RecordPerson = { readonly fullName: string; readonly username: string };

/** The SHA-256 of a text in UTF-8, in lower-case hexadecimal digits. */
export type Sha256 = (text: string) => string | Promise<string>;

/**
 * The canonical JSON of a value that contains only objects, arrays, texts, whole numbers, booleans and null: without white space,
 * with the fields of each object sorted by their UTF-16 code units. For such values it equals RFC 8785. Fields that are
 * undefined are left out. Throws RangeError on any other number.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'number' && !Number.isSafeInteger(value))
    throw new RangeError('a record contains whole numbers only');
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([name, inner]) => `${JSON.stringify(name)}:${canonicalJson(inner)}`).join(',')}}`;
}

/** The entries with their hashes. */
export function chain(
  contents: readonly RecordContent[],
  sha256: (text: string) => string,
): RecordEntry[] {
  let previous = '';
  return contents.map((content) => {
    previous = sha256(previous + canonicalJson(content));
    return { ...content, hash: previous };
  });
}

/**
 * Checks a record: the numbers, the hash of each text, and the chain. Returns the number of the first entry that was changed;
 * undefined if the chain is intact. Entries that are missing at the end leave no trace: compare the last hash.
 */
export async function firstBrokenEntry(
  entries: readonly RecordEntry[],
  sha256: Sha256,
): Promise<number | undefined> {
  let previous = '';
  for (const [index, { hash, ...content }] of entries.entries()) {
    const number = index + 1;
    const { text } = content;
    if (content.number !== number) return number;
    if (text !== undefined && content.textHash !== (await sha256(text))) return number;
    if (hash !== (await sha256(previous + canonicalJson(content)))) return number;
    previous = hash;
  }
  return undefined;
}
