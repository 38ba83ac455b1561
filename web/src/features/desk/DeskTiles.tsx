import { Link } from 'react-router';
import type { viewDeskQueues } from '#shared/api/desk.ts';
import type { Output } from '#shared/api/operation.ts';
import { ZERO } from '#shared/money.ts';
import type { Tile } from '#shared/rules/desk/permissions.ts';
import type { Instant } from '#shared/time.ts';
import { paths } from '../../paths.ts';
import { classNames } from '../../ui/class-names.ts';
import { Money } from '../../ui/Money.tsx';
import { ageWords, TILE_WORDS } from './desk-words.ts';
import { TILE_ICONS } from './tile-icons.ts';

type Summary = Output<typeof viewDeskQueues>['data'][number];

export type DeskTilesProps = {
  tiles: readonly Summary[];
  /** The tile that filters the list; undefined for none. */
  chosen: Tile | undefined;
  now: Instant;
};

/* The tiles of the desk: how much waits, for how much money and how long. Each filters the list under them; the chosen one shows all again. */
export function DeskTiles({ tiles, chosen, now }: DeskTilesProps) {
  return (
    <nav aria-label="Queues">
      <ul className="grid grid-cols-4 gap-2 wide:grid-cols-8">
        {tiles.map((tile) => (
          <li key={tile.tile} className="min-w-0">
            <DeskTile summary={tile} isChosen={tile.tile === chosen} now={now} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function DeskTile({
  summary: { tile, count, more, oldestAt, amount },
  isChosen,
  now,
}: {
  summary: Summary;
  isChosen: boolean;
  now: Instant;
}) {
  const Icon = TILE_ICONS[tile];
  const { title, short } = TILE_WORDS[tile];
  const isDue = tile === 'DANGER' && count > 0;
  return (
    <Link
      to={isChosen ? paths.desk() : paths.desk(tile.toLowerCase())}
      replace
      preventScrollReset
      aria-current={isChosen ? 'true' : undefined}
      data-desk-tile={tile}
      className={classNames(
        'grid h-full min-h-19 content-between gap-0.5 rounded-card border bg-card p-2 hover:bg-tint wide:min-h-24 wide:p-2.5',
        isDue ? 'border-red' : 'border-rule',
        isChosen && 'outline-2 outline-ink',
        isChosen && !isDue && 'border-ink',
      )}
    >
      <span
        className={classNames(
          'flex min-w-0 items-center gap-1.5 font-semibold text-[0.78125rem] leading-tight',
          isDue && 'text-red-text',
        )}
      >
        <Icon aria-hidden className="hidden size-3.5 shrink-0 wide:block" />
        <span className="truncate wide:hidden">{short}</span>
        <span className="hidden whitespace-nowrap tracking-tighter wide:inline">{title}</span>
      </span>
      <span className="flex min-w-0 flex-wrap items-baseline justify-between gap-x-1">
        <span className="font-figures text-[1.25rem] leading-tight wide:text-[1.625rem]">
          {more ? `${count}+` : count}
        </span>
        {amount !== null && amount > ZERO && (
          <>
            <Money amount={amount} short className="text-[0.8125rem] wide:hidden" />
            <Money amount={amount} className="hidden text-[0.9375rem] wide:inline" />
          </>
        )}
      </span>
      <span className="text-[0.6875rem] text-soft leading-tight tracking-tight wide:whitespace-nowrap wide:text-[0.75rem]">
        {oldestAt === null ? (
          <span className="sr-only wide:not-sr-only">nothing waits</span>
        ) : (
          <>
            <span className="sr-only wide:not-sr-only">oldest </span>
            {ageWords(oldestAt, now)}
          </>
        )}
      </span>
    </Link>
  );
}
