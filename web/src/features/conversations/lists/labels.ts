import { formatMoney, ZERO } from '#shared/money.ts';
import type { EndedStatus } from '#shared/rules/conversations/conversations.ts';
import { NO_DEADLINE } from '#shared/rules/conversations/state-machine.ts';
import type { Instant } from '#shared/time.ts';
import { timeLeftWords, weekdayWords } from '#web/shell/dates.ts';
import { isClaimTurn } from '../claims/claim-turn.ts';
import type { InboxRow, OrderRow } from '../conversation.ts';
import { CLOSED_LABEL, ENDING_WORDS, type RowLabel } from '../status-words.ts';

/* The labels of list rows. docs/product/conversations.md#banners-and-labels */

type Row = Pick<
  InboxRow,
  | 'status'
  | 'senderId'
  | 'recipientId'
  | 'lastMessageUserId'
  | 'expiringSoon'
  | 'deadlineAt'
  | 'moneyState'
  | 'reasonCode'
>;

/** Whether the viewer wrote last: then the row says `Re:` before the name. */
export function wroteLast(row: Pick<Row, 'lastMessageUserId'>, viewerId: string): boolean {
  return row.lastMessageUserId === viewerId;
}

/** The label of an inbox row. A row that the viewer paid for is waiting; any other counts down. */
export function inboxLabel(row: Row, viewerId: string, now: Instant): RowLabel {
  switch (row.status) {
    case 'PENDING':
      if (row.senderId === viewerId) return { words: 'waiting', tone: 'neutral', icon: 'clock' };
      if (row.deadlineAt >= NO_DEADLINE) return { words: 'waiting', tone: 'held', icon: 'clock' };
      return row.expiringSoon
        ? { words: timeLeftWords(row.deadlineAt, now), tone: 'due', icon: 'clock' }
        : { words: `Due ${weekdayWords(row.deadlineAt, now)}`, tone: 'held', icon: 'clock' };
    case 'NEEDS_INFO':
      return row.senderId === viewerId
        ? NEEDS_REPLY
        : { words: 'waiting for sender', tone: 'neutral', icon: 'clock' };
    case 'OPEN':
    case 'INVITED':
      return wroteLast(row, viewerId)
        ? { words: 'sent', tone: 'earned', icon: 'sent' }
        : { words: 'open', tone: 'earned', icon: 'open' };
    default:
      return endedLabel(row.status, row.reasonCode);
  }
}

const NEEDS_REPLY = { words: 'needs your reply', tone: 'due', icon: 'new' } as const;

/**
 * The label of an order row. `messageRead` is about the recipient if the viewer wrote last, otherwise about the
 * viewer.
 */
export function orderLabel(row: Row & Pick<OrderRow, 'messageRead'>, viewerId: string): RowLabel {
  switch (row.status) {
    case 'PENDING':
      // A recipient who asked a question has read the message.
      return row.messageRead || row.lastMessageUserId === row.recipientId
        ? { words: 'read', tone: 'held', icon: 'read' }
        : { words: 'waiting', tone: 'held', icon: 'clock' };
    case 'NEEDS_INFO':
      return NEEDS_REPLY;
    case 'OPEN':
    case 'INVITED':
      if (wroteLast(row, viewerId)) return { words: 'sent', tone: 'earned', icon: 'sent' };
      return row.messageRead
        ? { words: 'open', tone: 'earned', icon: 'open' }
        : { words: 'new', tone: 'earned', icon: 'new' };
    default:
      return endedLabel(row.status, row.reasonCode);
  }
}

/** The label of a claim that is not decided; undefined if there is none. */
export function claimLabel(
  row: Pick<InboxRow, 'claimState' | 'senderId'>,
  viewerId: string,
): RowLabel | undefined {
  if (!row.claimState) return undefined;
  return isClaimTurn(row, viewerId)
    ? { words: 'claim: your turn', tone: 'due', icon: 'flag' }
    : { words: 'claim', tone: 'held', icon: 'clock' };
}

/** The label of a dispute that affects the earnings of a row; undefined if none does. */
export function disputeLabel({
  dispute,
  netDisputed,
}: Pick<InboxRow, 'dispute' | 'netDisputed'>): RowLabel | undefined {
  if (dispute === null || netDisputed === ZERO) return undefined;
  return dispute === 'OPEN'
    ? { words: `${formatMoney(netDisputed)} frozen`, tone: 'held', icon: 'clock' }
    : { words: 'dispute lost', tone: 'neutral', icon: 'flag' };
}

/** A status that is neither pending nor open. */
type EndStatus = EndedStatus | 'COMPLETED';

const endedLabel = (status: EndStatus, reasonCode: string | null): RowLabel =>
  status === 'COMPLETED' ? CLOSED_LABEL : ENDING_WORDS[status].label(reasonCode);

/** How a conversation ended, in a word: `declined`; undefined if it has not. */
export function endedWords({
  status,
  reasonCode,
}: Pick<Row, 'status' | 'reasonCode'>): string | undefined {
  switch (status) {
    case 'PENDING':
    case 'NEEDS_INFO':
    case 'OPEN':
    case 'INVITED':
      return undefined;
    default:
      return endedLabel(status, reasonCode).words;
  }
}

/**
 * The mark of a row: `new` was not delivered before, `seen` is delivered and unopened, `read` is opened or the
 * viewer's own.
 */
export function freshness(
  row: Pick<InboxRow, 'messageNew' | 'messageRead' | 'lastMessageUserId'>,
  viewerId: string,
): 'new' | 'seen' | 'read' {
  if (wroteLast(row, viewerId) || row.messageRead) return 'read';
  return row.messageNew ? 'new' : 'seen';
}
