import { Check, Minus } from 'lucide-react';
import { useId } from 'react';

type CellBoxProps = {
  /** `mixed`: some of what the box stands for is on. */
  checked: boolean | 'mixed';
  onCheckedChange: (checked: boolean) => void;
  label: string;
};

/* A checkbox in a cell of a table, whose row and column say what it is. Pressing a mixed one turns all of it on. */
export function CellBox({ checked, onCheckedChange, label }: CellBoxProps) {
  const id = useId();
  const isMixed = checked === 'mixed';
  return (
    <label htmlFor={id} className="inline-grid size-11 place-items-center">
      <span className="grid *:col-start-1 *:row-start-1">
        <input
          id={id}
          type="checkbox"
          aria-label={label}
          checked={checked === true}
          ref={(input) => {
            if (input) input.indeterminate = isMixed;
          }}
          onChange={() => onCheckedChange(checked !== true)}
          className="peer size-7 appearance-none rounded-letter border-2 border-edge bg-card checked:border-ink checked:bg-ink indeterminate:border-ink"
        />
        {isMixed ? (
          <Minus
            aria-hidden
            className="pointer-events-none m-auto size-4 text-ink"
            strokeWidth={3}
          />
        ) : (
          <Check
            aria-hidden
            className="pointer-events-none invisible m-auto size-4 text-paper peer-checked:visible"
            strokeWidth={3}
          />
        )}
      </span>
    </label>
  );
}
