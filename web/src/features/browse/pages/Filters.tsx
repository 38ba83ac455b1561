import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/Button.tsx';
import { CheckCard } from '../../../ui/CheckCard.tsx';
import { Field } from '../../../ui/Field.tsx';
import { MoneyInput } from '../../../ui/MoneyInput.tsx';
import { Select } from '../../../ui/Select.tsx';
import { FILTERS, filterCount, ODDS, priceOf, SPEEDS, withParts } from './browse-address.ts';

type FiltersProps = { search: URLSearchParams };
type Parts = Parameters<typeof withParts>[1];

/* The filters of browsing. Each change is a new address, which replaces the one before it. */
export function Filters({ search }: FiltersProps) {
  const navigate = useNavigate();
  const [wasOpen] = useState(filterCount(search) > 0);
  const { key } = useLocation();
  const type = useNavigationType();
  // A second change may come before the address of the first one is rendered. Other addresses take its place.
  const latest = useRef(search);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each visit counts, even one to the same address
  useEffect(() => {
    if (type !== 'REPLACE') latest.current = search;
  }, [key]);
  const set = (parts: Parts) => {
    const changed = withParts(latest.current, parts);
    latest.current = new URLSearchParams(changed);
    navigate(paths.browse(changed), { replace: true, preventScrollReset: true });
  };
  const count = filterCount(search);
  return (
    <details open={wasOpen} className="group border-rule border-y">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 font-semibold text-[0.9375rem]">
        <ChevronDown aria-hidden className="size-4 transition-transform group-open:rotate-180" />
        Filters{count > 0 && ` (${count})`}
      </summary>
      <div className="grid gap-4 pt-1 pb-4">
        <Prices search={search} onChange={set} />
        <div className="grid gap-4 wide:grid-cols-2">
          <Field label="Speed">
            <Select
              value={chosen(SPEEDS, search.get('hours'))}
              options={SPEEDS}
              onValueChange={(hours) => set({ hours })}
            />
          </Field>
          <Field label="Odds of an answer">
            <Select
              value={chosen(ODDS, search.get('odds'))}
              options={ODDS}
              onValueChange={(odds) => set({ odds })}
            />
          </Field>
        </div>
        <CheckCard
          checked={search.get('places') === '1'}
          onCheckedChange={(places) => set({ places: places ? '1' : '' })}
          label="Only those who take a message now"
        />
        {count > 0 && (
          <Button
            variant="quiet"
            size="md"
            className="justify-self-start"
            onClick={() => set(Object.fromEntries(FILTERS.map((name) => [name, ''])))}
          >
            Remove all filters
          </Button>
        )}
      </div>
    </details>
  );
}

const chosen = (options: typeof SPEEDS, value: string | null) =>
  options.some((option) => option.value === value) ? (value ?? '') : '';

/* The lowest and the highest price, which apply when a field is left or Enter is pressed. */
function Prices({ search, onChange }: FiltersProps & { onChange: (parts: Parts) => void }) {
  const saved = { from: search.get('from') ?? '', to: search.get('to') ?? '' };
  const [typed, setTyped] = useState<typeof saved>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the prices of a new address replace the typed ones
  useEffect(() => setTyped(undefined), [saved.from, saved.to]);
  const { from, to } = typed ?? saved;
  const fault = faultOf(from, to);
  const apply = () => {
    const isNew = from !== saved.from || to !== saved.to;
    if (!fault && isNew) onChange({ from, to });
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Enter') apply();
  };
  return (
    <div className="grid grid-cols-2 gap-4">
      <Field label="Price from" error={fault?.from}>
        <MoneyInput
          value={from}
          onChange={(event) => setTyped({ from: event.currentTarget.value, to })}
          onBlur={apply}
          onKeyDown={onKeyDown}
        />
      </Field>
      <Field label="Price to" error={fault?.to}>
        <MoneyInput
          value={to}
          onChange={(event) => setTyped({ from, to: event.currentTarget.value })}
          onBlur={apply}
          onKeyDown={onKeyDown}
        />
      </Field>
    </div>
  );
}

const NO_PRICE = 'Please enter a price like 5 or 7.50';

/** The error of the prices; undefined if they are valid. An empty one is no limit. */
function faultOf(from: string, to: string): { from?: string; to?: string } | undefined {
  const [lowest, highest] = [priceOf(from), priceOf(to)];
  if (from !== '' && lowest === undefined) return { from: NO_PRICE };
  if (to !== '' && highest === undefined) return { to: NO_PRICE };
  if (lowest !== undefined && highest !== undefined && lowest > highest)
    return { to: 'The highest price is below the lowest' };
  return undefined;
}
