import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useCurrentUser } from '#web/api/current-user.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { useNow } from '#web/api/use-now.ts';
import { paths } from '#web/paths.ts';
import { ActionBar } from '#web/ui/ActionBar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadMore } from '#web/ui/LoadMore.tsx';
import { Select } from '#web/ui/Select.tsx';
import { KeyFoot } from '../DeskKeys.tsx';
import { DeskFrame, DeskPage, StaffOnly, staffGate } from '../DeskPage.tsx';
import { DeskRows } from '../DeskRows.tsx';
import { DeskSearch } from '../DeskSearch.tsx';
import { DeskTiles } from '../DeskTiles.tsx';
import { rememberTile, useDeskList, useOpenCount } from '../desk-list.ts';
import { listQueries, queuesQueries, tileOfAddress } from '../desk-queries.ts';
import { capitalized, PERMISSION_WORDS, TILE_WORDS } from '../desk-words.ts';
import { Key } from '../Key.tsx';
import { NextCase } from '../NextCase.tsx';

export const loader = queryLoader(listQueries, staffGate);

/* `/desk`: everything that waits, in one list with tiles that filter it, and the search. docs/product/desk.md#the-list */
export function Component() {
  return (
    <StaffOnly>
      <DeskList />
    </StaffOnly>
  );
}

function DeskList() {
  const queues = useQuery(queuesQueries().queues);
  const { permissionIds } = useCurrentUser();
  const now = useNow();
  const [search] = useSearchParams();
  const tile = tileOfAddress(search.get('tile') ?? '');
  useEffect(() => rememberTile(tile), [tile]);
  const permissions = permissionIds.map((permission) => PERMISSION_WORDS[permission].toLowerCase());
  return (
    <DeskPage title="Desk" query={queues}>
      {({ data: tiles }) => (
        <DeskFrame
          title="Desk"
          width="full"
          action={<Top permissions={capitalized(permissions.join(', '))} />}
          actionBar={
            <div className="contents wide:hidden">
              <ActionBar>
                <NextCase block />
              </ActionBar>
            </div>
          }
        >
          <DeskTiles tiles={tiles} chosen={tile} now={now} />
          <Cases tile={tile} now={now} shown={tiles.map((one) => one.tile)} />
          <KeyFoot />
        </DeskFrame>
      )}
    </DeskPage>
  );
}

/** Beside the heading: the search, and the keys on a wide screen. */
function Top({ permissions }: { permissions: string }) {
  return (
    <div className="flex items-center gap-3 max-wide:w-[calc(100vw-2.5rem)]">
      <span className="hidden whitespace-nowrap text-[0.9375rem] text-soft panes:inline">
        {permissions}
      </span>
      <DeskSearch />
      <Button
        size="md"
        variant="quiet"
        className="hidden! wide:inline-flex!"
        onClick={() => document.querySelector<HTMLElement>('[data-desk-key="?"]')?.click()}
      >
        <span className="inline-flex items-center gap-2">
          Keys <Key>?</Key>
        </span>
      </Button>
    </div>
  );
}

type Tile = ReturnType<typeof tileOfAddress>;

function Cases({
  tile,
  now,
  shown,
}: {
  tile: Tile;
  now: ReturnType<typeof useNow>;
  shown: readonly NonNullable<Tile>[];
}) {
  const list = useDeskList(tile);
  const count = useOpenCount(tile) ?? 0;
  const navigate = useNavigate();
  const items = list.data;
  return (
    <section aria-label="Cases" className="grid gap-2">
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-3">
        <h2 className="text-soft">
          <span className="font-semibold text-ink">
            {count} {count === 1 ? 'case' : 'cases'}
          </span>{' '}
          · the most harm first<span className="max-wide:hidden">, then the oldest</span>
        </h2>
        <div className="hidden items-center gap-3 wide:flex">
          <Select
            compact
            outlined
            label="Queue"
            value={tile ?? 'ALL'}
            onValueChange={(value) =>
              navigate(paths.desk(value === 'ALL' ? '' : value.toLowerCase()), { replace: true })
            }
            options={[
              { value: 'ALL', label: 'All queues' },
              ...shown.map((value) => ({ value, label: TILE_WORDS[value].title })),
            ]}
          />
          <NextCase />
        </div>
      </div>
      {items && items.length > 0 && <DeskRows items={items} now={now} />}
      {items?.length === 0 && (
        <EmptyState
          drawing="letterbox"
          title="Nothing waits here"
          action={tile && <Button render={<Link to={paths.desk()} replace />}>All queues</Button>}
        >
          New ones appear here, the most harmful first.
        </EmptyState>
      )}
      {list.error && !items && (
        <p role="alert" className="text-red-text">
          The list couldn’t be loaded. It’s tried again in a few seconds.
        </p>
      )}
      {list.hasNextPage && (
        <LoadMore
          words="Show more"
          busy={list.isFetchingNextPage}
          onLoad={() => list.fetchNextPage()}
        />
      )}
    </section>
  );
}
