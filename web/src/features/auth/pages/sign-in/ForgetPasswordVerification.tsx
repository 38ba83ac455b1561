import { Link, Navigate, useNavigate } from 'react-router';
import { requestPasswordReset, verifyPasswordReset } from '#shared/api/auth.ts';
import { call } from '#web/api/client.ts';
import { serverNow } from '#web/api/clock.ts';
import { paths } from '#web/paths.ts';
import { useIsPageOpen } from '#web/shell/open-page.ts';
import { Button } from '#web/ui/Button.tsx';
import { CodePage } from '../../CodePage.tsx';
import { useCodeForm } from '../../code-form.ts';
import { passwordReset } from '../../flow-state.ts';
import { useResend } from '../../resend-code.ts';
import { REQUEST_FAILED } from './ForgetPassword.tsx';

/* Enters the code for a password reset. docs/product/auth.md#password-reset */
export function Component() {
  const kept = passwordReset.read();
  if (!kept) return <Navigate to={paths.forgetPassword()} replace />;
  return <CodeEntry username={kept.username} sentAt={kept.sentAt} />;
}

function CodeEntry({ username, sentAt }: { username: string; sentAt: number }) {
  const navigate = useNavigate();
  const isPageOpen = useIsPageOpen();
  const form = useCodeForm({
    missing: 'Please enter your verification code',
    failed: 'There was an error verifying code',
    verify: async (verificationCode) => {
      const { data: passkeys } = await call(verifyPasswordReset, { username, verificationCode });
      // The code is only in the state of this history entry and stored nowhere else.
      if (isPageOpen())
        await navigate(paths.resetPassword(), { state: { verificationCode, passkeys } });
    },
  });
  const resend = useResend({
    code: form.code,
    sentAt,
    failed: REQUEST_FAILED,
    send: async () => {
      await call(requestPasswordReset, { username });
      passwordReset.keep({ username, sentAt: serverNow() });
    },
  });
  return (
    <CodePage
      header="brand"
      title="Enter your code"
      lead={
        <>
          If <span className="break-all text-ink">{username}</span> is yours, a text message is on
          its way to your phone: six digits that are valid for 10 minutes, or the day and time from
          which on the password can be reset.
        </>
      }
      form={form}
      label="Verification code"
      resend={resend}
      submit="Verify code"
      note="Nothing comes to a phone that was never confirmed, or that got 12 codes today."
      action={<span />}
      secondary={
        <Button variant="quiet" block render={<Link to={paths.forgetPassword()} />}>
          Use another username
        </Button>
      }
    />
  );
}
