import { filterUsername } from '#shared/rules/accounts/accounts.ts';
import { filtered } from './filtered-input.ts';
import { TextInput, type TextInputProps } from './TextInput.tsx';

/* A username input: accepts lower case letters, digits, _ and dots, without a leading dot, also when pasting. */
export function UsernameInput({ onChange, ...rest }: TextInputProps) {
  return (
    <TextInput
      autoComplete="username"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...rest}
      {...filtered(filterUsername, onChange)}
    />
  );
}
