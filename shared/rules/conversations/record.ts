import { type Cents, cents, ZERO } from '../../money.ts';
import { type Instant, toIso } from '../../time.ts';
import type { SentAttachment } from '../attachments/attachments.ts';
import type { LedgerEntry } from '../ledger/ledger.ts';
import {
  type Conversation,
  HISTORY_EVENTS,
  type HistoryEvent,
  type Person,
  type Side,
} from './conversations.ts';
import { listEntryOf } from './counters.ts';
import { reasonFor } from './fraud-warnings.ts';
import { restOfPrice } from './given-back-parts.ts';
import type { MessageKind } from './message-kinds.ts';
import { plainText } from './messages.ts';
import { chain, RECORD_FORMAT, type RecordContent, type RecordEntry } from './record-chain.ts';
import { isShownTo } from './timeline.ts';
import type { Declaration, RecordingText, WritingCounts } from './written-by.ts';

/*
 * The record of a paid conversation for one of its sides: what happened, who did it, the money, and all texts, oldest first.
 * It is built only from what is stored, so the same state gives the same record. It contains no card, no phone number, and
 * for the sender no fee.
 */

export type ConversationRecord = {
  readonly format: typeof RECORD_FORMAT;
  readonly conversationId: string;
  /** The side that the record is for. */
  readonly side: Side;
  readonly entries: RecordEntry[];
};

/** What a record is built from. `messages` may be in any order; without `entries` it has no bookings. */
export type RecordSource = {
  readonly conversation: Conversation;
  readonly messages: readonly {
    readonly id: string;
    readonly kind: MessageKind;
    readonly senderId: string;
    readonly body: string;
    readonly sentAt: Instant;
    readonly attachments?: readonly SentAttachment[];
    /** What the author of an answer declared, and what their browser counted. */
    readonly written?: {
      readonly declaration?: Declaration | undefined;
      readonly counts?: WritingCounts | undefined;
      readonly recordingText?: RecordingText | undefined;
    };
  }[];
  readonly entries?: readonly (LedgerEntry & { readonly at: Instant })[];
  /** The end of the record; what happened later is left out. */
  readonly until?: Instant;
};

type By = NonNullable<RecordContent['by']>;
type Undated = Omit<RecordContent, 'number' | 'at'>;
/** What was said at an event, for which reason, and by whom if the event itself does not tell. */
type Words = {
  readonly by?: By;
  readonly reason?: string | undefined;
  readonly note?: string | undefined;
};
/** An entry before it has its number. `rank` orders what happened in the same millisecond: events, messages, bookings. */
type Draft = { readonly at: Instant; readonly rank: number; readonly content: Undated };

/** Builds the record of a conversation for one side. */
export function recordOf(
  side: Side,
  source: RecordSource,
  sha256: (text: string) => string,
): ConversationRecord {
  const { conversation, until } = source;
  const drafts = [
    ...conversation.history.map((event) => eventDraft(conversation, event, side)),
    ...bookingDrafts(source, side),
    ...messageDrafts(source, side, sha256),
  ].filter(({ at }) => until === undefined || at <= until);
  const sorted = drafts.toSorted((one, other) => one.at - other.at || one.rank - other.rank);
  const contents = [heading(conversation, side), ...sorted].map(({ at, content }, index) => ({
    ...content,
    number: index + 1,
    at: toIso(at),
  }));
  return {
    format: RECORD_FORMAT,
    conversationId: conversation.id,
    side,
    entries: chain(contents, sha256),
  };
}

/** The first entry: the conversation and its people. */
function heading(c: Conversation, side: Side): Draft {
  const named = ({ fullName, username }: Person) => ({ fullName, username });
  const content: Undated = {
    what: 'CONVERSATION',
    conversationId: c.id,
    recordFor: side,
    subject: c.subject,
    sender: named(c.sender),
    recipient: named(c.recipient),
    priceCents: c.price,
    currency: 'usd',
    ...(c.tier && { tier: c.tier }),
  };
  return { at: c.createdAt, rank: 0, content };
}

function eventDraft(c: Conversation, event: HistoryEvent, side: Side): Draft {
  const isEnding = event.event === c.status;
  const by = isEnding && c.reasonCode === 'WITHDRAWN' ? 'PLATFORM' : HISTORY_EVENTS[event.event];
  const { moneyState } = event;
  const amount = isShownTo(event, side) ? event.amount : undefined;
  const amountCents = event.event === 'RETURNED' ? restOfPrice(c, event.at) : amount;
  const reasonCode = isEnding ? reasonFor(c, side) : undefined;
  const words: Words = event.event === 'DECLINED' ? { note: c.note } : claimWords(c, event);
  const content = {
    what: event.event,
    ...(by && { by }),
    moneyState,
    ...(amountCents !== undefined && { amountCents }),
    ...(reasonCode && { reasonCode }),
    ...(words.by && { by: words.by }),
    ...(words.reason && { reasonCode: words.reason }),
    ...(words.note && { note: words.note }),
  };
  return { at: event.at, rank: 1, content };
}

/** What was said at an event of a claim; both sides read it. */
function claimWords({ claim }: Conversation, { event }: HistoryEvent): Words {
  if (event === 'CLAIMED') return { reason: claim?.reason, note: claim?.text };
  if (event === 'CLAIM_CONTESTED')
    return {
      by: claim?.contest?.by === 'sender' ? 'SENDER' : 'RECIPIENT',
      note: claim?.contest?.text,
    };
  if (event === 'CLAIM_UPHELD' || event === 'CLAIM_REJECTED')
    return { note: claim?.decisionReason };
  return {};
}

function messageDrafts(
  { conversation, messages }: RecordSource,
  side: Side,
  sha256: (text: string) => string,
): Draft[] {
  // A recipient no longer sees the messages of an order that the sender canceled.
  if (listEntryOf(conversation, side) === undefined) return [];
  return [...messages]
    .sort((one, other) => (one.id < other.id ? -1 : 1))
    .map(({ id, kind, senderId, body, sentAt, written, attachments }) => {
      const text = textOf(body);
      const content: Undated = {
        what: 'MESSAGE',
        by: senderId === conversation.sender.id ? 'SENDER' : 'RECIPIENT',
        messageId: id,
        messageKind: kind,
        text,
        textHash: sha256(text),
        ...(attachments && { files: attachments.map(recordedFile) }),
        ...(written && {
          ...(written.declaration && { writtenBy: written.declaration }),
          ...(written.recordingText && { textOfRecording: written.recordingText }),
          ...(written.counts && {
            typedCharacters: written.counts.typed,
            pastedCharacters: written.counts.pasted,
            writingMinutes: written.counts.minutes,
          }),
        }),
      };
      return { at: sentAt, rank: 2, content };
    });
}

/** The file of a message in the record, which keeps its hash when the file itself is deleted. */
const recordedFile = ({ kind, name, type, bytes, sha256 }: SentAttachment) => ({
  kind,
  name,
  type,
  bytes,
  sha256,
});

const LINK = /<a\b[^>]*?\bhref="([^"]*)"[^>]*>(.*?)<\/a>/gis;
const LINE_END = /<br\b[^>]*>|<\/(?:p|li|blockquote)>/i;

/** The plain text of a message: a line for each paragraph; links are followed by their address. */
export const textOf = (html: string): string =>
  html
    .replace(LINK, '$2 [$1]')
    .split(LINE_END)
    .map((line) => plainText(line.replace(/\p{Cc}/gu, ' ')))
    .filter((line) => line !== '')
    .join('\n');

/** The bookings that concern a side: its own amounts, and for the recipient the fee. */
function bookingDrafts({ conversation, entries = [] }: RecordSource, side: Side): Draft[] {
  return entries
    .toSorted((one, other) => (one.cause < other.cause ? -1 : 1))
    .flatMap((entry) => {
      const amounts = amountsFor(conversation, entry, side);
      if (!amounts) return [];
      const [booking = ''] = entry.cause.split(':');
      const content: Undated = { what: 'BOOKED', by: 'PLATFORM', booking, ...amounts };
      return [{ at: entry.at, rank: 3, content }];
    });
}

function amountsFor({ recipient }: Conversation, entry: LedgerEntry, side: Side) {
  const amountOn = (account: string): Cents | undefined =>
    entry.postings.find((posting) => posting.account === account)?.amount;
  const held = amountOn('held');
  const earning = side === 'recipient' ? amountOn(`user:${recipient.id}`) : undefined;
  const isAnswer = entry.cause.startsWith('answered:');
  const fee = isAnswer && side === 'recipient' ? (amountOn('platform:fees') ?? ZERO) : undefined;
  // What is owed to the sender after a failed refund is not the recipient's concern.
  const isFailure = /^refund(Failed|edAgain):/.test(entry.cause);
  const amount = isFailure && side === 'recipient' ? undefined : held;
  if (amount === undefined && earning === undefined) return undefined;
  return {
    ...(amount !== undefined && { amountCents: cents(Math.abs(amount)) }),
    ...(fee !== undefined && { feeCents: fee }),
    ...(earning !== undefined && { earningCents: earning }),
  };
}
