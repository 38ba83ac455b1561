import { type ReactNode, useState } from 'react';
import { Link, Navigate, useNavigate } from 'react-router-dom';
import { checkUser, saveFreeRegistration } from '../../../../shared/api/account.ts';
import { formatMoney } from '../../../../shared/money.ts';
import { feeTermsOf, netOf } from '../../../../shared/rules/pricing.ts';
import { call, refreshSession } from '../../api/client.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { refresh } from '../../api/queries.ts';
import { readSession } from '../../api/session.ts';
import { sentenceOf } from '../../api/submission.ts';
import { paths } from '../../paths.ts';
import { FormPage } from '../../shell/FormPage.tsx';
import { toast } from '../../ui/Toast.tsx';
import { forgetChoices, keptLicense, keptPricing, type Pricing } from './choices.ts';
import { Steps } from './Steps.tsx';

const FAILED = 'Error while registering your account. Please try again.';

/* Everything chosen, once more, and the end of the registration. */
export function Component() {
  const [chosen] = useState(() => ({ license: keptLicense(), pricing: keptPricing() }));
  if (!chosen.license) return <Navigate to={paths.license()} replace />;
  if (!chosen.pricing) return <Navigate to={paths.inboundMessaging()} replace />;
  return <Summary license={chosen.license} pricing={chosen.pricing} />;
}

function Summary({ license, pricing }: { license: 'FREE'; pricing: Pricing }) {
  const { username, fullName } = useCurrentUser();
  const { busy, error, finish } = useFinish(license, pricing);
  const { paidResponsePrice: price, paidResponseCommitment: commitment } = pricing;
  return (
    <FormPage
      title="All set?"
      back={paths.inboundMessaging()}
      lead={<Steps step={3} />}
      onSubmit={finish}
      busy={busy}
      error={error}
      submit="Finish"
      note="Nothing is charged, now or later."
    >
      <dl className="divide-y divide-rule rounded-card border border-rule bg-card px-5 py-1">
        <Line term="Name">{fullName}</Line>
        <Line term="Address">
          {window.location.host}/{username}
        </Line>
        <Line term="Plan" change={paths.license()}>
          Free, $0.00 per month
        </Line>
        <Line term="Your price" change={paths.inboundMessaging()}>
          {formatMoney(price)} per answer
        </Line>
        <Line term="You earn">{formatMoney(netOf(price, feeTermsOf(license)))} of each</Line>
        <Line term="You take" change={paths.inboundMessaging()}>
          {commitment === 0 ? 'No messages for now' : `Up to ${commitment} a month`}
        </Line>
      </dl>
    </FormPage>
  );
}

function Line(props: { term: string; change?: string; children: ReactNode }) {
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-x-3 py-2">
      <dt className="w-24 shrink-0 text-soft">{props.term}</dt>
      <dd className="wrap-anywhere min-w-0 flex-1 basis-32 font-medium">{props.children}</dd>
      {props.change && (
        <dd>
          <Link
            to={props.change}
            aria-label={`Change: ${props.term}`}
            className="hit-area font-semibold text-[0.9375rem] text-back"
          >
            Change
          </Link>
        </dd>
      )}
    </div>
  );
}

/** Saves once, brings the session and the account up to date, and leaves for the app. */
function useFinish(license: 'FREE', pricing: Pricing) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const finish = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await call(saveFreeRegistration, { license, ...pricing });
      forgetChoices();
      // The old token is good as well; the new one only carries the plan sooner.
      await refreshSession(readSession()?.accessToken).catch(() => undefined);
      await refresh(checkUser);
      navigate(paths.dashboard(), { replace: true });
    } catch (fault) {
      const sentence = sentenceOf(fault);
      if (sentence) setError(sentence);
      else toast.error(FAILED);
      setBusy(false);
    }
  };
  return { busy, error, finish };
}
