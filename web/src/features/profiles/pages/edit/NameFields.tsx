import { useWatch } from 'react-hook-form';
import { REFUSALS } from '#shared/refusals.ts';
import type { CurrentUser } from '#web/api/current-user.ts';
import { useUsernameTaken } from '#web/features/auth/username-taken.ts';
import { Field } from '#web/ui/Field.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { UsernameInput } from '#web/ui/UsernameInput.tsx';
import { WebAddress } from '#web/ui/WebAddress.tsx';
import type { ProfileFields } from './profile-values.ts';

/* The username, which is the profile's address, and the full name. */
export function NameFields({ form, user }: { form: ProfileFields; user: CurrentUser }) {
  const own = user.username;
  const { errors } = form.formState;
  const username = useWatch({ control: form.control, name: 'username' });
  const taken = useUsernameTaken(username, own);
  const address = `${window.location.host}/${username || 'username'}`;
  return (
    <>
      <Field
        label="Username"
        liveError
        error={errors.username?.message ?? (taken ? REFUSALS.USERNAME_TAKEN.sentence : undefined)}
        hint={
          <>
            Your public address: <WebAddress address={address} />. After a change you have to sign
            in again; the old address leads to the new one for 90 days.
          </>
        }
      >
        <UsernameInput {...form.register('username')} />
      </Field>
      <Field
        label="Full name"
        error={errors.userFullName?.message}
        hint={user.trusted ? badgeWords(user) : undefined}
      >
        <TextInput autoComplete="name" {...form.register('userFullName')} />
      </Field>
    </>
  );
}

const badgeWords = ({ verifiedName }: CurrentUser) =>
  `Your Verified Account Badge needs this to be the name that Stripe verified, ${verifiedName}.`;
