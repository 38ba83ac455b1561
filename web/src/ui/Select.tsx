import { ChevronDown } from 'lucide-react';
import type { Ref } from 'react';
import { classNames } from './class-names.ts';
import { useField } from './Field.tsx';
import { BOX } from './TextInput.tsx';

/*
 * A choice from a list, which the device shows in its own way. `compact` is the filter above a list; otherwise it is
 * a form control inside a Field.
 */

export type SelectOption<Value extends string> = { value: Value; label: string };

export type SelectProps<Value extends string> = {
  /** Null while nothing is chosen. */
  value: Value | null;
  onValueChange: (value: Value) => void;
  options: readonly SelectOption<Value>[];
  placeholder?: string;
  /** The label for screen readers, without a Field. */
  label?: string;
  compact?: boolean;
  /** A compact one with an outline, beside others. */
  outlined?: boolean;
  disabled?: boolean;
  name?: string;
  /** Focused by the form if nothing was chosen. */
  ref?: Ref<HTMLSelectElement>;
};

export function Select<Value extends string>(props: SelectProps<Value>) {
  const { labelId: _, ...field } = useField();
  const { value, options, placeholder, compact, outlined, onValueChange } = props;
  return (
    <div className={classNames('relative min-w-0', compact && !outlined && '-mr-2')}>
      <select
        {...field}
        ref={props.ref}
        aria-label={props.label}
        name={props.name}
        disabled={props.disabled}
        value={value ?? ''}
        onChange={(event) => onValueChange(event.currentTarget.value as Value)}
        className={classNames(
          'max-w-full cursor-pointer appearance-none truncate pr-9',
          compact
            ? 'field-sizing-content min-h-11 rounded-card font-semibold hover:bg-tint'
            : `${BOX} h-13 pl-4`,
          compact && (outlined ? 'border border-edge bg-card pl-4 text-base' : 'pl-2'),
          value === null && 'text-soft',
        )}
      >
        {value === null && (
          <option value="" disabled hidden>
            {placeholder}
          </option>
        )}
        {options.map((option) => (
          // The list of options, drawn by the browser, has its own colors.
          <option key={option.value} value={option.value} className="bg-card font-normal text-ink">
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className={classNames(
          'pointer-events-none absolute inset-y-0 my-auto size-4 text-soft',
          compact ? 'right-2' : 'right-4',
        )}
      />
    </div>
  );
}
