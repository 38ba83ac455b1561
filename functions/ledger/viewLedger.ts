import { viewLedger } from '../../shared/api/ledger.ts';
import { PAGE_SIZE } from '../../shared/api/paging.ts';
import { invalidInput } from '../../shared/refusals.ts';
import { ledgerLineOf } from '../../shared/rules/ledger/ledger-lines.ts';
import { serve } from '../serve.ts';
import { balanceOf } from '../storage/ledger/ledger.ts';
import { freezesOf, ledgerPage } from '../storage/ledger/ledger-pages.ts';

/** Returns a page of the caller's ledger, newest first, each line with the parts of its amount. */
export const handler = serve(viewLedger, async (place, { table, caller }) => {
  const { userId } = caller;
  const [{ entries: pageTotal }, page] = await Promise.all([
    balanceOf(table, userId),
    ledgerPage(table, userId, place, PAGE_SIZE),
  ]);
  if (!page) throw invalidInput({ cursor: 'This cursor isn’t valid' });
  const freezes = await freezesOf(table, page.entries);
  const data = page.entries.map((entry) =>
    ledgerLineOf(entry, userId, freezes.get(entry.conversationId ?? '')),
  );
  return { pageTotal, data, cursor: page.cursor };
});
