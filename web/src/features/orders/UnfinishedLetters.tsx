import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { viewDrafts } from '../../../../shared/api/conversations.ts';
import { refresh } from '../../api/queries.ts';
import { ConversationList } from '../../conversation/ConversationList.tsx';
import { unsavedRecipients } from '../../conversation/compose-draft.ts';
import { draftKeeperOf } from '../../conversation/draft-keeper.ts';
import { useViewerId } from '../../conversation/viewer.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { List } from '../../ui/List.tsx';
import { DiscardLetter } from './DiscardLetter.tsx';
import { unfinishedLetters } from './order-queries.ts';
import { type UnfinishedRow, UnfinishedRowView } from './UnfinishedRowView.tsx';

/** So many stand above the sent messages; all of them have a page of their own. */
const SHOWN = 3;

/* The letters that were begun and not sent, on whichever device. Above the sent messages there are a few of them. */
export function UnfinishedSection({ onAll }: { onAll: () => void }) {
  const list = useUnfinished();
  const [discarding, setDiscarding] = useState<UnfinishedRow>();
  const around = useRef<HTMLDivElement>(null);
  const rows = list.data?.pages[0]?.data ?? [];
  const total = list.data?.pages[0]?.pageTotal ?? 0;
  return (
    <div ref={around} tabIndex={-1} className="outline-none">
      {rows.length > 0 && (
        <section aria-labelledby="unfinished" className="mb-2 border-rule border-b pb-2">
          <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
            <h2 id="unfinished" className="font-serif text-xl">
              Unfinished
            </h2>
            {total > SHOWN && (
              <button
                type="button"
                className="min-h-11 font-semibold text-back hover:underline"
                onClick={onAll}
              >
                See all {total}
              </button>
            )}
          </div>
          <List label="Unfinished letters">
            {rows.slice(0, SHOWN).map((row) => (
              <UnfinishedRowView key={row.id} row={row} onDiscard={() => setDiscarding(row)} />
            ))}
          </List>
        </section>
      )}
      <DiscardLetter
        row={discarding}
        onClose={() => setDiscarding(undefined)}
        near={() => around.current}
      />
    </div>
  );
}

/* All of them, page by page. */
export function UnfinishedList() {
  const list = useUnfinished();
  const [discarding, setDiscarding] = useState<UnfinishedRow>();
  const around = useRef<HTMLDivElement>(null);
  return (
    <div ref={around} tabIndex={-1} className="outline-none">
      <ConversationList
        label="Unfinished letters"
        list={list}
        rows={list.data?.pages.flatMap((page) => page.data)}
        older="Load older letters"
        empty={
          <EmptyState
            drawing="envelope"
            title="No unfinished letters"
            action={
              <Button size="md" render={<Link to={paths.userSearch()} />}>
                Find somebody to ask
              </Button>
            }
          >
            A letter that you begin and do not send is kept here for 30 days, on all your devices.
          </EmptyState>
        }
      >
        {(row) => <UnfinishedRowView key={row.id} row={row} onDiscard={() => setDiscarding(row)} />}
      </ConversationList>
      <DiscardLetter
        row={discarding}
        onClose={() => setDiscarding(undefined)}
        near={() => around.current}
      />
    </div>
  );
}

/** The list; what this device wrote without a connection is saved first, so that it is among them. */
function useUnfinished() {
  const viewerId = useViewerId();
  useEffect(() => {
    const keepers = unsavedRecipients().map((id) => draftKeeperOf(viewerId, id));
    if (keepers.length === 0) return;
    void Promise.all(keepers.map((keeper) => keeper.check().then(() => keeper.save()))).then(() =>
      refresh(viewDrafts),
    );
  }, [viewerId]);
  return useInfiniteQuery(unfinishedLetters());
}
