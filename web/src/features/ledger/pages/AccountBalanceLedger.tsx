import { useInfiniteQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { Link } from 'react-router';
import type { viewLedger } from '#shared/api/ledger.ts';
import type { Output } from '#shared/api/operation.ts';
import { formatCount } from '#shared/format-count.ts';
import { causes } from '#shared/messages/ledger.ts';
import { formulaOf, signedMoney } from '#shared/rules/ledger/ledger-lines.ts';
import { type Instant, toIso } from '#shared/time.ts';
import { serverNow } from '#web/api/clock.ts';
import { errorMessage } from '#web/api/error-message.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { paths } from '#web/paths.ts';
import { recencyWords } from '#web/shell/dates.ts';
import { Page } from '#web/shell/Page.tsx';
import { PagedList } from '#web/shell/PagedList.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ListItem } from '#web/ui/List.tsx';
import { ledgerQueries } from './ledger-queries.ts';
import { useLedgerDownload } from './use-ledger-download.ts';

type Line = Output<typeof viewLedger>['data'][number];

export const loader = queryLoader(ledgerQueries);

/* The transaction history: every change of the balance with its calculation, as a list and as a file. */
export function Component() {
  const list = useInfiniteQuery(ledgerQueries().lines);
  const total = list.data?.pages[0]?.pageTotal ?? 0;
  const now = serverNow();
  return (
    <Page title="Transaction history" back={paths.accountBalance()}>
      {total > 0 && <Head total={total} />}
      <PagedList
        label="Transactions"
        list={list}
        keyOf={({ id }) => id}
        empty={<Nothing />}
        older="Load older entries"
      >
        {(line) => <LedgerRow line={line} now={now} />}
      </PagedList>
    </Page>
  );
}

const LEAD =
  'Every change of the amount we owe you, newest first, with its calculation. Together they are your balance. A payout is listed here once it’s paid.';

function Head({ total }: { total: number }) {
  const download = useLedgerDownload();
  return (
    <div className="grid gap-3 pt-2 pb-4">
      <p className="text-soft">{LEAD}</p>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="font-medium">
          {formatCount(total)} {total === 1 ? 'entry' : 'entries'}
        </p>
        <Button
          variant="quiet"
          size="md"
          icon={<Download aria-hidden size={18} />}
          busy={download.busy}
          busyText={`${formatCount(download.read)} read...`}
          onClick={() => download.start()}
        >
          Download CSV
        </Button>
      </div>
      {download.error && (
        <p role="alert" className="font-medium text-red-text">
          The file couldn’t be made: {errorMessage(download.error)}
        </p>
      )}
    </div>
  );
}

function LedgerRow({ line, now }: { line: Line; now: Instant }) {
  const { at, net, fee } = line;
  return (
    <ListItem className="flex flex-wrap justify-between gap-x-4 py-3">
      <div className="min-w-0 flex-1 basis-[10rem]">
        <LineTitle line={line} />
        <time dateTime={toIso(at)} className="block text-[0.875rem] text-soft">
          {recencyWords(at, now)}
        </time>
      </div>
      <p className="ml-auto whitespace-nowrap text-right font-figures text-lg">
        {signedMoney(net)}
      </p>
      {fee !== 0 && (
        <p className="mt-1 w-full text-[0.9375rem] text-soft tabular-nums">
          {unbroken(formulaOf(line))}
        </p>
      )}
    </ListItem>
  );
}

/** What happened. A line about a letter is named by its sender and subject, and leads to it. */
function LineTitle({ line: { what, conversationId, personName, subject } }: { line: Line }) {
  const words = causes[what];
  if (!conversationId) return <p className="font-semibold">{words}</p>;
  return (
    <>
      <Link
        to={paths.inboxViewer(conversationId)}
        className="hit-area block underline decoration-rule underline-offset-4 hover:decoration-ink"
      >
        {personName && (
          <>
            <b dir="auto" className="font-semibold">
              {personName}
            </b>
            {': '}
          </>
        )}
        <span dir="auto">{subject || words}</span>
      </Link>
      {subject && <p className="text-[0.9375rem]">{words}</p>}
    </>
  );
}

/** Keeps the result on the same line as its equals sign. */
const unbroken = (formula: string) => formula.replace('= ', '=\u00a0');

function Nothing() {
  return (
    <EmptyState
      drawing="letterbox"
      title="No transactions yet"
      action={
        <Button size="md" render={<Link to={paths.inbox()} />}>
          Go to your inbox
        </Button>
      }
    >
      With your first paid answer this page shows what was paid, what we kept and what is yours.
    </EmptyState>
  );
}
