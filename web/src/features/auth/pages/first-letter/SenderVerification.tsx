import { Check } from 'lucide-react';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { resendVerificationCode } from '#shared/api/auth.ts';
import { CODE_LENGTH } from '#shared/rules/accounts/accounts.ts';
import { formatPhoneNumber } from '#shared/wire.ts';
import { call } from '#web/api/client.ts';
import { serverNow } from '#web/api/clock.ts';
import { clearReturnProfile } from '#web/api/return-address.ts';
import { draftSyncOf } from '#web/features/conversations/drafts/draft-sync.ts';
import { firstLetterState } from '#web/features/conversations/first-letter.ts';
import { WaySteps } from '#web/features/conversations/WaySteps.tsx';
import { paths } from '#web/paths.ts';
import { PageHeading } from '#web/shell/Page.tsx';
import { CodePage } from '../../CodePage.tsx';
import { useCodeForm } from '../../code-form.ts';
import { CODE_TIME, registrationInProgress } from '../../flow-state.ts';
import { useResend } from '../../resend-code.ts';
import { beginSession } from '../sign-in/begin-session.ts';
import { PhoneNumberCorrection } from '../sign-in/PhoneNumberCorrection.tsx';
import {
  type RegistrationEnd,
  RegistrationExpired,
  registrationEnd,
} from '../sign-in/RegistrationExpired.tsx';
import { LetterSlip } from './LetterSlip.tsx';
import type { Registered, Way } from './SenderForm.tsx';
import { useConfirmedTokens } from './use-confirmed-tokens.ts';

const CODE_TITLE = 'Enter the code';

type SenderVerificationProps = Way & {
  registered: Registered;
  onChange: (registered: Registered) => void;
  /** Called when this device's registration is somebody else's, or wrong. */
  onStartAgain: () => void;
  /** Called before the session begins: this screen leads on by itself. */
  onConfirmed: () => void;
};

/* The code of the text message: the second state of the screen that asks who the letter is from. */
export function SenderVerification(props: SenderVerificationProps) {
  const { registered, onChange } = props;
  const [correcting, setCorrecting] = useState(false);
  const [end, setEnd] = useState<RegistrationEnd>();
  if (end) return <RegistrationExpired end={end} />;
  if (correcting)
    return (
      <PhoneNumberCorrection
        userId={registered.userId}
        current={registered.phoneNumber}
        onBack={() => setCorrecting(false)}
        onLapsed={() => setEnd('lapsed')}
        onSent={(phoneNumber) => {
          const corrected = { ...registered, phoneNumber, sentAt: serverNow() };
          keep(corrected);
          onChange(corrected);
          setCorrecting(false);
        }}
      />
    );
  return (
    <CodeEntry
      key={registered.phoneNumber}
      {...props}
      onCorrect={() => setCorrecting(true)}
      onEnd={setEnd}
    />
  );
}

type CodeEntryProps = SenderVerificationProps & {
  onCorrect: () => void;
  /** Called when no code can confirm the registration any more. */
  onEnd: (end: RegistrationEnd) => void;
};

function CodeEntry({ registered, recipient, letter, back, ...props }: CodeEntryProps) {
  const { userId, fullName, phoneNumber, sentAt, asSender } = registered;
  const goOn = useGoOn(props);
  const confirm = useConfirmedTokens(registered);
  const form = useCodeForm({
    missing: 'Please enter your verification code',
    failed: 'There was an error verifying account',
    verify: async (code) => goOn(await confirm(code), { recipient, letter }),
  });
  const code = useWatch({ control: form.control, name: 'verificationCode' });
  const [opened] = useState(() => serverNow());
  const isLate = opened > sentAt + CODE_TIME;
  const resend = useResend({
    code: form.code,
    sentAt: isLate ? 0 : sentAt,
    failed: 'We couldn’t send a new code. Please try again.',
    refused: (fault) => {
      const end = registrationEnd(fault);
      if (end) props.onEnd(end);
      return end !== undefined;
    },
    send: async () => {
      await call(resendVerificationCode, { userId });
      keep({ ...registered, sentAt: serverNow() });
    },
  });
  return (
    <CodePage
      title={CODE_TITLE}
      documentTitle="Register"
      heading="content"
      back={back}
      lead={<WaySteps step="You" />}
      form={form}
      label="Verification code"
      resend={resend}
      submit="Confirm"
      // The sixth digit sends the code. The button shows that it is being checked, and sends it again if no answer came.
      blocked={code.length < CODE_LENGTH}
      before={
        <>
          <LetterSlip to={recipient.fullName} subject={letter.subject} />
          <div>
            <PageHeading className="font-serif text-[1.75rem] leading-tight">
              {CODE_TITLE}
            </PageHeading>
            <p className="mt-1">
              {isLate ? 'The code we sent has expired. Ask for a new one to ' : 'We sent it to '}
              <span className="whitespace-nowrap font-semibold">
                {formatPhoneNumber(phoneNumber)}
              </span>
              .
            </p>
          </div>
        </>
      }
      beside={
        <button
          type="button"
          className="min-h-11 font-semibold text-back underline underline-offset-4"
          onClick={props.onCorrect}
        >
          Change the number
        </button>
      }
    >
      <p className="flex flex-wrap items-center gap-x-3 border-rule border-t pt-3 text-[0.9375rem]">
        <span className="flex min-w-0 items-center gap-2.5">
          <Check aria-hidden size={18} className="shrink-0 text-soft" />
          <span className="wrap-anywhere">
            <bdi>{fullName}</bdi> · @{asSender.username}
          </span>
        </span>
        <button
          type="button"
          className="min-h-11 font-semibold text-back underline underline-offset-4"
          onClick={props.onStartAgain}
        >
          Not you? Start again
        </button>
      </p>
      <p className="-mt-3 text-[0.9375rem] text-soft">The sixth digit sends it. Then you pay.</p>
    </CodePage>
  );
}

/** Signs in, saves the letter as a draft of the new account, and leads to its payment; to the letter if it could not be saved. */
function useGoOn({ tierId, onConfirmed }: Pick<CodeEntryProps, 'tierId' | 'onConfirmed'>) {
  const navigate = useNavigate();
  return async (
    tokens: Parameters<typeof beginSession>[0],
    { recipient }: Pick<Way, 'recipient' | 'letter'>,
  ) => {
    onConfirmed();
    registrationInProgress.forget();
    clearReturnProfile();
    beginSession(tokens);
    const { saving, conflict } = await draftSyncOf(tokens.user_id, recipient.id).save();
    const isSaved = saving === 'saved' && !conflict;
    const to = isSaved
      ? paths.inboxPayment(recipient.id, tierId)
      : paths.createInbox(recipient.id, tierId);
    await navigate(to, {
      replace: true,
      state: firstLetterState(priceOf(recipient, tierId)),
    });
  };
}

const priceOf = ({ tiers, paidResponsePrice }: Way['recipient'], tierId: string | undefined) =>
  tiers?.find(({ id }) => id === tierId)?.price ?? paidResponsePrice;

/** Keeps the registration for a reload, without its password. */
function keep({ password: _never, ...registration }: Registered): void {
  registrationInProgress.keep(registration);
}
