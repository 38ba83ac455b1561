import { zodResolver } from '@hookform/resolvers/zod';
import { MessageSquareText } from 'lucide-react';
import { useNavigate, useSearchParams } from 'react-router';
import * as z from 'zod/mini';
import { createUser } from '#shared/api/auth.ts';
import { formatPhoneNumber } from '#shared/wire.ts';
import { call } from '#web/api/client.ts';
import { serverNow } from '#web/api/clock.ts';
import { useSendOnce } from '#web/api/send-once.ts';
import { tabStorage } from '#web/api/storage.ts';
import { clearReferral, storedReferral } from '#web/features/accounts/stored-referral.ts';
import { useDraftForm } from '#web/forms/draft-form.ts';
import { useSubmission } from '#web/forms/submission.ts';
import { paths } from '#web/paths.ts';
import { FormPage } from '#web/shell/FormPage.tsx';
import { useIsPageOpen } from '#web/shell/open-page.ts';
import { TextLink } from '#web/shell/TextLink.tsx';
import { Banner } from '#web/ui/Banner.tsx';
import { Field } from '#web/ui/Field.tsx';
import { PasswordInput } from '#web/ui/PasswordInput.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { registrationInProgress, waitingRegistration } from '../../flow-state.ts';
import { PhoneNumberField } from '../../PhoneNumberField.tsx';
import { PASSWORD_RULES } from '../../password-rules.ts';
import { phoneNumber } from '../../phone-number.ts';
import { Agreement } from './Agreement.tsx';
import { InvitedBy } from './InvitedBy.tsx';
import { UsernameField } from './UsernameField.tsx';

const formSchema = z.extend(createUser.input, { phoneNumber });

const DRAFT = 'register';

/* Registers a new account. docs/product/accounts.md#registration */
export function Component() {
  const navigate = useNavigate();
  const isPageOpen = useIsPageOpen();
  const invitedByCode = useInvitation();
  const { form, clearDraft } = useDraftForm({
    draftKey: DRAFT,
    // Nobody is signed in: the draft ends with the tab, and the password is never stored.
    storage: tabStorage,
    resolver: zodResolver(formSchema),
    defaultValues: { fullName: '', phoneNumber: '', username: '', password: '', invitedByCode },
  });
  const { errors } = form.formState;
  const once = useSendOnce();
  const submission = useSubmission(form, {
    failed: 'There was an error while registering your account. Please try again.',
    toastFields: true,
    send: async (input) => {
      const { data } = await once.send((options) => call(createUser, input, options));
      const [user] = data;
      if (!user) throw new Error('registered nobody');
      const { fullName, phoneNumber } = input;
      registrationInProgress.keep({ userId: user.id, fullName, phoneNumber, sentAt: serverNow() });
      clearDraft();
      clearReferral();
      if (isPageOpen()) await navigate(paths.verify());
    },
  });
  return (
    <FormPage
      title="Register"
      documentTitle="Register"
      header="brand"
      lead="Free. Ask people who know, and be paid for the answers you give."
      {...submission}
      submit="Register"
      note={
        <>
          Registered already? <TextLink to={paths.login()}>Sign In</TextLink>
        </>
      }
    >
      <WaitingForCode />
      {invitedByCode && <InvitedBy code={invitedByCode} />}
      <Field label="Full name" error={errors.fullName?.message}>
        <TextInput autoComplete="name" {...form.register('fullName')} />
      </Field>
      <PhoneNumberField
        hint="We text you a code to confirm it. No one else sees it."
        error={errors.phoneNumber?.message}
        {...form.register('phoneNumber')}
      />
      <UsernameField
        typed={form.watch('username')}
        error={errors.username?.message}
        {...form.register('username')}
      />
      <Field label="Password" error={errors.password?.message}>
        <PasswordInput
          autoComplete="new-password"
          rules={PASSWORD_RULES}
          {...form.register('password')}
        />
      </Field>
      <p className="text-[0.875rem] text-soft">
        <Agreement />
      </p>
    </FormPage>
  );
}

/* Leads visitors with an unconfirmed registration back to the code, so that they need not register again. */
function WaitingForCode() {
  const waiting = waitingRegistration();
  if (!waiting) return null;
  return (
    <Banner
      tone="held"
      icon={MessageSquareText}
      title="Your registration waits for its code"
      action={<TextLink to={paths.verify()}>Enter the code</TextLink>}
    >
      We sent it to {formatPhoneNumber(waiting.phoneNumber)}. You can correct the number there.
    </Banner>
  );
}

/** The referral code: from this address, otherwise a stored one. */
function useInvitation(): string | undefined {
  const [search] = useSearchParams();
  return search.get('referral') ?? storedReferral();
}
