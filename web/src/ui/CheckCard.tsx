import { Check } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useField } from './Field.tsx';

/* A labeled checkbox: a member of a group, a consent. A screen reader says the hint as its description, and the error of the field around it. */

export type CheckCardProps = {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  label: ReactNode;
  hint?: ReactNode;
  /** Before the label, for example an avatar. */
  before?: ReactNode;
  disabled?: boolean;
};

export function CheckCard(props: CheckCardProps) {
  const id = useId();
  const { 'aria-invalid': invalid, 'aria-describedby': error } = useField();
  const describedBy = [props.hint && `${id}-hint`, invalid && error].filter(Boolean).join(' ');
  return (
    <label className="flex min-h-13 items-center gap-3 py-2">
      <span className="grid shrink-0 *:col-start-1 *:row-start-1">
        <input
          type="checkbox"
          aria-labelledby={`${id}-label`}
          aria-describedby={describedBy || undefined}
          aria-invalid={invalid}
          checked={props.checked}
          onChange={(event) => props.onCheckedChange(event.currentTarget.checked)}
          disabled={props.disabled}
          className="peer size-6 appearance-none rounded-letter border-2 border-edge bg-card checked:border-ink checked:bg-ink"
        />
        <Check
          aria-hidden
          className="pointer-events-none invisible m-auto size-4 text-paper peer-checked:visible"
          strokeWidth={3}
        />
      </span>
      {props.before}
      <span className="min-w-0 flex-1">
        <span id={`${id}-label`} className="block font-semibold text-[0.9375rem]">
          {props.label}
        </span>
        {props.hint && (
          <span id={`${id}-hint`} className="block text-[0.875rem] text-soft">
            {props.hint}
          </span>
        )}
      </span>
    </label>
  );
}
