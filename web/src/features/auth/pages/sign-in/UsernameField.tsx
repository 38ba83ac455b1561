import { Check } from 'lucide-react';
import { REFUSALS } from '#shared/refusals.ts';
import { Chip } from '#web/ui/Chip.tsx';
import { Field } from '#web/ui/Field.tsx';
import type { TextInputProps } from '#web/ui/TextInput.tsx';
import { UsernameInput } from '#web/ui/UsernameInput.tsx';
import { WebAddress } from '#web/ui/WebAddress.tsx';
import { useUsernameTaken } from '../../username-taken.ts';

export type UsernameFieldProps = TextInputProps & {
  typed: string;
  error: string | undefined;
  /** Before the address. */
  hint?: string;
  /** Whether the hint has the address of the profile. */
  showsAddress?: boolean;
};

/*
 * The username of a new account, with the profile address it makes and, after a pause in typing, whether it is
 * available.
 */
export function UsernameField(props: UsernameFieldProps) {
  const { typed, error, hint, showsAddress = true, ...input } = props;
  const taken = useUsernameTaken(typed);
  const address = `${window.location.host}/${typed || 'username'}`;
  return (
    <Field
      label="Username"
      hint={
        <>
          {hint}{' '}
          {showsAddress && (
            <>
              Your public address: <WebAddress address={address} />
            </>
          )}
          <span role="status" className="sr-only">
            {taken === false && 'This username is available.'}
          </span>
        </>
      }
      liveError
      error={error ?? (taken ? REFUSALS.USERNAME_TAKEN.sentence : undefined)}
    >
      <UsernameInput
        {...input}
        {...(taken === false && { after: <Available />, className: 'pr-31!' })}
      />
    </Field>
  );
}

/** The same words are announced under the field. */
function Available() {
  return (
    <span aria-hidden className="pointer-events-none pr-2">
      <Chip tone="earned" icon={Check}>
        Available
      </Chip>
    </span>
  );
}
