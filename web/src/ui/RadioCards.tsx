import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

/*
 * A choice between a few options, each with a sentence: reasons, plans. Inside a `<Field group="radios">`. A screen reader
 * says the label and the price of an option as its name, and the rest as its description.
 */

export type RadioCard<Value extends string> = {
  value: Value;
  label: string;
  /** Below the label, as a part of the name: a price. */
  price?: ReactNode;
  hint?: ReactNode;
  /** Why it cannot be chosen now, in a sentence. */
  refused?: string | undefined;
  /** At the right: a price, a chip. */
  trailing?: ReactNode;
};

export type RadioCardsProps<Value extends string> = {
  /** Undefined if nothing is chosen. */
  value: Value | undefined;
  onValueChange: (value: Value) => void;
  options: readonly RadioCard<Value>[];
  disabled?: boolean;
  /** The name that several groups share, of whose options one is chosen. */
  name?: string;
};

export function RadioCards<Value extends string>(props: RadioCardsProps<Value>) {
  const ownName = useId();
  const { name = ownName } = props;
  const idOf = (place: number, part: 'name' | 'price' | 'more' | 'trailing') =>
    `${ownName}-${place}-${part}`;
  const isDisabled = ({ refused }: RadioCard<Value>) => props.disabled || refused !== undefined;
  return (
    <div className="grid gap-2">
      {props.options.map((option, place) => (
        <label
          key={option.value}
          data-checked={props.value === option.value || undefined}
          data-disabled={isDisabled(option) || undefined}
          className="flex min-h-13 items-center gap-3 rounded-card border border-rule bg-card px-4 py-3 data-checked:border-ink data-disabled:bg-transparent data-checked:shadow-[inset_0_0_0_1px_var(--ink)]"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            aria-labelledby={`${idOf(place, 'name')} ${idOf(place, 'price')} ${idOf(place, 'trailing')}`}
            aria-describedby={hasMore(option) ? idOf(place, 'more') : undefined}
            checked={props.value === option.value}
            onChange={() => props.onValueChange(option.value)}
            disabled={isDisabled(option)}
            className={classNames(
              'grid size-5 shrink-0 appearance-none place-items-center rounded-full border-2 border-edge checked:border-ink',
              'before:size-2.5 before:rounded-full checked:before:bg-ink forced-colors:checked:before:bg-[Highlight]',
              // Aligns with the label, however long the hint is.
              hasMore(option) && 'mt-px self-start',
            )}
          />
          <span className="min-w-0 flex-1">
            <span
              id={idOf(place, 'name')}
              className={classNames(
                'block font-semibold text-[0.9375rem]',
                option.refused !== undefined && 'text-soft',
              )}
            >
              {option.label}
            </span>
            {option.price && (
              <span id={idOf(place, 'price')} className="block pt-1 text-[0.875rem] text-ink">
                {option.price}
              </span>
            )}
            {hasMore(option) && (
              <span id={idOf(place, 'more')} className="block text-[0.875rem] text-soft">
                {option.refused === undefined ? option.hint : `Not possible now: ${option.refused}`}
              </span>
            )}
          </span>
          {option.trailing && <span id={idOf(place, 'trailing')}>{option.trailing}</span>}
        </label>
      ))}
    </div>
  );
}

const hasMore = ({ hint, refused }: RadioCard<string>) => (hint ?? refused) !== undefined;
