import { useNavigate } from 'react-router-dom';
import {
  changePhoneNumber,
  checkUser,
  sendVerificationCode,
} from '../../../../shared/api/account.ts';
import { formatPhoneNumber } from '../../../../shared/wire.ts';
import { call } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { CodePage } from '../../credentials/CodePage.tsx';
import { useCodeForm } from '../../credentials/code-form.ts';
import { phoneChange } from '../../credentials/kept.ts';
import { useResend } from '../../credentials/resend.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/Toast.tsx';
import { CHANGE_FAILED } from './NewNumber.tsx';

export type NewNumberCodeProps = {
  /** E.164. */
  phoneNumber: string;
  /** When the last code was sent, in epoch milliseconds of this device. */
  sentAt: number;
  onAnotherNumber: () => void;
};

/* The second step: the code that proves the number, and the change itself. */
export function NewNumberCode({ phoneNumber, sentAt, onAnotherNumber }: NewNumberCodeProps) {
  const navigate = useNavigate();
  const form = useCodeForm({
    missing: 'Please enter your verification code',
    incomplete: 'Please enter a valid code',
    failed: CHANGE_FAILED,
    verify: async (code) => {
      await call(changePhoneNumber, { phoneNumber, code });
      phoneChange.forget();
      await refresh(checkUser);
      toast.success('Your phone number is changed. All other devices are signed out.');
      navigate(paths.settings(), { replace: true });
    },
  });
  const resend = useResend({
    sentAt,
    failed: CHANGE_FAILED,
    send: async () => {
      await call(sendVerificationCode, { phoneNumber });
      phoneChange.keep({ phoneNumber, sentAt: Date.now() });
      form.reset();
    },
  });
  return (
    <CodePage
      title="Change phone number"
      back={paths.settings()}
      lead={
        <>
          <span role="status">Verification code sent</span> to{' '}
          <span className="whitespace-nowrap text-ink">{formatPhoneNumber(phoneNumber)}</span>. It
          is good for 10 minutes.
        </>
      }
      form={form}
      label="Verification code"
      resend={resend}
      submit="Save"
      note="All other devices are signed out, and we tell the number you have now."
      secondary={
        <Button variant="quiet" block onClick={onAnotherNumber}>
          Use another number
        </Button>
      }
    />
  );
}
