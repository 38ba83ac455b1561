import { Link } from 'react-router';
import { ZERO } from '#shared/money.ts';
import type { Instant } from '#shared/time.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Money } from '../../ui/Money.tsx';
import { itemPath, type QueueItem } from './desk-list.ts';
import { personOfRow, rowChip, rowReason } from './desk-rows.ts';
import { ageWords, HARM_WORDS, TILE_WORDS } from './desk-words.ts';
import { TILE_ICONS } from './tile-icons.ts';

/* The list of the desk. j and k move between its rows. */
export function DeskRows({ items, now }: { items: readonly QueueItem[]; now: Instant }) {
  return (
    <ul data-desk-rows aria-label="Cases" className="-mx-3 grid">
      {items.map((item) => (
        <li key={`${item.type} ${item.id}`} className="border-rule border-b last:border-b-0">
          <DeskRow item={item} now={now} />
        </li>
      ))}
    </ul>
  );
}

const COLUMNS = 'wide:grid-cols-[6rem_2.5rem_minmax(0,1fr)_auto_6rem_5.5rem]';

function DeskRow({ item, now }: { item: QueueItem; now: Instant }) {
  const { id: viewerId } = useCurrentUser();
  const { tile, since, amount, skipped } = item;
  const person = personOfRow(item);
  const chip = rowChip(item, viewerId);
  const Icon = TILE_ICONS[tile];
  const kind = TILE_WORDS[tile].kind;
  const isDue = tile === 'DANGER';
  return (
    <Link
      to={itemPath(item)}
      className={classNames(
        'grid min-h-18.5 grid-cols-[2.5rem_minmax(0,1fr)] items-center gap-x-3 rounded-card px-3 py-2 hover:bg-tint focus-visible:bg-tint wide:min-h-16.5',
        COLUMNS,
      )}
    >
      <span
        className={classNames(
          'hidden items-center gap-2 text-[0.9375rem] wide:flex',
          isDue ? 'font-semibold text-red-text' : 'text-soft',
        )}
      >
        <Icon aria-hidden className="size-4 shrink-0" />
        {kind}
      </span>
      <Avatar size="row" name={person?.fullName ?? '?'} imageUrl={person?.profileImageUrl} />
      <span className="grid min-w-0 gap-0.5">
        <span className="flex min-w-0 items-baseline justify-between gap-2">
          <span className="min-w-0 truncate font-semibold">
            <bdi>{person?.fullName ?? 'An account that’s gone'}</bdi>
          </span>
          <span
            className={classNames(
              'shrink-0 font-semibold text-[0.8125rem] wide:hidden',
              isDue ? 'text-red-text' : 'text-soft',
            )}
          >
            {kind} · {ageWords(since, now)}
          </span>
        </span>
        <span className="flex min-w-0 items-baseline justify-between gap-2">
          <span className="min-w-0 truncate text-[0.9375rem] text-soft">
            {rowReason(item, viewerId, now)}
          </span>
          {amount !== null && amount > ZERO && (
            <Money amount={amount} className="shrink-0 text-[1.125rem] wide:hidden" />
          )}
        </span>
        {chip && chip.words !== HARM_WORDS[3] && (
          <span className="wide:hidden">
            <Chip tone={chip.tone} icon={chip.icon}>
              {chip.words}
            </Chip>
          </span>
        )}
      </span>
      <span className="hidden wide:block">
        {chip && (
          <Chip tone={chip.tone} icon={chip.icon}>
            {chip.words}
          </Chip>
        )}
      </span>
      <span className="hidden text-right text-[0.9375rem] text-soft wide:block">
        {skipped && <span className="block text-[0.8125rem]">for later</span>}
        {ageWords(since, now)}
      </span>
      <span className="hidden text-right wide:block">
        {amount !== null && amount > ZERO && <Money amount={amount} className="text-[1.1875rem]" />}
      </span>
    </Link>
  );
}
