import type { ControllerRenderProps } from 'react-hook-form';
import { normalizePriceText } from '../../../shared/rules/conversations/pricing.ts';
import { MoneyInput } from '../ui/MoneyInput.tsx';
import { isSubmitBlur } from '../ui/submit-blur.ts';

export type PriceInputProps = {
  field: Omit<ControllerRenderProps, 'value'> & { readonly value: string };
  /** Whether an empty price becomes the lowest one too. */
  fillEmpty?: boolean;
};

/* An input for a price in a form, which corrects the price on blur. */
export function PriceInput({ field, fillEmpty = false }: PriceInputProps) {
  return (
    <MoneyInput
      {...field}
      onBlur={(event) => {
        // A press on the submit button shows the error instead of correcting the price on blur.
        if (!isSubmitBlur(event) && (fillEmpty || field.value !== ''))
          field.onChange(normalizePriceText(field.value));
        field.onBlur();
      }}
    />
  );
}
