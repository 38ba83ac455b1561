import { useEffect, useState } from 'react';
import { cents, formatMoney } from '#shared/money.ts';
import { firstBrokenEntry } from '#shared/rules/conversations/record-chain.ts';
import { useEntity } from '#web/api/queries.ts';
import { type Address, queryLoader } from '#web/api/screen-loader.ts';
import { usePathParameter } from '#web/path-parameters.ts';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { QueryPage } from '#web/shell/QueryPage.tsx';
import { Button } from '#web/ui/Button.tsx';
import { type RecordData, recordQuery, saveRecord } from '../../record-file.ts';
import { tierWords } from '../../tier-words.ts';
import {
  amountWords,
  byWords,
  entryWords,
  fileWords,
  timeWords,
  writtenWords,
} from './record-words.ts';

export const loader = queryLoader(
  ({ params: { conversationId = '' } }: Pick<Address, 'params'>) => ({
    record: recordQuery(conversationId),
  }),
);

/** `/record/{conversationId}`: the record of a conversation, to read and to print. docs/product/conversations.md#record */
export function Component() {
  const id = usePathParameter('conversationId');
  const query = useEntity(recordQuery(id));
  return (
    <QueryPage title="Record" back={paths.inboxViewer(id)} query={query}>
      {(record) => <RecordPage record={record} />}
    </QueryPage>
  );
}

function RecordPage({ record }: { record: RecordData }) {
  const { conversationId: id, side, entries } = record;
  const back = side === 'sender' ? paths.orderViewer(id) : paths.inboxViewer(id);
  const heading = entries[0];
  const documentTitle = heading?.subject ? `Record of ${heading.subject}` : 'Record';
  return (
    <Page title="Record" documentTitle={documentTitle} back={back}>
      <div className="grid gap-5">
        <div className="grid gap-2 print:hidden">
          <Button block onClick={() => window.print()}>
            Print
          </Button>
          <Button block variant="quiet" onClick={() => saveRecord(record)}>
            Download JSON
          </Button>
        </div>
        <article className="record letter grid gap-5 px-5 py-6">
          {heading && <Heading heading={heading} />}
          <ChainState entries={entries} />
          <ol className="grid gap-5">
            {entries.map((entry) => (
              <Entry key={entry.number} entry={entry} heading={heading ?? entry} />
            ))}
          </ol>
        </article>
      </div>
    </Page>
  );
}

type EntryData = RecordData['entries'][number];

function Heading({ heading }: { heading: EntryData }) {
  const { subject, sender, recipient, priceCents = 0, tier, conversationId } = heading;
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['From', sender && `${sender.fullName}, @${sender.username}`],
    ['To', recipient && `${recipient.fullName}, @${recipient.username}`],
    ['Price', formatMoney(cents(priceCents))],
    ...(tier ? [['Bought', `${tier.name}. ${tierWords(tier)}`] as const] : []),
    ['Conversation', conversationId],
  ];
  return (
    <header className="grid gap-3 border-rule border-b pb-4">
      <p className="text-[0.875rem] text-soft">Record of a conversation on ReplyPaid</p>
      <h2 dir="auto" className="wrap-anywhere font-serif text-2xl leading-tight">
        {subject}
      </h2>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        {rows.map(([name, value]) => (
          <div key={name} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-soft">{name}</dt>
            <dd dir="auto" className="wrap-anywhere min-w-0">
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </header>
  );
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Checks the chain in the browser and says whether it is intact. */
function ChainState({ entries }: { entries: readonly EntryData[] }) {
  const [words, setWords] = useState('Checking the chain...');
  useEffect(() => {
    let left = false;
    chainWords(entries).then((result) => left || setWords(result));
    return () => {
      left = true;
    };
  }, [entries]);
  return (
    <p role="status" className="font-semibold">
      {words}
    </p>
  );
}

async function chainWords(entries: readonly EntryData[]): Promise<string> {
  // Browsers provide crypto.subtle only to pages served over HTTPS.
  if (!crypto.subtle) return 'This browser can’t check the chain.';
  const broken = await firstBrokenEntry(entries, sha256);
  return broken === undefined ? 'The chain is intact.' : `The chain is broken at entry ${broken}.`;
}

function Entry({ entry, heading }: { entry: EntryData; heading: EntryData }) {
  const { number, at, text, note, files = [], hash } = entry;
  const [by, amounts] = [byWords(entry, heading), amountWords(entry)];
  const written = writtenWords(entry);
  return (
    <li className="record-entry grid gap-1">
      <p className="text-[0.875rem] text-soft">
        {number} · <time dateTime={at}>{timeWords(entry)}</time>
      </p>
      <p className="font-semibold">
        {entryWords(entry)}
        {by && (
          <>
            , <bdi>{by}</bdi>
          </>
        )}
        {amounts && <span className="tabular-nums">: {amounts}</span>}
      </p>
      {(text ?? note) !== undefined && (
        <p
          dir="auto"
          className="wrap-anywhere whitespace-pre-line font-serif text-lg leading-relaxed"
        >
          {text ?? note}
        </p>
      )}
      {files.length > 0 && (
        <ul className="grid gap-2 text-[0.875rem]">
          {files.map((file, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a file can be attached twice
            <li key={index} className="wrap-anywhere">
              <bdi className="font-semibold">{file.name}</bdi>, {fileWords(file)}
              <span className="block font-mono text-[0.75rem] text-soft">
                SHA-256 {file.sha256}
              </span>
            </li>
          ))}
        </ul>
      )}
      {written && <p className="text-[0.875rem] text-soft">{written}</p>}
      <p className="wrap-anywhere font-mono text-[0.75rem] text-soft">{hash}</p>
    </li>
  );
}
