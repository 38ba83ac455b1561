import { REFUSALS } from '../../../../shared/refusals.ts';
import { useUsernameTaken } from '../../credentials/username-taken.ts';
import { Field } from '../../ui/Field.tsx';
import type { TextInputProps } from '../../ui/TextInput.tsx';
import { UsernameInput } from '../../ui/UsernameInput.tsx';
import { WebAddress } from '../../ui/WebAddress.tsx';

export type UsernameFieldProps = TextInputProps & { typed: string; error: string | undefined };

/* The username of a new account: the address that it makes, and, once it is not typed at any more, whether it is free. */
export function UsernameField({ typed, error, ...input }: UsernameFieldProps) {
  const taken = useUsernameTaken(typed);
  const address = `${window.location.host}/${typed || 'username'}`;
  return (
    <Field
      label="Username"
      hint={
        <>
          Your public address: <WebAddress address={address} />
          <span role="status" className="block">
            {taken === false && 'This username is available.'}
          </span>
        </>
      }
      error={error ?? (taken ? REFUSALS.USERNAME_TAKEN.sentence : undefined)}
    >
      <UsernameInput {...input} />
    </Field>
  );
}
