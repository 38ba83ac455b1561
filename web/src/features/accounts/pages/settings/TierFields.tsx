import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { type UseFormReturn, useController } from 'react-hook-form';
import { PROMISE_MAX, TIER_NAME_MAX, type Tier } from '#shared/rules/conversations/tiers.ts';
import { PriceInput } from '#web/forms/PriceInput.tsx';
import { CharCount } from '#web/ui/CharCount.tsx';
import { CountInput } from '#web/ui/CountInput.tsx';
import { Field } from '#web/ui/Field.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';

/** A tier as it is typed. */
export type TypedTier = { name: string; price: string; promise: string; minimumLength: string };

export type TiersFormState = UseFormReturn<{ tiers: TypedTier[] }, unknown, { tiers: Tier[] }>;

export type TierFieldsProps = {
  form: TiersFormState;
  /** The place of the tier, from 0, and the number of tiers. */
  index: number;
  count: number;
  onMove: (by: -1 | 1) => void;
  onRemove: (title: string) => void;
};

/* The fields of one tier, with buttons to move and remove it. */
export function TierFields({ form, index, count, onMove, onRemove }: TierFieldsProps) {
  const title = `Tier ${index + 1}`;
  const field = (name: keyof TypedTier) => `tiers.${index}.${name}` as const;
  const { control, formState } = form;
  const name = useController({ control, name: field('name') });
  const price = useController({ control, name: field('price') });
  const promise = useController({ control, name: field('promise') });
  const length = useController({ control, name: field('minimumLength') });
  // The error of the list as a whole, such as two equal names.
  const { root, message = root?.message } = formState.errors.tiers ?? {};
  return (
    <fieldset aria-label={title} className="grid gap-4 rounded-card border border-rule bg-card p-4">
      <div className="flex items-center">
        <p className="flex-1 font-semibold">{title}</p>
        <IconButton
          label={`Move ${title} up`}
          data-move={-1}
          icon={<ArrowUp aria-hidden size={18} />}
          disabled={index === 0}
          onClick={() => onMove(-1)}
        />
        <IconButton
          label={`Move ${title} down`}
          data-move={1}
          icon={<ArrowDown aria-hidden size={18} />}
          disabled={index === count - 1}
          onClick={() => onMove(1)}
        />
        <IconButton
          label={`Remove ${title}`}
          icon={<Trash2 aria-hidden size={18} />}
          onClick={() => onRemove(title)}
        />
      </div>
      <Field
        label="Name"
        error={name.fieldState.error?.message ?? (index === 0 ? message : undefined)}
      >
        <TextInput
          {...name.field}
          maxLength={TIER_NAME_MAX}
          autoComplete="off"
          placeholder="Short answer"
        />
      </Field>
      <Field label="Price" error={price.fieldState.error?.message}>
        <PriceInput field={price.field} />
      </Field>
      <Field
        label="What they get"
        error={promise.fieldState.error?.message}
        counter={<CharCount count={promise.field.value.length} max={PROMISE_MAX} />}
      >
        <TextInput
          {...promise.field}
          maxLength={PROMISE_MAX}
          autoComplete="off"
          placeholder="One clear recommendation"
        />
      </Field>
      <Field
        label="Minimum length"
        hint="In characters. You can’t send a shorter answer. At least 200."
        error={length.fieldState.error?.message}
      >
        <CountInput {...length.field} digits={4} />
      </Field>
    </fieldset>
  );
}
