import { viewLedger } from '#shared/api/ledger.ts';
import { PAGE_SIZE } from '#shared/api/paging.ts';
import { invalidInput } from '#shared/refusals.ts';
import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import { ledgerLineOf } from '#shared/rules/ledger/ledger-lines.ts';
import type { Instant } from '#shared/time.ts';
import { serve } from '../serve.ts';
import { usersById } from '../storage/accounts/users.ts';
import { balanceOf } from '../storage/ledger/ledger.ts';
import { conversationsOf, ledgerPage } from '../storage/ledger/ledger-pages.ts';
import type { TableReader } from '../storage/table.ts';

/**
 * Returns a page of the caller's ledger, newest first. Each line has the parts of its amount, and whose letter it is about, by the names of
 * today, as in the inbox.
 */
export const handler = serve(viewLedger, async (place, { table, caller, now }) => {
  const { userId } = caller;
  const [{ entries: pageTotal }, page] = await Promise.all([
    balanceOf(table, userId),
    ledgerPage(table, userId, place, PAGE_SIZE),
  ]);
  if (!page) throw invalidInput({ cursor: 'This cursor isn’t valid' });
  const conversations = await conversationsOf(table, page.entries);
  const names = await namesOf(table, [...conversations.values()], now);
  const data = page.entries.map((entry) => {
    const conversation = conversations.get(entry.conversationId ?? '');
    const sender = conversation?.sender;
    return {
      ...ledgerLineOf(entry, userId, statesIn(conversation)),
      personName: sender ? (names.get(sender.id) ?? sender.fullName) : null,
      subject: conversation?.subject ?? null,
    };
  });
  return { pageTotal, data, cursor: page.cursor };
});

/** The states that a line about a frozen earning depends on. */
const statesIn = (conversation: Conversation | undefined) => ({
  dispute: conversation?.money.back?.dispute,
  claim: conversation?.money.claim?.state,
});

/** The current names of the senders, by id. */
async function namesOf(
  table: TableReader,
  conversations: readonly Conversation[],
  now: Instant,
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(conversations.map(({ sender }) => sender.id))];
  const users = await usersById(table, ids, now, 'eventual');
  return new Map(users.flatMap((user) => (user ? [[user.id, user.fullName] as const] : [])));
}
