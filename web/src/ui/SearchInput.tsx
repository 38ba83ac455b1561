import { Search, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { IconButton } from './IconButton.tsx';
import { TextInput, type TextInputProps } from './TextInput.tsx';

/* A search field. The caller owns the value; the clear button keeps the focus. */

export type SearchInputProps = Omit<
  TextInputProps,
  'type' | 'before' | 'after' | 'onChange' | 'value'
> & {
  value: string;
  /** `caret`: the number of characters before it. */
  onValueChange: (text: string, caret: number) => void;
  /** The label for screen readers, without a Field. */
  label: string;
  /** The position of the caret when the field appears; by default at the start. */
  caret?: number | undefined;
};

export function SearchInput({ value, onValueChange, label, caret, ...rest }: SearchInputProps) {
  const box = useRef<HTMLInputElement>(null);
  // Only when the field appears; after that the user moves the caret.
  const first = useRef(caret);
  useEffect(() => {
    if (first.current !== undefined) box.current?.setSelectionRange(first.current, first.current);
  }, []);
  const clear = () => {
    onValueChange('', 0);
    box.current?.focus();
  };
  return (
    <TextInput
      ref={box}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      enterKeyHint="search"
      inputMode="search"
      aria-label={label}
      {...rest}
      type="text"
      role="searchbox"
      value={value}
      onChange={({ currentTarget }) =>
        onValueChange(
          currentTarget.value,
          currentTarget.selectionStart ?? currentTarget.value.length,
        )
      }
      before={<Search aria-hidden size={20} />}
      after={
        value === '' ? undefined : (
          <IconButton label="Clear the search" onClick={clear} icon={<X aria-hidden size={20} />} />
        )
      }
    />
  );
}
