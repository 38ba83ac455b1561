import { useEffect, useState, useSyncExternalStore } from 'react';
import { Link, useSearchParams } from 'react-router';
import {
  hasReturnAddress,
  returnProfile,
  storeReturnProfile,
  wantedOffer,
} from '#web/api/return-address.ts';
import { paths } from '#web/paths.ts';
import { FormPage } from '#web/shell/FormPage.tsx';
import { TextLink } from '#web/shell/TextLink.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { PasswordInput } from '#web/ui/PasswordInput.tsx';
import { UsernameInput } from '#web/ui/UsernameInput.tsx';
import { PasskeyButton } from './PasskeyButton.tsx';
import { showRenderedSignIn } from './rendered-sign-in.ts';
import { type SignInForm, useSignInForm } from './use-sign-in-form.ts';

const SignInToWrite = lazyPart(
  async () => (await import('./SignInToWrite.tsx')).SignInToWrite,
  ({ waiting }) => waiting,
);

/* Signs in with username and password, or leads to the other ways. docs/product/auth.md#password-sign-in */
export function Component() {
  const { profile, offer, isHydrated } = useDestination();
  // One form for both layouts: what was typed into the rendered page stays when the other one takes its place.
  const signInForm = useSignInForm();
  const usual = <SignIn {...signInForm} />;
  const isToWrite = profile !== undefined && offer !== undefined;
  const isHydrating = useIsHydrating();
  useEffect(() => {
    if (!isHydrating && !isToWrite) showRenderedSignIn();
  }, [isHydrating, isToWrite]);
  useEffect(() => showRenderedSignIn, []);
  if (!isToWrite) return usual;
  return (
    <SignInToWrite
      username={profile}
      offer={offer}
      signInForm={signInForm}
      otherwise={usual}
      waiting={isHydrated ? usual : null}
    />
  );
}

function SignIn({ form, submission }: SignInForm) {
  const { errors } = form.formState;
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

type Destination = {
  readonly profile: string | undefined;
  readonly offer: string | undefined;
  /** Whether the server rendered this page. */
  readonly isHydrated: boolean;
};

/**
 * Where the person goes next: a profile, and what they want to write for there. What the address says is stored, so that it outlives
 * the other sign-in screens. The server renders the page without.
 */
function useDestination(): Destination {
  const [search, setSearch] = useSearchParams();
  const named = search.get('profile');
  const offer = search.get('write') ?? undefined;
  useEffect(() => {
    if (named === null) return;
    storeReturnProfile(named, offer);
    setSearch({}, { replace: true });
  }, [named, offer, setSearch]);
  const isHydrating = useIsHydrating();
  const [isHydrated] = useState(isHydrating);
  if (isHydrating) return { profile: undefined, offer: undefined, isHydrated };
  return named === null
    ? { profile: returnProfile(), offer: wantedOffer(), isHydrated }
    : { profile: named, offer, isHydrated };
}

/** Whether the page is still as the server rendered it. */
const useIsHydrating = (): boolean => useSyncExternalStore(unchanging, never, always);

const WELCOME = 'Good to see you again.';
const unchanging = () => () => undefined;
const never = () => false;
const always = () => true;

/** Says where the person goes next. */
const useLead = (): string => useSyncExternalStore(unchanging, leadOfThisBrowser, () => WELCOME);

function leadOfThisBrowser(): string {
  const profile = returnProfile();
  if (profile) return `Next: @${profile}’s profile`;
  return hasReturnAddress() ? 'You’re signed out. Sign in to continue.' : WELCOME;
}
