import type { ControllerRenderProps } from 'react-hook-form';
import { normalizePriceText } from '#shared/rules/conversations/pricing.ts';
import { announce } from '../ui/announce.ts';
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
        if (!isSubmitBlur(event) && (fillEmpty || field.value !== '')) {
          const price = normalizePriceText(field.value);
          if (Number(price) !== Number(field.value)) announce(`The price is $${price} now`);
          field.onChange(price);
        }
        field.onBlur();
      }}
    />
  );
}
