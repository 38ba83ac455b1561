import { type ComponentProps, type ReactNode, useId } from 'react';

/* A setting that is on or off at once, without a form: a label, an optional hint, and the switch at the right. */

export type SwitchProps = {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  label: string;
  hint?: ReactNode;
};

export function Switch({ checked, onCheckedChange, label, hint }: SwitchProps) {
  const id = useId();
  return (
    <div className="relative flex min-h-13 items-center gap-4 py-2">
      <div className="min-w-0 flex-1">
        {/* The label covers the whole row, so that all of it can be pressed. */}
        <label htmlFor={id} className="font-semibold text-[0.9375rem] after:absolute after:inset-0">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-[0.875rem] text-soft">
            {hint}
          </p>
        )}
      </div>
      <Track
        id={id}
        checked={checked}
        onCheckedChange={onCheckedChange}
        aria-describedby={hint ? `${id}-hint` : undefined}
      />
    </div>
  );
}

/* A switch in a cell of a table, whose row and column say what it is. */
export function CellSwitch({ label, ...rest }: Omit<SwitchProps, 'hint'>) {
  const id = useId();
  return (
    <label htmlFor={id} className="inline-grid min-h-11 min-w-12 place-items-center">
      {/* A text in the cell would be read before the switch, and again as its name. */}
      <Track id={id} aria-label={label} {...rest} />
    </label>
  );
}

type TrackProps = Pick<SwitchProps, 'checked' | 'onCheckedChange'> &
  Pick<ComponentProps<'input'>, 'id' | 'aria-describedby' | 'aria-label'>;

function Track({ onCheckedChange, ...rest }: TrackProps) {
  return (
    <span className="grid shrink-0 items-center *:col-start-1 *:row-start-1">
      <input
        {...rest}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says itself whether it is on
        role="switch"
        onChange={(event) => onCheckedChange(event.currentTarget.checked)}
        className="peer h-7 w-12 appearance-none rounded-full border-2 border-edge bg-card transition-colors checked:border-ink checked:bg-ink"
      />
      <span
        aria-hidden
        className="pointer-events-none ml-1.5 size-4 rounded-full bg-edge transition-[translate,background-color] peer-checked:translate-x-5 peer-checked:bg-paper forced-colors:bg-[CanvasText] forced-colors:peer-checked:bg-[Highlight]"
      />
    </span>
  );
}
