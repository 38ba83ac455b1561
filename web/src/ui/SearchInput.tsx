import { Search, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { IconButton } from './IconButton.tsx';
import { TextInput, type TextInputProps } from './TextInput.tsx';

/* Looking for people. The value is the caller's; the cross empties it and keeps the focus. */

export type SearchInputProps = Omit<
  TextInputProps,
  'type' | 'before' | 'after' | 'onChange' | 'value'
> & {
  value: string;
  /** `caret`: how many characters stand before it. */
  onValueChange: (text: string, caret: number) => void;
  /** Read aloud when no field stands around it. */
  label: string;
  /** Where the caret stands when the field appears; at the start without it. */
  caret?: number | undefined;
};

export function SearchInput({ value, onValueChange, label, caret, ...rest }: SearchInputProps) {
  const box = useRef<HTMLInputElement>(null);
  // Once, as the field appears: it is the person's from then on.
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
