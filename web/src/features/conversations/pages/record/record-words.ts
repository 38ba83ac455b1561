import { type Cents, cents, formatMoney } from '#shared/money.ts';
import { sizeWords } from '#web/features/attachments/file-words.ts';
import { writtenByWords } from '#web/features/letters/written-by-words.ts';
import type { RecordData } from '../../record-file.ts';

/* The entries of a record in words. */

type Entry = RecordData['entries'][number];

const WORDS: Readonly<Record<string, string>> = {
  CONVERSATION: 'Order begun',
  PAID: 'Paid and sent',
  READ: 'Read for the first time',
  INFO_ASKED: 'Asked a question before the answer',
  INFO_GIVEN: 'Replied to the question',
  INFO_ENDED: 'The pause for the question ended without a reply',
  NUDGED: 'Reminded of the letter',
  CAPTURED: 'Payment captured',
  ANSWERED: 'Answered',
  CLOSED: 'Conversation closed',
  CANCELLED: 'Canceled',
  DECLINED: 'Declined',
  REPORTED: 'Reported',
  EXPIRED: 'Ended without an answer',
  RETURNED: 'Money returned',
  RETURN_FAILED: 'Return of the money refused',
  GIVEN_BACK: 'Refund decided by support',
  KEPT: 'Payment kept after a review',
  PARTLY_REFUNDED: 'A part refunded by support',
  DISPUTED: 'Payment disputed',
  EVIDENCE_SENT: 'Record sent to the bank',
  DISPUTE_WON: 'Dispute decided for the recipient',
  DISPUTE_LOST: 'Dispute decided for the sender',
  TAKEN_BACK: 'Earning taken back',
  CLAIMED: 'Claimed that the answer doesn’t answer the question',
  CLAIM_IMPROVED: 'Improved the answer',
  CLAIM_CONTESTED: 'The claim was taken to the desk',
  // Withdrawn, or ended by accepting the improved answer: what came before it says which.
  CLAIM_WITHDRAWN: 'Claim ended by the sender',
  CLAIM_ACCEPTED: 'The improved answer counts as accepted',
  CLAIM_GIVEN_BACK: 'Money given back after the claim',
  CLAIM_LAPSED: 'No reaction to the claim, the money goes back',
  CLAIM_UPHELD: 'Claim upheld',
  CLAIM_REJECTED: 'Claim rejected',
  CLAIM_OVERTAKEN: 'The claim ended, because the payment is decided elsewhere',
  EARNING_RESTORED: 'Earning restored after an appeal',
  PUBLIC_PROPOSED: 'Asked to publish the answer',
  PUBLISHED: 'Published with the consent of both',
  PUBLIC_DECLINED: 'Kept private',
  PUBLIC_WITHDRAWN: 'Publication withdrawn',
};

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
  return WORDS[what] ?? what;
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
