import { filterUsername } from '../../../shared/rules/accounts/accounts.ts';
import { filtered } from './filtered-input.ts';
import { TextInput, type TextInputProps } from './TextInput.tsx';

/* A username: lower case, a–z 0–9 _ and dots, no leading dot, whatever is typed or pasted. */
export function UsernameInput({ onChange, ...rest }: TextInputProps) {
  return (
    <TextInput
      autoComplete="username"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...rest}
      onChange={filtered(filterUsername, onChange)}
    />
  );
}
