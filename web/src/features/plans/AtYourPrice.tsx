import { useQuery } from '@tanstack/react-query';
import { viewInboundSettings } from '../../../../shared/api/account.ts';
import type { Plan } from '../../../../shared/rules/accounts.ts';
import { feeTermsOf, netOf } from '../../../../shared/rules/pricing.ts';
import { query } from '../../api/queries.ts';
import { Money } from '../../ui/Money.tsx';

/** What the fees of a paid plan mean for what this person asks. Nothing is said before their price is known. */
export function AtYourPrice({ plan }: { plan: Plan }) {
  const settings = useQuery(query(viewInboundSettings, {})).data?.data[0];
  if (!settings) return null;
  const price = settings.paidResponsePrice;
  const [paid, free] = [netOf(price, feeTermsOf('STARTER')), netOf(price, feeTermsOf('FREE'))];
  return (
    <p className="rounded-letter bg-tint p-4">
      At <Money amount={price} sans /> you keep{' '}
      <strong className="font-semibold">
        <Money amount={paid} sans />
      </strong>{' '}
      instead of <Money amount={free} sans /> per answer
      {plan === 'FREE' ? ', on Starter or Professional.' : ', because of your plan.'}
    </p>
  );
}
