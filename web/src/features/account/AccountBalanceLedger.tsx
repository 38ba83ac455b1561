import { useInfiniteQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { Link } from 'react-router';
import {
  formulaOf,
  type LedgerLine,
  signedMoney,
} from '../../../../shared/rules/ledger/ledger-lines.ts';
import { type Instant, toIso } from '../../../../shared/time.ts';
import { serverNow } from '../../api/clock.ts';
import { errorSentence } from '../../api/error-sentence.ts';
import { momentWords } from '../../conversation/dates.ts';
import { paths } from '../../paths.ts';
import { Page } from '../../shell/Page.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { RowsSkeleton } from '../../ui/Skeletons.tsx';
import { LINE_WORDS } from './account-balance-words.ts';
import { ledgerQueries } from './account-queries.ts';
import { useLedgerDownload } from './use-ledger-download.ts';

/* Every cent that moved what somebody is owed, each with how it comes about, as a list and as a file. */
export function Component() {
  const list = useInfiniteQuery(ledgerQueries().lines);
  const lines = list.data?.pages.flatMap((page) => page.data);
  const total = list.data?.pages[0]?.pageTotal ?? 0;
  const now = serverNow();
  return (
    <Page title="Every cent" back={paths.accountBalance()}>
      {list.error && !lines && (
        <ErrorState
          words={errorSentence(list.error)}
          retrying={list.isFetching}
          onRetry={() => list.refetch()}
        />
      )}
      {list.isPending && <RowsSkeleton />}
      {lines?.length === 0 && <Nothing />}
      {lines && lines.length > 0 && (
        <div className="grid gap-4 pt-2">
          <Head total={total} />
          <ol aria-label="Everything that moved your balance" className="divide-y divide-rule">
            {lines.map((line) => (
              <Line key={line.id} line={line} now={now} />
            ))}
          </ol>
          {list.hasNextPage && (
            <Button
              variant="quiet"
              size="md"
              block
              busy={list.isFetchingNextPage}
              busyText="Loading..."
              onClick={() => list.fetchNextPage()}
            >
              Load older entries
            </Button>
          )}
        </div>
      )}
    </Page>
  );
}

function Head({ total }: { total: number }) {
  const download = useLedgerDownload();
  return (
    <div className="grid gap-3">
      <p className="text-soft">
        What moved the amount we owe you, newest first, and how each amount comes about. Together
        they are your balance. A payout stands here once it is paid.
      </p>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="font-medium">
          {total.toLocaleString('en-US')} {total === 1 ? 'entry' : 'entries'}
        </p>
        <Button
          variant="quiet"
          size="md"
          icon={<Download aria-hidden size={18} />}
          busy={download.busy}
          busyText={`${download.read.toLocaleString('en-US')} read...`}
          onClick={() => download.start()}
        >
          Download CSV
        </Button>
      </div>
      {download.error && (
        <p role="alert" className="font-medium text-red-text">
          The file could not be made: {errorSentence(download.error)}
        </p>
      )}
    </div>
  );
}

function Line({ line, now }: { line: LedgerLine; now: Instant }) {
  const { what, conversationId, at, net, fee } = line;
  const words = LINE_WORDS[what];
  return (
    <li className="flex flex-wrap justify-between gap-x-4 py-3">
      <div className="min-w-0 flex-1 basis-[10rem]">
        {conversationId ? (
          <Link
            to={paths.inboxViewer(conversationId)}
            className="hit-area font-semibold underline decoration-rule underline-offset-4 hover:decoration-ink"
          >
            {words}
          </Link>
        ) : (
          <span className="font-semibold">{words}</span>
        )}
        <time dateTime={toIso(at)} className="block text-[0.875rem] text-soft">
          {momentWords(at, now)}
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
    </li>
  );
}

/** The result stays beside its equals sign. */
const unbroken = (formula: string) => formula.replace('= ', '=\u00a0');

function Nothing() {
  return (
    <EmptyState
      drawing="letterbox"
      title="Nothing has moved yet"
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
