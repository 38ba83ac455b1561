import { useState } from 'react';
import { viewLedger } from '#shared/api/ledger.ts';
import type { LedgerLine } from '#shared/rules/ledger/ledger-lines.ts';
import { dayOf } from '#shared/time.ts';
import { call } from '#web/api/client.ts';
import { serverNow } from '#web/api/clock.ts';
import { saveFile } from '#web/api/save-file.ts';
import { useWrite } from '#web/forms/use-write.ts';
import { ledgerCsv } from './ledger-csv.ts';

/** Loads the whole ledger, page by page, and saves it as a file. `read`: the number of lines loaded so far. */
export function useLedgerDownload() {
  const [read, setRead] = useState(0);
  const downloading = useWrite({
    mutationFn: async () => {
      const lines: LedgerLine[] = [];
      let cursor: string | undefined;
      do {
        const page = await call(viewLedger, { cursor });
        lines.push(...page.data);
        setRead(lines.length);
        cursor = page.cursor;
      } while (cursor);
      saveFile(ledgerCsv(lines), {
        name: `replypaid-ledger-${dayOf(serverNow())}.csv`,
        type: 'text/csv',
      });
    },
    onSettled: () => setRead(0),
  });
  return { read, busy: downloading.isPending, error: downloading.error, start: downloading.mutate };
}
