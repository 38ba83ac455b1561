import { useEffect, useRef, useState } from 'react';
import { Link, Navigate, useNavigate } from 'react-router';
import { resendVerificationCode, verifyUser } from '#shared/api/auth.ts';
import { checkUser } from '#shared/api/current-session.ts';
import { formatPhoneNumber } from '#shared/wire.ts';
import { call } from '#web/api/client.ts';
import { serverNow } from '#web/api/clock.ts';
import { query, refresh, useEntity } from '#web/api/queries.ts';
import { useSession } from '#web/api/session.ts';
import { timeZoneHere } from '#web/api/time-zone.ts';
import { paths } from '#web/paths.ts';
import { PageLoading } from '#web/shell/PageLoading.tsx';
import { Button } from '#web/ui/Button.tsx';
import { CodePage } from '../../CodePage.tsx';
import { useCodeForm } from '../../code-form.ts';
import { CODE_TIME, registrationInProgress } from '../../flow-state.ts';
import { useResend } from '../../resend-code.ts';
import { beginSession } from './begin-session.ts';
import { PhoneNumberCorrection } from './PhoneNumberCorrection.tsx';
import {
  type RegistrationEnd,
  RegistrationExpired,
  registrationEnd,
} from './RegistrationExpired.tsx';

type Registration = { userId: string; fullName: string; phoneNumber: string; sentAt: number };

/*
 * Confirms the phone number of a registration (docs/product/accounts.md#registration): right after registering, or at
 * a later sign-in. A mistyped number can be corrected here.
 */
export function Component() {
  const session = useSession();
  const kept = registrationInProgress.read();
  if (session) return <SignedInButUnconfirmed kept={kept} />;
  if (!kept) return <Navigate to={paths.login()} replace />;
  return <Confirmation registration={kept} />;
}

function SignedInButUnconfirmed({ kept }: { kept: Registration | undefined }) {
  const { data: user, isPending } = useEntity(query(checkUser, {}));
  if (!user && isPending) return <PageLoading />;
  if (!user || user.verified) return <Navigate to={paths.dashboard()} replace />;
  const { id: userId, fullName, phoneNumber } = user;
  // Another device may have corrected the number since.
  const sentAt = kept?.userId === userId ? kept.sentAt : 0;
  return <Confirmation registration={{ userId, fullName, phoneNumber, sentAt }} />;
}

function Confirmation({ registration }: { registration: Registration }) {
  const [current, setCurrent] = useState(registration);
  const [correcting, setCorrecting] = useState(false);
  const [end, setEnd] = useState<RegistrationEnd>();
  if (end) return <RegistrationExpired end={end} />;
  if (!correcting)
    return (
      <CodeEntry
        key={current.phoneNumber}
        registration={current}
        onCorrect={() => setCorrecting(true)}
        onEnd={setEnd}
      />
    );
  return (
    <PhoneNumberCorrection
      userId={current.userId}
      current={current.phoneNumber}
      onBack={() => setCorrecting(false)}
      onLapsed={() => setEnd('lapsed')}
      onSent={(phoneNumber) => {
        const corrected = { ...current, phoneNumber, sentAt: serverNow() };
        registrationInProgress.keep(corrected);
        void refresh(checkUser);
        setCurrent(corrected);
        setCorrecting(false);
      }}
    />
  );
}

type CodeEntryProps = {
  registration: Registration;
  onCorrect: () => void;
  /** Called when no code can confirm the registration any more. */
  onEnd: (end: RegistrationEnd) => void;
};

function CodeEntry({ registration, onCorrect, onEnd }: CodeEntryProps) {
  const { userId, fullName, phoneNumber, sentAt } = registration;
  const navigate = useNavigate();
  const session = useSession();
  const form = useCodeForm({
    missing: 'Please enter your verification code',
    failed: 'There was an error verifying account',
    verify: async (verificationCode) => {
      const tokens = await call(verifyUser, {
        userId,
        verificationCode,
        timeZone: timeZoneHere(),
      });
      registrationInProgress.forget();
      const person = { user_id: userId, full_name: fullName, avatar_url: null };
      navigate(beginSession({ ...tokens, ...person }), { replace: true });
    },
  });
  const [opened] = useState(() => serverNow());
  const isLate = opened > sentAt + CODE_TIME;
  const resend = useResend({
    code: form.code,
    sentAt: isLate ? opened : sentAt,
    failed: 'We couldn’t send a new code. Please try again.',
    refused: (fault) => tellEnd(fault, onEnd),
    send: async () => {
      await call(resendVerificationCode, { userId });
      registrationInProgress.keep({ ...registration, sentAt: serverNow() });
    },
  });
  useFirstCode(registration, isLate, onEnd);
  return (
    <CodePage
      header="brand"
      title="Confirm your phone"
      lead={
        <>
          We sent six digits to{' '}
          <span className="whitespace-nowrap text-ink">{formatPhoneNumber(phoneNumber)}</span>. They
          are valid for 10 minutes.
        </>
      }
      form={form}
      label="Verification code"
      resend={resend}
      submit="Confirm"
      action={session ? <SignOutLink /> : undefined}
      secondary={
        <Button variant="quiet" block onClick={onCorrect}>
          Not your number? Correct it
        </Button>
      }
    />
  );
}

/* A sign-out link for users who signed in to the wrong account. */
function SignOutLink() {
  return (
    <Link to={paths.logout()} className="inline-flex min-h-11 items-center text-soft">
      Sign out
    </Link>
  );
}

/** Sends a code when the screen opens, if the user has no valid one. */
function useFirstCode(
  registration: Registration,
  isLate: boolean,
  onEnd: CodeEntryProps['onEnd'],
): void {
  const asked = useRef(false);
  useEffect(() => {
    if (!isLate || asked.current) return;
    asked.current = true;
    call(resendVerificationCode, { userId: registration.userId }).then(
      () => registrationInProgress.keep({ ...registration, sentAt: serverNow() }),
      // A code was sent less than a minute ago, or sending failed: the button below tries again.
      (fault: unknown) => tellEnd(fault, onEnd),
    );
  }, [registration, isLate, onEnd]);
}

/** Reports through `onEnd` if a refusal says that the registration is over, and returns whether it does. */
function tellEnd(fault: unknown, onEnd: CodeEntryProps['onEnd']): boolean {
  const end = registrationEnd(fault);
  if (end) onEnd(end);
  return end !== undefined;
}
