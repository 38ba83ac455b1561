import { Checkbox } from '@base-ui/react/checkbox';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';

/* A labeled checkbox: a member of a group, a consent. */

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
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is the control
    <label className="flex min-h-13 items-center gap-3 py-2">
      <Checkbox.Root
        checked={props.checked}
        onCheckedChange={(checked) => props.onCheckedChange(checked)}
        disabled={props.disabled}
        className="grid size-6 shrink-0 place-items-center rounded-letter border-2 border-edge bg-card data-checked:border-ink data-checked:bg-ink"
      >
        <Checkbox.Indicator className="text-paper">
          <Check aria-hidden className="size-4" strokeWidth={3} />
        </Checkbox.Indicator>
      </Checkbox.Root>
      {props.before}
      <span className="min-w-0 flex-1">
        <span className="block font-semibold text-[0.9375rem]">{props.label}</span>
        {props.hint && <span className="block text-[0.875rem] text-soft">{props.hint}</span>}
      </span>
    </label>
  );
}
