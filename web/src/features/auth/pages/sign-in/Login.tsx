import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useSyncExternalStore } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useSearchParams } from 'react-router';
import { authenticate } from '../../../../../../shared/api/auth.ts';
import { call } from '../../../../api/client.ts';
import {
  hasReturnAddress,
  returnProfile,
  storeReturnProfile,
} from '../../../../api/return-address.ts';
import { useSubmission } from '../../../../forms/submission.ts';
import { paths } from '../../../../paths.ts';
import { FormPage } from '../../../../shell/FormPage.tsx';
import { TextLink } from '../../../../shell/TextLink.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { Field } from '../../../../ui/Field.tsx';
import { PasswordInput } from '../../../../ui/PasswordInput.tsx';
import { UsernameInput } from '../../../../ui/UsernameInput.tsx';
import { useSignIn } from './begin-session.ts';
import { PasskeyButton } from './PasskeyButton.tsx';

/* Signs in with username and password, or leads to the other ways. docs/product/auth.md#password-sign-in */
export function Component() {
  const signIn = useSignIn();
  const form = useForm({
    resolver: zodResolver(authenticate.input),
    defaultValues: { username: '', password: '' },
  });
  const { errors } = form.formState;
  const submission = useSubmission(form, {
    failed: 'We could not sign you in. Please try again.',
    send: (input) => signIn(() => call(authenticate, input)),
  });
  return (
    <FormPage
      title="Sign in"
      header="brand"
      action={<span />}
      lead={useLead()}
      {...submission}
      submit="Sign in"
      secondary={
        <>
          <PasskeyButton />
          <Button variant="quiet" block render={<Link to={paths.oneTimeLogin()} />}>
            Sign in with a one-time code
          </Button>
        </>
      }
      note={
        <>
          New here? <TextLink to={paths.register()}>Register Now</TextLink>
        </>
      }
    >
      <Field label="Username" error={errors.username?.message}>
        <UsernameInput {...form.register('username')} />
      </Field>
      <Field label="Password" error={errors.password?.message}>
        <PasswordInput autoComplete="current-password" {...form.register('password')} />
      </Field>
      <p>
        <TextLink to={paths.forgetPassword()}>Forgot Password</TextLink>
      </p>
    </FormPage>
  );
}

/** Says where the person goes next. A profile in the address is stored, so that it outlives the other sign-in screens. */
function useLead(): string {
  const [search, setSearch] = useSearchParams();
  const wanted = search.get('profile');
  useEffect(() => {
    if (wanted === null) return;
    storeReturnProfile(wanted);
    setSearch({}, { replace: true });
  }, [wanted, setSearch]);
  return useSyncExternalStore(unchanging, leadOfThisBrowser, () => WELCOME);
}

const WELCOME = 'Good to see you again.';
const unchanging = () => () => undefined;

function leadOfThisBrowser(): string {
  const profile = returnProfile();
  if (profile) return `Then you go on to @${profile}.`;
  return hasReturnAddress() ? 'You are signed out. Sign in to continue.' : WELCOME;
}
