import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import * as z from 'zod/mini';
import {
  recoverAccount,
  requestAccountRecovery,
  sendRecoveryNumberCode,
} from '#shared/api/account-recovery.ts';
import { formatPhoneNumber } from '#shared/wire.ts';
import { call } from '#web/api/client.ts';
import { serverNow } from '#web/api/clock.ts';
import { useSubmission } from '#web/forms/submission.ts';
import { paths } from '#web/paths.ts';
import { FormPage } from '#web/shell/FormPage.tsx';
import { useIsPageOpen } from '#web/shell/open-page.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { PasswordInput } from '#web/ui/PasswordInput.tsx';
import { toast } from '#web/ui/Toast.tsx';
import { UsernameInput } from '#web/ui/UsernameInput.tsx';
import { CodeField } from '../../CodeField.tsx';
import { CodePage } from '../../CodePage.tsx';
import { useCodeForm } from '../../code-form.ts';
import { keptAs, withValidCode } from '../../flow-state.ts';
import { KeptPasskeys, type ListedPasskey } from '../../KeptPasskeys.tsx';
import { afterStepWords, waitEndWords } from '../../ladder-words.ts';
import { PhoneNumberField } from '../../PhoneNumberField.tsx';
import { phoneNumber } from '../../phone-number.ts';
import { useResend } from '../../resend-code.ts';

const PAGE = { header: 'brand', action: <span /> } as const;
const FAILED = 'We couldn’t move your account. Nothing was changed. Please try again.';

/** The account to which a code was sent. It survives a reload, for example on the way back from the mailbox. */
const recovery = keptAs('recovery', z.object({ username: z.string(), sentAt: z.number() }));

type Proof = z.output<typeof sendRecoveryNumberCode.input>;
/** The proof with which a code was texted to the new number, and the passkeys of the account. */
type Texted = { proof: Proof; sentAt: number; passkeys: readonly ListedPasskey[] };

/*
 * Moves an account whose phone is lost to another number: the username; then the code from the mailbox, the password and the new
 * number; then the code from that number. docs/product/email.md#a-lost-phone
 */
export function Component() {
  const [username, setUsername] = useState(() => withValidCode(recovery.read())?.username);
  const [texted, setTexted] = useState<Texted>();
  const [kept, setKept] = useState<readonly string[]>();
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
    setKept(undefined);
    setUsername(undefined);
  };
  if (!texted)
    return (
      <NewNumber
        username={username}
        onSent={(proof, passkeys) => setTexted({ proof, passkeys, sentAt: serverNow() })}
        onRestart={restart}
      />
    );
  const { passkeys, ...sent } = texted;
  if (passkeys.length > 0 && !kept) return <Passkeys passkeys={passkeys} onChosen={setKept} />;
  return (
    <NumberCode {...sent} keptPasskeys={kept ?? []} onDone={recovery.forget} onRestart={restart} />
  );
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
      lead="With the email address and the password of your account you can move it to another number. We send six digits to that address."
      {...submission}
      submit="Send code"
      secondary={
        <Button variant="quiet" block render={<Link to={paths.login()} />}>
          Back to sign-in
        </Button>
      }
    >
      <Field label="Username" error={form.formState.errors.username?.message}>
        <UsernameInput {...form.register('username')} />
      </Field>
      <p className="text-[0.9375rem] text-soft">
        It waits 72 hours after another change of your password, phone, email address, passkeys or
        payouts, and after such a change was stopped; the email then says from when on it works. If
        that change wasn’t yours, stop it with the link in our message about it. With a passkey,
        sign in and change your number in Settings.
      </p>
    </FormPage>
  );
}

const numberForm = z.extend(z.omit(sendRecoveryNumberCode.input, { username: true }), {
  phoneNumber,
});

type NewNumberProps = {
  username: string;
  onSent: (proof: Proof, passkeys: readonly ListedPasskey[]) => void;
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
      const { data } = await call(sendRecoveryNumberCode, proof);
      onSent(proof, data);
    },
  });
  return (
    <FormPage
      {...PAGE}
      title="Move to another number"
      lead={
        <>
          If <span className="break-all text-ink">{username}</span> is yours and has an email
          address, an email is on its way there: six digits that are valid for 10 minutes, or the
          day and time from which on the account can be moved.
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

type PasskeysProps = {
  passkeys: readonly ListedPasskey[];
  onChosen: (kept: readonly string[]) => void;
};

/* Keeps passkeys, before the last code moves the account. */
function Passkeys({ passkeys, onChosen }: PasskeysProps) {
  const [kept, setKept] = useState<readonly string[]>([]);
  return (
    <FormPage
      {...PAGE}
      title="Your passkeys"
      lead="The code is on its way to your new number. First, choose which passkeys still sign in after the move."
      busy={false}
      error={undefined}
      submit="Continue"
      onSubmit={(event) => {
        event.preventDefault();
        onChosen(kept);
      }}
    >
      <KeptPasskeys passkeys={passkeys} kept={kept} onChange={setKept} />
    </FormPage>
  );
}

type NumberCodeProps = {
  proof: Proof;
  keptPasskeys: readonly string[];
  sentAt: number;
  onDone: () => void;
  onRestart: () => void;
};

function NumberCode({ proof, keptPasskeys, sentAt, onDone, onRestart }: NumberCodeProps) {
  const navigate = useNavigate();
  const isPageOpen = useIsPageOpen();
  const form = useCodeForm({
    missing: 'Please enter your verification code',
    failed: FAILED,
    verify: async (phoneCode) => {
      await call(recoverAccount, { ...proof, phoneCode, keptPasskeys: [...keptPasskeys] });
      onDone();
      toast.success(
        `Your account has its new number. Please sign in. ${waitEndWords(serverNow())}`,
      );
      if (isPageOpen()) await navigate(paths.login(), { replace: true });
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
          . They’re valid for 10 minutes.
        </>
      }
      form={form}
      label="Verification code"
      resend={resend}
      submit="Move my account"
      secondary={
        <Button variant="quiet" block onClick={onRestart}>
          Start again
        </Button>
      }
    >
      <p className="text-[0.9375rem] text-soft">
        You’re signed out everywhere, and for 72 hours nothing is paid out.{' '}
        {afterStepWords('RECOVERY')}
      </p>
    </CodePage>
  );
}
