import { Check, Eye, EyeOff } from 'lucide-react';
import { type ChangeEvent, useId, useState } from 'react';
import { classNames } from './class-names.ts';
import { useField } from './Field.tsx';
import { IconButton } from './IconButton.tsx';
import { TextInput, type TextInputProps } from './TextInput.tsx';

/* A password input with a button that shows the password. `rules` are checked off in one line while a new password is typed. */

export type PasswordRule = { label: string; met: (password: string) => boolean };

export type PasswordInputProps = Omit<TextInputProps, 'type' | 'after' | 'before'> & {
  /** `new-password` for a new password, `current-password` to sign in. */
  autoComplete: 'new-password' | 'current-password';
  rules?: readonly PasswordRule[];
};

export function PasswordInput({ rules, onChange, ...rest }: PasswordInputProps) {
  const [shown, setShown] = useState(false);
  const [text, setText] = useState('');
  const rulesId = useId();
  const described = useField()['aria-describedby'];
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    setText(event.currentTarget.value);
    onChange?.(event);
  };
  return (
    <div className="grid gap-2">
      <TextInput
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...rest}
        {...(rules ? { 'aria-describedby': [described, rulesId].filter(Boolean).join(' ') } : {})}
        type={shown ? 'text' : 'password'}
        onChange={change}
        after={
          <IconButton
            label="Show password"
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
            icon={shown ? <EyeOff aria-hidden size={20} /> : <Eye aria-hidden size={20} />}
          />
        }
      />
      {rules && <Rules id={rulesId} rules={rules} text={text} />}
    </div>
  );
}

function Rules(props: { id: string; rules: readonly PasswordRule[]; text: string }) {
  return (
    <ul id={props.id} className="flex flex-wrap gap-x-2.5 text-[0.875rem]">
      {props.rules.map(({ label, met }) => {
        const done = met(props.text);
        return (
          <li
            key={label}
            className={classNames(
              'flex items-center gap-1',
              done ? 'text-earned-text' : 'text-soft',
            )}
          >
            {done && <Check aria-hidden className="size-4" strokeWidth={2.5} />}
            {label}
            <span className="sr-only">{done ? ', done' : ', still missing'}</span>
          </li>
        );
      })}
    </ul>
  );
}
