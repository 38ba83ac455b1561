import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useViewerId } from '#web/api/viewer.ts';
import { paths } from '#web/paths.ts';
import { PagedList } from '#web/shell/PagedList.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { List } from '#web/ui/List.tsx';
import { unsavedRecipients } from '../../drafts/device-draft.ts';
import { draftSyncOf } from '../../drafts/draft-sync.ts';
import { DiscardDraft } from './DiscardDraft.tsx';
import { type DraftRow, DraftRowView } from './DraftRowView.tsx';
import { draftsQuery } from './order-queries.ts';

/** How many drafts are above the sent messages; all of them are in a list of their own. */
const SHOWN = 3;

/* The newest drafts of all devices, above the sent messages. */
export function DraftsSection({ onAll }: { onAll: () => void }) {
  const list = useDrafts();
  const [discarding, setDiscarding] = useState<DraftRow>();
  const around = useRef<HTMLDivElement>(null);
  const rows = list.data?.pages[0]?.data ?? [];
  const total = list.data?.pages[0]?.pageTotal ?? 0;
  return (
    <div ref={around} tabIndex={-1} className="outline-none">
      {rows.length > 0 && (
        <section aria-labelledby="unfinished" className="mb-2 border-rule border-b pb-2">
          <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
            <h2 id="unfinished" className="font-serif text-xl">
              Drafts
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
          <List label="Drafts">
            {rows.slice(0, SHOWN).map((row) => (
              <DraftRowView key={row.id} row={row} onDiscard={() => setDiscarding(row)} />
            ))}
          </List>
        </section>
      )}
      <DiscardDraft
        row={discarding}
        onClose={() => setDiscarding(undefined)}
        near={() => around.current}
      />
    </div>
  );
}

/* All drafts, page by page. */
export function DraftsList() {
  const list = useDrafts();
  const [discarding, setDiscarding] = useState<DraftRow>();
  const around = useRef<HTMLDivElement>(null);
  return (
    <div ref={around} tabIndex={-1} className="outline-none">
      <PagedList
        label="Drafts"
        list={list}
        keyOf={({ id }) => id}
        older="Load older drafts"
        empty={
          <EmptyState
            drawing="envelope"
            title="No drafts"
            action={
              <Button size="md" render={<Link to={paths.userSearch()} />}>
                Find someone to ask
              </Button>
            }
          >
            A letter that you start and don’t send is kept here for 30 days, on all your devices.
          </EmptyState>
        }
      >
        {(row) => <DraftRowView row={row} onDiscard={() => setDiscarding(row)} />}
      </PagedList>
      <DiscardDraft
        row={discarding}
        onClose={() => setDiscarding(undefined)}
        near={() => around.current}
      />
    </div>
  );
}

/** The list of drafts. Unsaved ones of this device are saved, and the list then contains them. */
function useDrafts() {
  const viewerId = useViewerId();
  useEffect(() => {
    const keepers = unsavedRecipients().map((id) => draftSyncOf(viewerId, id));
    for (const keeper of keepers) void keeper.check().then(() => keeper.save());
  }, [viewerId]);
  return useInfiniteQuery(draftsQuery());
}
