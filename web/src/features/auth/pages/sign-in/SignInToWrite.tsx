import { useQuery } from '@tanstack/react-query';
import { Fingerprint, MessageSquareText } from 'lucide-react';
import { type FormEvent, type ReactNode, useLayoutEffect } from 'react';
import { Link } from 'react-router';
import { viewUserProfile } from '#shared/api/profiles.ts';
import { SUPPORT_USERNAME } from '#shared/brand.ts';
import { serverNow } from '#web/api/clock.ts';
import { query } from '#web/api/queries.ts';
import { firstName } from '#web/features/conversations/conversation.ts';
import { visitorLetterTo } from '#web/features/conversations/drafts/visitor-letter.ts';
import type { Profile } from '#web/features/conversations/recipient.ts';
import { unavailableWords } from '#web/features/profiles/availability-words.ts';
import { fieldOf } from '#web/features/profiles/field-of.ts';
import { oddsWords, promiseWords } from '#web/features/profiles/odds-words.ts';
import { ANY_OFFER, paths } from '#web/paths.ts';
import { Page, PageHeading } from '#web/shell/Page.tsx';
import { TextLink } from '#web/shell/TextLink.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Envelope } from '#web/ui/Envelope.tsx';
import { Field } from '#web/ui/Field.tsx';
import { ErrorSummary } from '#web/ui/FormShell.tsx';
import { PasswordInput } from '#web/ui/PasswordInput.tsx';
import { Stamp } from '#web/ui/Stamp.tsx';
import { UsernameInput } from '#web/ui/UsernameInput.tsx';
import { PasskeyButton } from './PasskeyButton.tsx';
import { showRenderedSignIn } from './rendered-sign-in.ts';
import type { SignInForm } from './use-sign-in-form.ts';

export type SignInToWriteProps = {
  username: string;
  /** The tier that was chosen on the profile, or any. */
  offer: string;
  /** The usual sign-in, for a person to whom nobody can write now. */
  otherwise: ReactNode;
  signInForm: SignInForm;
  /** Shown until the code of this layout has arrived. */
  waiting: ReactNode;
};

/*
 * The sign-in of somebody who wants to write: whom, for how much, and what to expect. Who is new writes first.
 * docs/product/auth.md#a-first-letter
 */
export function SignInToWrite({ username, offer, otherwise, signInForm }: SignInToWriteProps) {
  const { data, isError } = useQuery(query(viewUserProfile, { username: username.toLowerCase() }));
  useLayoutEffect(showRenderedSignIn, []);
  const profile = data?.data[0];
  const isOpen = profile && !unavailableWords(profile, serverNow());
  if (isError || username === SUPPORT_USERNAME || (profile && !isOpen)) return otherwise;
  const tierId = offer === ANY_OFFER ? undefined : offer;
  const name = profile ? firstName(profile.fullName) : `@${username}`;
  const price = profile && priceOf(profile, tierId);
  return (
    <Page
      title={`Write to ${name}`}
      documentTitle="Sign in"
      header="brand"
      heading="hidden"
      help
      action={<span />}
    >
      <div className="grid gap-5">
        <Envelope
          from="you"
          to={profile?.fullName ?? name}
          field={profile ? fieldOf(profile) : TO_COME}
          stamp={price && <Stamp price={price} width={132} tilted />}
        />
        <div>
          <PageHeading className="font-serif text-3xl leading-tight">Write to {name}</PageHeading>
          {/* As high as it usually is, so that nothing below it moves. */}
          <p className="mt-1.5 min-h-24 text-soft min-[30rem]:min-h-12">
            {profile && price && `${oddsWords(profile)} ${promiseWords(price, serverNow())}`}
          </p>
        </div>
        <div className="grid gap-2">
          <Button
            block
            disabled={!profile}
            render={profile && <Link to={paths.firstLetter(profile.id, tierId)} />}
          >
            I am new
          </Button>
          <p className="text-center text-[0.9375rem] text-soft">
            {visitorLetterTo(username)
              ? 'The letter that you began is kept on this device.'
              : 'Write first. Your name and phone come after.'}
          </p>
        </div>
        <OrSignIn {...signInForm} />
        <p className="text-center text-[0.9375rem] text-soft">
          Not writing to {name}? <TextLink to={paths.register()}>Register Now</TextLink>
        </p>
      </div>
    </Page>
  );
}

/** The sign-in of those who have an account, below. */
function OrSignIn({ form, submission }: SignInForm) {
  const { errors } = form.formState;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!submission.busy) void submission.onSubmit(event);
  };
  return (
    <form noValidate onSubmit={submit} aria-label="Sign in" className="grid gap-4">
      <p className="flex items-center gap-3 text-[0.9375rem] text-soft before:h-px before:flex-1 before:bg-rule after:h-px after:flex-1 after:bg-rule">
        or sign in
      </p>
      {submission.error && <ErrorSummary key={submission.error} words={submission.error} />}
      <Field label="Username" error={errors.username?.message}>
        <UsernameInput {...form.register('username')} />
      </Field>
      <div className="relative grid gap-2">
        <Field label="Password" error={errors.password?.message}>
          <PasswordInput autoComplete="current-password" {...form.register('password')} />
        </Field>
        {/* Beside the label where there is room, and after the field for the keyboard. */}
        <p className="min-[22.5rem]:absolute min-[22.5rem]:top-0 min-[22.5rem]:right-0">
          <TextLink to={paths.forgetPassword()}>Forgot Password</TextLink>
        </p>
      </div>
      <Button type="submit" variant="quiet" block busy={submission.busy}>
        Sign in
      </Button>
      <div className="flex flex-wrap gap-2 *:w-auto! *:flex-auto">
        <PasskeyButton
          size="md"
          words={
            <>
              <Fingerprint aria-hidden size={20} /> Passkey
            </>
          }
        />
        <Button size="md" variant="quiet" block render={<Link to={paths.oneTimeLogin()} />}>
          <MessageSquareText aria-hidden size={20} /> One-time code
        </Button>
      </div>
    </form>
  );
}

/** Keeps the place of a line. */
const TO_COME = '\u00a0';

const priceOf = ({ tiers, paidResponsePrice }: Profile, tierId: string | undefined) =>
  tiers?.find(({ id }) => id === tierId)?.price ?? paidResponsePrice;
