import { REFUSALS } from '../../../../../../shared/refusals.ts';
import { Field } from '../../../../ui/Field.tsx';
import type { TextInputProps } from '../../../../ui/TextInput.tsx';
import { UsernameInput } from '../../../../ui/UsernameInput.tsx';
import { WebAddress } from '../../../../ui/WebAddress.tsx';
import { useUsernameTaken } from '../../username-taken.ts';

export type UsernameFieldProps = TextInputProps & {
  typed: string;
  error: string | undefined;
  /** Before the address. */
  hint?: string;
};

/*
 * The username of a new account, with the profile address it makes and, after a pause in typing, whether it is
 * available.
 */
export function UsernameField({ typed, error, hint, ...input }: UsernameFieldProps) {
  const taken = useUsernameTaken(typed);
  const address = `${window.location.host}/${typed || 'username'}`;
  return (
    <Field
      label="Username"
      hint={
        <>
          {hint} Your public address: <WebAddress address={address} />
          <span role="status" className="block">
            {taken === false && 'This username is available.'}
          </span>
        </>
      }
      liveError
      error={error ?? (taken ? REFUSALS.USERNAME_TAKEN.sentence : undefined)}
    >
      <UsernameInput {...input} />
    </Field>
  );
}
