import { Search, X } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from './IconButton.tsx';
import { TextInput, type TextInputProps } from './TextInput.tsx';

/* Looking for people. The value is the caller's; the cross empties it and keeps the focus. */

export type SearchInputProps = Omit<
  TextInputProps,
  'type' | 'before' | 'after' | 'onChange' | 'value'
> & {
  value: string;
  onValueChange: (text: string) => void;
  /** Read aloud when no field stands around it. */
  label: string;
};

export function SearchInput({ value, onValueChange, label, ...rest }: SearchInputProps) {
  const box = useRef<HTMLInputElement>(null);
  const clear = () => {
    onValueChange('');
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
      onChange={(event) => onValueChange(event.currentTarget.value)}
      before={<Search aria-hidden size={20} />}
      after={
        value === '' ? undefined : (
          <IconButton label="Clear the search" onClick={clear} icon={<X aria-hidden size={20} />} />
        )
      }
    />
  );
}
