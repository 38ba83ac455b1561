import type { viewInboxList, viewOrderList } from '#shared/api/conversation-lists.ts';
import { STATUS_PROPERTIES } from '#shared/rules/conversations/conversations.ts';
import { changeLists } from '#web/api/queries.ts';
import type { Conversation, InboxRow, OrderRow } from '../conversation.ts';

/* Updates the cached list rows of a conversation: lists refetch only their first page, and the row may be far below. */

type Row = InboxRow | OrderRow;
type Lists = typeof viewInboxList | typeof viewOrderList;

/** Updates the rows of a conversation, and removes them from lists whose filter it no longer matches. */
export function updateConversationRows(lists: Lists, conversation: Conversation | undefined): void {
  if (!conversation) return;
  changeRows(lists, conversation.id, (row, filter) =>
    belongs(conversation, filter) ? withNews(row, conversation) : undefined,
  );
}

/** Marks the newest message as read in the lists. */
export function markRowRead(lists: Lists, id: string): void {
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

/** Whether a list with this filter shows the status. */
function belongs({ status }: Pick<Conversation, 'status'>, filter: string): boolean {
  const { filter: own, withdrawn } = STATUS_PROPERTIES[status];
  return filter === 'ALL' ? !withdrawn : filter === own;
}

/** Keeps `modifiedAt`, which is the position of the row until the list is refetched. */
function withNews(row: Row, conversation: Conversation): Row {
  const { status, moneyState, allowResponse, expiringSoon, netEarnings, reasonCode } = conversation;
  return { ...row, status, moneyState, allowResponse, expiringSoon, netEarnings, reasonCode };
}
