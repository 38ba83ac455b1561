import { filtered } from './filtered-input.ts';
import { filterMoney } from './money-text.ts';
import { TextInput, type TextInputProps } from './TextInput.tsx';

/* An input for dollars: accepts digits and one dot. The form rounds the value on blur. */
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
      {...filtered(filterMoney, onChange)}
    />
  );
}
