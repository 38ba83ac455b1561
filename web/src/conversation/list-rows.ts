import type { viewInboxList, viewOrderList } from '../../../shared/api/conversations.ts';
import { changeLists } from '../api/queries.ts';
import type { Conversation, InboxRow, OrderRow } from './side.ts';

/*
 * The rows of the lists follow what is known of their conversations: a list is asked for its newest page alone, and a
 * conversation may stand far below it.
 */

type Row = InboxRow | OrderRow;
type Lists = typeof viewInboxList | typeof viewOrderList;

/** Shows in the lists what a conversation says, and takes it from those it no longer belongs to. */
export function noteConversation(lists: Lists, conversation: Conversation | undefined): void {
  if (!conversation) return;
  changeRows(lists, conversation.id, (row, filter) =>
    belongs(conversation, filter) ? withNews(row, conversation) : undefined,
  );
}

/** Shows in the lists that the viewer has opened the newest message. */
export function noteRead(lists: Lists, id: string): void {
  changeRows(lists, id, (row) => ({
    ...row,
    messageRead: true,
    messageSeen: false,
    messageNew: false,
  }));
}

function changeRows(
  lists: Lists,
  id: string,
  how: (row: Row, filter: string) => Row | undefined,
): void {
  const change = (rows: readonly Row[], { filter }: { filter?: string | undefined }) =>
    rows.some((row) => row.id === id)
      ? rows.flatMap((row) => (row.id === id ? (how(row, filter || 'ALL') ?? []) : row))
      : rows;
  changeLists(lists, change as never);
}

/** An invitation keeps a conversation open; what was cancelled is in the list of that alone. */
function belongs({ status }: Pick<Conversation, 'status'>, filter: string): boolean {
  if (filter === 'ALL') return status !== 'CANCELLED';
  return filter === (status === 'INVITED' ? 'OPEN' : status);
}

/** `modifiedAt` stays: it says where the row stands, until the list itself says that it stands elsewhere. */
function withNews(row: Row, conversation: Conversation): Row {
  const { status, moneyState, allowResponse, expiringSoon, netEarnings, reasonCode } = conversation;
  return { ...row, status, moneyState, allowResponse, expiringSoon, netEarnings, reasonCode };
}
