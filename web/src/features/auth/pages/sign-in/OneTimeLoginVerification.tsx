import { Link, Navigate } from 'react-router';
import { sendOneTimeLoginCode, verifyOneTimeLogin } from '#shared/api/auth.ts';
import { formatPhoneNumber } from '#shared/wire.ts';
import { call } from '#web/api/client.ts';
import { serverNow } from '#web/api/clock.ts';
import { timeZoneHere } from '#web/api/time-zone.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { CodePage } from '../../CodePage.tsx';
import { useCodeForm } from '../../code-form.ts';
import { oneTimeLogin } from '../../flow-state.ts';
import { useResend } from '../../resend-code.ts';
import { useSignIn } from './begin-session.ts';
import { REQUEST_FAILED } from './OneTimeLogin.tsx';

/* Signs in with the code from a text message. docs/product/auth.md#one-time-sign-in */
export function Component() {
  const kept = oneTimeLogin.read();
  if (!kept) return <Navigate to={paths.oneTimeLogin()} replace />;
  return <CodeEntry phoneNumber={kept.phoneNumber} sentAt={kept.sentAt} />;
}

function CodeEntry({ phoneNumber, sentAt }: { phoneNumber: string; sentAt: number }) {
  const signIn = useSignIn();
  const form = useCodeForm({
    missing: 'Please enter your one-time code',
    failed: 'There was an error verifying code',
    verify: (verificationCode) =>
      signIn(async () => {
        const tokens = await call(verifyOneTimeLogin, {
          phoneNumber,
          verificationCode,
          timeZone: timeZoneHere(),
        });
        oneTimeLogin.forget();
        return tokens;
      }),
  });
  const resend = useResend({
    code: form.code,
    sentAt,
    failed: REQUEST_FAILED,
    send: async () => {
      await call(sendOneTimeLoginCode, { phoneNumber });
      oneTimeLogin.keep({ phoneNumber, sentAt: serverNow() });
    },
  });
  return (
    <CodePage
      header="brand"
      title="Enter your code"
      lead={
        <>
          <span role="status">One-time code was sent to your phone</span>,{' '}
          <span className="whitespace-nowrap text-ink">{formatPhoneNumber(phoneNumber)}</span>. It
          is valid for 10 minutes.
        </>
      }
      form={form}
      label="One-time code"
      resend={resend}
      submit="Verify One-Time Code"
      action={<span />}
      secondary={
        <Button variant="quiet" block render={<Link to={paths.oneTimeLogin()} />}>
          Use another number
        </Button>
      }
    />
  );
}
