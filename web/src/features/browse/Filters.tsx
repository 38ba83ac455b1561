import { Check, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { formatMoney } from '#shared/money.ts';
import { categoryOf, subCategoriesOf } from '#shared/rules/profiles/categories.ts';
import { Button } from '../../ui/Button.tsx';
import { CheckCard } from '../../ui/CheckCard.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Select, type SelectOption } from '../../ui/Select.tsx';
import { FILTERS, filterCount, ODDS, PRICES, priceOf, SPEEDS } from './browse-address.ts';
import type { SetParts } from './use-people-address.ts';

/* The filters of a list of people: in the line of the count, or on a phone in a sheet. docs/product/discovery.md#filters */

export type FiltersProps = { search: URLSearchParams; set: SetParts };

type Choice = {
  label: string;
  value: string;
  options: readonly SelectOption<string>[];
  choose: (value: string) => void;
};

function choicesOf({ search, set }: FiltersProps): Choice[] {
  const category = categoryOf(search.get('category'));
  const speed = {
    label: 'Speed',
    value: chosen(SPEEDS, search.get('hours')),
    options: SPEEDS,
    choose: (hours: string) => set({ hours }),
  };
  const odds = {
    label: 'Odds of an answer',
    value: chosen(ODDS, search.get('odds')),
    options: ODDS,
    choose: (value: string) => set({ odds: value }),
  };
  const field = category && {
    label: 'Part of the field',
    value: search.get('sub') ?? '',
    options: [
      { value: '', label: `All of ${category.name}` },
      ...subCategoriesOf(category.id).map(({ id, name }) => ({ value: id, label: name })),
    ],
    choose: (sub: string) => set({ sub }),
  };
  return [...(field ? [field] : []), priceChoice({ search, set }), speed, odds];
}

/** The price, also one that an address names and the list of choices does not have. */
function priceChoice({ search, set }: FiltersProps): Choice {
  const [from, to] = [search.get('from') ?? '', search.get('to') ?? ''];
  const value = `${from}-${to}`;
  const [lowest, highest] = [priceOf(from), priceOf(to)];
  const named = [
    lowest !== undefined && `from ${formatMoney(lowest)}`,
    highest !== undefined && `up to ${formatMoney(highest)}`,
  ].filter(Boolean);
  const isListed = PRICES.some((option) => option.value === value);
  return {
    label: 'Price',
    value: isListed || named.length > 0 ? value : '-',
    options:
      isListed || named.length === 0 ? PRICES : [...PRICES, { value, label: named.join(' ') }],
    choose: (range) => {
      const [least = '', most = ''] = range.split('-');
      set({ from: least, to: most });
    },
  };
}

const chosen = (options: readonly SelectOption<string>[], value: string | null) =>
  options.some((option) => option.value === value) ? (value ?? '') : '';

const PLACES = 'Accepts letters now';

/* The filters in one line, where there is room. */
export function FilterLine(props: FiltersProps) {
  const { search, set } = props;
  const hasPlaces = search.get('places') === '1';
  return (
    <div className="hidden flex-wrap justify-end gap-2 cards:flex">
      {choicesOf(props).map(({ label, value, options, choose }) => (
        <Select
          key={label}
          compact
          outlined
          label={label}
          value={value}
          options={options}
          onValueChange={choose}
        />
      ))}
      <button
        type="button"
        aria-pressed={hasPlaces}
        onClick={() => set({ places: hasPlaces ? '' : '1' })}
        className="inline-flex min-h-11 items-center gap-2 rounded-card border border-edge bg-card px-4 font-semibold text-[0.9375rem] aria-pressed:bg-tint"
      >
        {hasPlaces && <Check aria-hidden className="size-4" />}
        {PLACES}
      </button>
    </div>
  );
}

/* The button that opens the filters in a sheet, for a phone. */
export function FilterButton(props: FiltersProps) {
  const [open, setOpen] = useState(false);
  const count = filterCount(props.search);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={count === 0 ? 'Filters' : `Filters, ${count} set`}
        onClick={() => setOpen(true)}
        className="relative grid size-13 shrink-0 place-items-center rounded-card border border-edge bg-card hover:bg-tint cards:hidden"
      >
        <SlidersHorizontal aria-hidden size={20} />
        {count > 0 && (
          <span className="absolute -top-1.5 -right-1.5 grid size-5.5 place-items-center rounded-full bg-ink font-semibold text-[0.75rem] text-paper">
            {count}
          </span>
        )}
      </button>
      {open && <FilterSheet {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function FilterSheet({ search, set, onClose }: FiltersProps & { onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Filters"
      actions={
        <>
          <Button block onClick={onClose}>
            Show people
          </Button>
          {filterCount(search) > 0 && (
            <Button
              block
              variant="quiet"
              onClick={() => set(Object.fromEntries(FILTERS.map((name) => [name, ''])))}
            >
              Remove all filters
            </Button>
          )}
        </>
      }
    >
      {choicesOf({ search, set }).map(({ label, value, options, choose }) => (
        <Field key={label} label={label}>
          <Select value={value} options={options} onValueChange={choose} />
        </Field>
      ))}
      <CheckCard
        checked={search.get('places') === '1'}
        onCheckedChange={(places) => set({ places: places ? '1' : '' })}
        label={PLACES}
      />
    </Dialog>
  );
}
