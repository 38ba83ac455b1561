import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Navigate, useNavigate } from 'react-router-dom';
import { checkUser } from '../../../../shared/api/account.ts';
import { resendVerificationCode, verifyUser } from '../../../../shared/api/signing-in.ts';
import { formatPhoneNumber } from '../../../../shared/wire.ts';
import { call } from '../../api/client.ts';
import { query } from '../../api/queries.ts';
import { useSession } from '../../api/session.ts';
import { CodePage } from '../../credentials/CodePage.tsx';
import { useCodeForm } from '../../credentials/code-form.ts';
import { registrationInProgress } from '../../credentials/kept.ts';
import { useResend } from '../../credentials/resend.ts';
import { paths } from '../../paths.ts';
import { PageLoading } from '../../shell/PageLoading.tsx';
import { TextLink } from '../../shell/TextLink.tsx';
import { beginSession } from './begin-session.ts';

type Registration = { userId: string; fullName: string; phoneNumber: string; sentAt: number };

/*
 * Confirms the phone number of a registration (spec part 1, section 4): right after registering, or later, when somebody
 * signs in who never did.
 */
export function Component() {
  const session = useSession();
  const kept = registrationInProgress.read();
  if (session) return <SignedInButUnconfirmed kept={kept} />;
  if (!kept) return <Navigate to={paths.login()} replace />;
  return <CodeEntry registration={kept} />;
}

function SignedInButUnconfirmed({ kept }: { kept: Registration | undefined }) {
  const { data, isPending } = useQuery(query(checkUser, {}));
  const user = data?.data[0];
  if (!user && isPending) return <PageLoading />;
  if (!user || user.verified) return <Navigate to={paths.dashboard()} replace />;
  if (kept?.userId === user.id) return <CodeEntry registration={kept} />;
  const { id: userId, fullName, phoneNumber } = user;
  return <CodeEntry registration={{ userId, fullName, phoneNumber, sentAt: 0 }} />;
}

function CodeEntry({ registration }: { registration: Registration }) {
  const { userId, fullName, phoneNumber, sentAt } = registration;
  const navigate = useNavigate();
  const form = useCodeForm({
    missing: 'Please enter your verification code',
    failed: 'There was an error verifying account',
    verify: async (verificationCode) => {
      const tokens = await call(verifyUser, { userId, verificationCode });
      registrationInProgress.forget();
      const person = { user_id: userId, full_name: fullName, avatar_url: null };
      navigate(beginSession({ ...tokens, ...person }), { replace: true });
    },
  });
  const opened = useRef(Date.now());
  const resend = useResend({
    sentAt: sentAt || opened.current,
    failed: 'We could not send a new code. Please try again.',
    send: async () => {
      await call(resendVerificationCode, { userId });
      registrationInProgress.keep({ ...registration, sentAt: Date.now() });
      form.reset();
    },
  });
  useFirstCode(registration);
  return (
    <CodePage
      header="brand"
      title="Confirm your phone"
      lead={
        <>
          We sent six digits to{' '}
          <span className="whitespace-nowrap text-ink">{formatPhoneNumber(phoneNumber)}</span>. They
          are good for 10 minutes.
        </>
      }
      form={form}
      label="Verification code"
      resend={resend}
      submit="Confirm"
      action={<span />}
      note={
        <>
          Not your number? <TextLink to={paths.register()}>Register again</TextLink>
        </>
      }
    />
  );
}

/** Whoever comes back days later has no code that is still good: one is sent as the screen opens. */
function useFirstCode(registration: Registration): void {
  const asked = useRef(false);
  useEffect(() => {
    if (registration.sentAt !== 0 || asked.current) return;
    asked.current = true;
    call(resendVerificationCode, { userId: registration.userId }).then(
      () => registrationInProgress.keep({ ...registration, sentAt: Date.now() }),
      // Sent less than a minute ago, or not now: the control below offers another try.
      () => undefined,
    );
  }, [registration]);
}
