import { type Cents, cents, formatMoney } from '#shared/money.ts';
import { sizeWords } from '#web/features/attachments/file-words.ts';
import { writtenByWords } from '#web/features/letters/written-by-words.ts';
import type { RecordData } from '../../record-file.ts';
import { recordWords } from '../../thread/event-words.ts';

/* The entries of a record in words. */

type Entry = RecordData['entries'][number];

const MESSAGES: Readonly<Record<NonNullable<Entry['messageKind']>, string>> = {
  QUESTION: 'Message',
  CLARIFICATION: 'Question before the answer',
  CLARIFICATION_REPLY: 'Reply to the question',
  PAID_RESPONSE: 'Answer',
  IMPROVED_ANSWER: 'Improved answer',
  REPLY: 'Reply',
};

const BOOKINGS: Readonly<Record<string, string>> = {
  paid: 'The price is held',
  answered: 'The price is credited to the recipient',
  returned: 'The price goes back',
  reported: 'The price is kept for a review',
  givenBack: 'The earning is given up',
  refundFailed: 'The refund failed, this amount is owed',
  refundedAgain: 'The refund arrived at last',
  frozen: 'The earning is frozen',
  freed: 'The earning is free again',
  clawedBack: 'The earning is taken back',
  claimed: 'The earning is frozen by a claim',
  claimFreed: 'The earning is free again after a claim',
  claimReturned: 'The earning is taken back after a claim',
};

/** Who wrote an answer, as its author declared it, and what their browser counted. */
export function writtenWords(entry: Entry): string | undefined {
  const { writtenBy, typedCharacters, pastedCharacters = 0, writingMinutes = 0 } = entry;
  const { textOfRecording: recordingText } = entry;
  const counts =
    typedCharacters === undefined
      ? null
      : { typed: typedCharacters, pasted: pastedCharacters, minutes: writingMinutes };
  const declaration = writtenBy ?? null;
  return writtenByWords('the author', { declaration, counts, recordingText, signedAt: null });
}

/** The event of an entry in words; an unknown event is shown by its name. */
export function entryWords({ what, messageKind, booking = '' }: Entry): string {
  if (messageKind) return MESSAGES[messageKind];
  if (what === 'BOOKED') return BOOKINGS[booking] ?? booking;
  if (what === 'CONVERSATION') return 'Order begun';
  return recordWords(what) ?? what;
}

const FILES: Readonly<Record<string, string>> = {
  picture: 'picture',
  pdf: 'PDF',
  voice: 'recording',
};

/** The kind and the size of a file: `picture, 1.8 MB`. */
export const fileWords = ({ kind, bytes }: NonNullable<Entry['files']>[number]): string =>
  `${FILES[kind] ?? kind}, ${sizeWords(bytes)}`;

/** Who did it: a name, the product or the bank. */
export function byWords({ by }: Entry, { sender, recipient }: Entry): string | undefined {
  if (by === 'SENDER') return sender?.fullName;
  if (by === 'RECIPIENT') return recipient?.fullName;
  if (by === 'BANK') return 'the sender’s bank';
  return undefined;
}

/** The amounts of an entry, each with its name. */
export function amountWords({ amountCents, feeCents, earningCents }: Entry): string | undefined {
  const named: readonly (readonly [string, number | undefined])[] = [
    ['', amountCents],
    ['fee ', feeCents],
    ['earning ', earningCents],
  ];
  const words = named.flatMap(([name, amount]) =>
    amount === undefined ? [] : [`${name}${formatMoney(cents(amount) as Cents)}`],
  );
  return words.length > 0 ? words.join(', ') : undefined;
}

/** `2026-11-25 16:42:31 UTC`: the same for every reader. */
export const timeWords = ({ at }: Entry): string => `${at.slice(0, 10)} ${at.slice(11, 19)} UTC`;
