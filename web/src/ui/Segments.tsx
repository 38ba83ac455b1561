import { useId } from 'react';

/* A choice between two or three short words, in one row. Inside a `<Field group="radios">`. */

export type SegmentsProps<Value extends string> = {
  /** Undefined if nothing is chosen. */
  value: Value | undefined;
  onValueChange: (value: Value) => void;
  options: readonly { readonly value: Value; readonly label: string }[];
};

export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const name = useId();
  return (
    <div className="flex overflow-hidden rounded-card border border-edge bg-card">
      {props.options.map(({ value, label }) => (
        <label
          key={value}
          data-checked={props.value === value || undefined}
          className="relative grid min-h-11 flex-auto place-items-center border-rule border-l px-3 py-1.5 text-center font-semibold text-[0.9375rem] leading-tight first:border-l-0 data-checked:bg-ink data-checked:text-paper forced-colors:data-checked:bg-[Highlight]"
        >
          <input
            type="radio"
            name={name}
            value={value}
            checked={props.value === value}
            onChange={() => props.onValueChange(value)}
            // It covers its label, so that a press anywhere is one of the choice itself.
            className="-outline-offset-4 absolute inset-0 size-full appearance-none outline-current focus-visible:outline-2"
          />
          {label}
        </label>
      ))}
    </div>
  );
}
