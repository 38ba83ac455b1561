import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { CATEGORIES } from '#shared/rules/profiles/categories.ts';
import { classNames } from '../../ui/class-names.ts';
import { searchedTextIn, withParts } from './browse-address.ts';

/** The fields before the others, on a phone the first two of them: those that most questions are about. */
const FIRST = ['CATEGORY_07', 'CATEGORY_12', 'CATEGORY_04', 'CATEGORY_02', 'CATEGORY_05'];
const FIRST_ON_PHONE = 2;
/** As many as have room in a line beside a list on a narrow screen. */
const FIRST_ON_TABLET = 3;

const FIELDS = [
  ...FIRST.flatMap((id) => CATEGORIES.find((category) => category.id === id) ?? []),
  ...CATEGORIES.filter(({ id }) => !FIRST.includes(id)),
];

/* The fields of people as chips, each a link. The others open in place. */
export function FieldChips({ search }: { search: URLSearchParams }) {
  const [openedFor, setOpenedFor] = useState<string>();
  const { pathname } = useLocation();
  // A search closes them again, so that what it finds is not below all fields.
  const text = searchedTextIn(search) ?? '';
  const isOpen = openedFor === text;
  const chosen = search.get('category') ?? '';
  const to = (category: string) => {
    const parts = withParts(search, { category });
    return parts === '' ? pathname : `${pathname}?${parts}`;
  };
  return (
    <nav aria-label="Fields">
      <ul className="flex flex-wrap gap-2">
        <Chip name="All fields" to={to('')} isChosen={chosen === ''} />
        {FIELDS.map(({ id, name }, nth) => (
          <Chip
            key={id}
            name={name}
            to={to(id)}
            isChosen={chosen === id}
            className={visibilityOf(nth, isOpen || chosen === id)}
          />
        ))}
        {!isOpen && (
          <li>
            <button
              type="button"
              aria-expanded={false}
              onClick={() => setOpenedFor(text)}
              className={`${CHIP} border-edge bg-card font-semibold hover:bg-tint`}
            >
              More fields
              <ChevronDown aria-hidden className="size-4" />
            </button>
          </li>
        )}
      </ul>
    </nav>
  );
}

const CHIP =
  'inline-flex min-h-11 items-center gap-1.5 rounded-full border px-4 text-[0.9375rem] leading-tight ' +
  'max-[22.5rem]:px-3 max-[22.5rem]:text-[0.875rem] cards:px-3.5 cards:text-[0.875rem]';

type ChipProps = { name: string; to: string; isChosen: boolean; className?: string | undefined };

function Chip({ name, to, isChosen, className }: ChipProps) {
  return (
    <li className={className}>
      <Link
        to={to}
        preventScrollReset
        aria-current={isChosen ? 'true' : undefined}
        className={classNames(
          CHIP,
          isChosen
            ? 'border-ink bg-ink font-semibold text-paper'
            : 'border-rule bg-card hover:bg-tint',
        )}
      >
        {name}
      </Link>
    </li>
  );
}

/** Which chips are there before the others are opened. */
function visibilityOf(nth: number, isShown: boolean): string | undefined {
  if (isShown || nth < FIRST_ON_PHONE) return undefined;
  if (nth < FIRST_ON_TABLET) return 'hidden cards:block';
  return nth < FIRST.length ? 'hidden panes:block' : 'hidden';
}
