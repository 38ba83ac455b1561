import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import * as z from 'zod/mini';
import {
  recoverAccount,
  requestAccountRecovery,
  sendRecoveryNumberCode,
} from '../../../../../../shared/api/account-recovery.ts';
import { formatPhoneNumber } from '../../../../../../shared/wire.ts';
import { call } from '../../../../api/client.ts';
import { serverNow } from '../../../../api/clock.ts';
import { useSubmission } from '../../../../forms/submission.ts';
import { paths } from '../../../../paths.ts';
import { FormPage } from '../../../../shell/FormPage.tsx';
import { useIsPageOpen } from '../../../../shell/open-page.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Field } from '../../../../ui/Field.tsx';
import { PasswordInput } from '../../../../ui/PasswordInput.tsx';
import { toast } from '../../../../ui/Toast.tsx';
import { UsernameInput } from '../../../../ui/UsernameInput.tsx';
import { CodeField } from '../../CodeField.tsx';
import { CodePage } from '../../CodePage.tsx';
import { useCodeForm } from '../../code-form.ts';
import { keptAs, withValidCode } from '../../flow-state.ts';
import { PhoneNumberField } from '../../PhoneNumberField.tsx';
import { phoneNumber } from '../../phone-number.ts';
import { useResend } from '../../resend-code.ts';

const PAGE = { header: 'brand', action: <span /> } as const;
const FAILED = 'That did not work. Nothing has changed. Please try again.';

/** The account to which a code was sent. It survives a reload, for example on the way back from the mailbox. */
const recovery = keptAs('recovery', z.object({ username: z.string(), sentAt: z.number() }));

type Proof = z.output<typeof sendRecoveryNumberCode.input>;

/*
 * Moves an account whose phone is lost to another number: the username; then the code from the mailbox, the password and the new
 * number; then the code from that number. docs/product/email.md#a-lost-phone
 */
export function Component() {
  const [username, setUsername] = useState(() => withValidCode(recovery.read())?.username);
  const [texted, setTexted] = useState<{ proof: Proof; sentAt: number }>();
  if (username === undefined)
    return (
      <Username
        onSent={(sentTo) => {
          recovery.keep({ username: sentTo, sentAt: serverNow() });
          setUsername(sentTo);
        }}
      />
    );
  const restart = () => {
    recovery.forget();
    setTexted(undefined);
    setUsername(undefined);
  };
  if (!texted)
    return (
      <NewNumber
        username={username}
        onSent={(proof) => setTexted({ proof, sentAt: serverNow() })}
        onRestart={restart}
      />
    );
  return <NumberCode {...texted} onDone={recovery.forget} onRestart={restart} />;
}

function Username({ onSent }: { onSent: (username: string) => void }) {
  const form = useForm({
    resolver: zodResolver(requestAccountRecovery.input),
    defaultValues: { username: '' },
  });
  const submission = useSubmission(form, {
    failed: FAILED,
    send: async (input) => {
      await call(requestAccountRecovery, input);
      onSent(input.username);
    },
  });
  return (
    <FormPage
      {...PAGE}
      title="Lost your phone?"
      lead="With the e-mail address and the password of your account you can move it to another number. We send six digits to that address."
      {...submission}
      submit="Send code"
      note="The address must have been confirmed more than 72 hours ago. With a passkey, sign in and change your number in Settings."
      secondary={
        <Button variant="quiet" block render={<Link to={paths.login()} />}>
          Back to sign-in
        </Button>
      }
    >
      <Field label="Username" error={form.formState.errors.username?.message}>
        <UsernameInput {...form.register('username')} />
      </Field>
    </FormPage>
  );
}

const numberForm = z.extend(z.omit(sendRecoveryNumberCode.input, { username: true }), {
  phoneNumber,
});

type NewNumberProps = {
  username: string;
  onSent: (proof: Proof) => void;
  onRestart: () => void;
};

function NewNumber({ username, onSent, onRestart }: NewNumberProps) {
  const form = useForm({
    resolver: zodResolver(numberForm),
    defaultValues: { code: '', password: '', phoneNumber: '' },
  });
  const { errors } = form.formState;
  const submission = useSubmission(form, {
    failed: FAILED,
    send: async (input) => {
      const proof = { username, ...input };
      await call(sendRecoveryNumberCode, proof);
      onSent(proof);
    },
  });
  return (
    <FormPage
      {...PAGE}
      title="Move to another number"
      lead={
        <>
          If <span className="break-all text-ink">{username}</span> is yours and has an e-mail
          address, six digits are on their way there. They are valid for 10 minutes.
        </>
      }
      {...submission}
      submit="Text the new number"
      secondary={
        <Button variant="quiet" block onClick={onRestart}>
          Ask for another code
        </Button>
      }
    >
      <CodeField control={form.control} name="code" label="Code from your mailbox" autoFocus />
      {/* Password managers find the password by this username. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <Field label="Your password" error={errors.password?.message}>
        <PasswordInput autoComplete="current-password" {...form.register('password')} />
      </Field>
      <PhoneNumberField
        label="New phone number"
        error={errors.phoneNumber?.message}
        {...form.register('phoneNumber')}
      />
    </FormPage>
  );
}

type NumberCodeProps = {
  proof: Proof;
  sentAt: number;
  onDone: () => void;
  onRestart: () => void;
};

function NumberCode({ proof, sentAt, onDone, onRestart }: NumberCodeProps) {
  const navigate = useNavigate();
  const isPageOpen = useIsPageOpen();
  const form = useCodeForm({
    missing: 'Please enter your verification code',
    failed: FAILED,
    verify: async (phoneCode) => {
      await call(recoverAccount, { ...proof, phoneCode });
      onDone();
      toast.success('Your account has its new number. Please sign in.');
      if (isPageOpen()) navigate(paths.login(), { replace: true });
    },
  });
  const resend = useResend({
    code: form.code,
    sentAt,
    failed: FAILED,
    send: async () => {
      await call(sendRecoveryNumberCode, proof);
    },
  });
  return (
    <CodePage
      {...PAGE}
      title="Enter your code"
      lead={
        <>
          We texted six digits to{' '}
          <span className="whitespace-nowrap text-ink">{formatPhoneNumber(proof.phoneNumber)}</span>
          . They are valid for 10 minutes.
        </>
      }
      form={form}
      label="Verification code"
      resend={resend}
      submit="Move my account"
      note="You are signed out everywhere, and we tell the old number. For 72 hours nothing is paid out, payouts cannot be set up and the password cannot be reset."
      secondary={
        <Button variant="quiet" block onClick={onRestart}>
          Start again
        </Button>
      }
    />
  );
}
