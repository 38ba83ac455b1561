import { formatMoney, ZERO } from '#shared/money.ts';
import { isClaimTurn } from '../claims/claim-turn.ts';
import type { InboxRow } from '../conversation.ts';
import type { RowLabel } from '../statuses/parts.ts';

/* The marks of list rows that do not depend on the status. docs/product/conversations.md#banners-and-labels */

/** Whether the viewer wrote last: then the row says `Re:` before the name. */
export function wroteLast(row: Pick<InboxRow, 'lastMessageUserId'>, viewerId: string): boolean {
  return row.lastMessageUserId === viewerId;
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
