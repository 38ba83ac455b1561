import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronDown } from 'lucide-react';
import type { Ref } from 'react';
import { classNames } from './class-names.ts';
import { useField } from './Field.tsx';
import { BOX } from './TextInput.tsx';

/* A choice from a list. `compact` is the filter above a list; otherwise it is a form control inside a Field. */

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
  disabled?: boolean;
  name?: string;
  /** Focused by the form if nothing was chosen. */
  ref?: Ref<HTMLButtonElement>;
};

export function Select<Value extends string>(props: SelectProps<Value>) {
  const field = useField();
  return (
    <Base.Root
      items={props.options}
      value={props.value}
      onValueChange={(value) => value !== null && props.onValueChange(value)}
      disabled={props.disabled}
      name={props.name}
    >
      <Base.Trigger
        ref={props.ref}
        id={field.id}
        aria-label={props.label}
        aria-labelledby={props.label ? undefined : field.labelId}
        aria-describedby={field['aria-describedby']}
        aria-invalid={field['aria-invalid']}
        className={classNames(
          'flex items-center justify-between gap-2 text-left',
          props.compact
            ? '-mr-2 min-h-11 rounded-card px-2 font-semibold text-[0.9375rem] hover:bg-tint'
            : `${BOX} h-13 px-4`,
        )}
      >
        <Base.Value
          className="truncate data-placeholder:text-soft"
          placeholder={props.placeholder}
        />
        <Base.Icon>
          <ChevronDown aria-hidden className="size-4 text-soft" />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner
          alignItemWithTrigger={false}
          sideOffset={6}
          align={props.compact ? 'end' : 'start'}
          className="z-40"
        >
          <Base.Popup className="laid max-h-[min(22rem,var(--available-height))] min-w-[max(12rem,var(--anchor-width))] overflow-y-auto rounded-card bg-card p-1 shadow-float">
            {props.options.map((option) => (
              <Base.Item
                key={option.value}
                value={option.value}
                className="flex min-h-11 cursor-default items-center justify-between gap-3 rounded-[10px] px-3 outline-none data-highlighted:bg-tint forced-colors:data-highlighted:outline-2"
              >
                <Base.ItemText>{option.label}</Base.ItemText>
                <Base.ItemIndicator>
                  <Check aria-hidden className="size-4" />
                </Base.ItemIndicator>
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
