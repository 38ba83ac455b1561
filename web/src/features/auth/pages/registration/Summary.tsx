import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatMoney } from '#shared/money.ts';
import type { Plan } from '#shared/rules/accounts/accounts.ts';
import { PLAN_TERMS } from '#shared/rules/billing/plans.ts';
import { feeTermsOf } from '#shared/rules/conversations/fees.ts';
import { netOf } from '#shared/rules/conversations/pricing.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { paths } from '#web/paths.ts';
import { STAGE } from '#web/stage.ts';
import { WebAddress } from '#web/ui/WebAddress.tsx';
import type { Pricing } from '../../registration-choices.ts';

/* The choices so far, each with a link back to its step. */
export function Summary({ license, pricing }: { license: Plan; pricing: Pricing }) {
  const { username, fullName } = useCurrentUser();
  const { paidResponsePrice: price, paidResponseCommitment: commitment } = pricing;
  const { name, price: perMonth } = PLAN_TERMS[license];
  return (
    <dl className="divide-y divide-rule rounded-card border border-rule bg-card px-5 py-1">
      <Line term="Name">{fullName}</Line>
      <Line term="Address">
        <WebAddress address={`${window.location.host}/${username}`} />
      </Line>
      <Line term="Plan" change={paths.license()}>
        {name}, {formatMoney(perMonth)} per month
      </Line>
      <Line term="Your price" change={paths.inboundMessaging()}>
        {formatMoney(price)} per answer
      </Line>
      <Line term="You earn">
        {formatMoney(netOf(price, feeTermsOf(license, STAGE.fees)))} of each
      </Line>
      <Line term="You take" change={paths.inboundMessaging()}>
        {commitment === 0 ? 'No letters for now' : `Up to ${commitment} a month`}
      </Line>
    </dl>
  );
}

function Line(props: { term: string; change?: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 py-2.5">
      <dt className="text-[0.875rem] text-soft">{props.term}</dt>
      <dd className="wrap-anywhere col-start-1 font-medium">{props.children}</dd>
      {props.change && (
        <dd className="col-start-2 row-span-2 row-start-1">
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
