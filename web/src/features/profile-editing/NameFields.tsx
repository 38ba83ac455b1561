import { useWatch } from 'react-hook-form';
import { REFUSALS } from '../../../../shared/refusals.ts';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { UsernameInput } from '../../ui/UsernameInput.tsx';
import type { ProfileFields } from './profile-values.ts';
import { useUsernameTaken } from './username-taken.ts';

/* Who the person is: in the address of their profile, and in words. */
export function NameFields({ form, own }: { form: ProfileFields; own: string }) {
  const { errors } = form.formState;
  const username = useWatch({ control: form.control, name: 'username' });
  const taken = useUsernameTaken(username, own);
  const address = `${window.location.host}/${username || 'username'}`;
  return (
    <>
      <Field
        label="Username"
        error={errors.username?.message ?? (taken ? REFUSALS.USERNAME_TAKEN.sentence : undefined)}
        hint={
          <>
            Your public address: <span className="wrap-anywhere">{address}</span>. Changing it signs
            you out everywhere, and you sign in again with the new username. For 90 days your old
            address leads to the new one.
          </>
        }
      >
        <UsernameInput {...form.register('username')} />
      </Field>
      <Field label="Full name" error={errors.userFullName?.message}>
        <TextInput autoComplete="name" {...form.register('userFullName')} />
      </Field>
    </>
  );
}
