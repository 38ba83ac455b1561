import { filtered } from './filtered-input.ts';
import { filterMoney } from './money-text.ts';
import { TextInput, type TextInputProps } from './TextInput.tsx';

/* An amount in dollars: digits and one dot. Rounding on leaving the field is the form's rule, not the box's. */
export function MoneyInput({ onChange, ...rest }: Omit<TextInputProps, 'before'>) {
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      placeholder="1.00"
      {...rest}
      before={
        <span aria-hidden className="font-figures text-lg">
          $
        </span>
      }
      className="font-figures text-lg"
      onChange={filtered(filterMoney, onChange)}
    />
  );
}
