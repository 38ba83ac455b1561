import { useQuery } from '@tanstack/react-query';
import type { Output } from '#shared/api/operation.ts';
import { viewPlanPayments } from '#shared/api/plan-payments.ts';
import { PAYMENTS_NOT_LOADED } from '#shared/messages/plans.ts';
import { formatMoney, ZERO } from '#shared/money.ts';
import { query } from '#web/api/queries.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { paths } from '#web/paths.ts';
import { fullDayWords } from '#web/shell/dates.ts';
import { Page } from '#web/shell/Page.tsx';
import { QueryContent } from '#web/shell/QueryPage.tsx';
import { RowsSkeleton } from '#web/ui/Skeletons.tsx';

const queries = () => ({ payments: query(viewPlanPayments, {}) });
export const loader = queryLoader(queries);

type Payment = Output<typeof viewPlanPayments>['data'][number];

/* What the user paid for plans, newest first. docs/product/billing.md#payments-of-plans */
export function Component() {
  return (
    <Page title="What you paid for plans" back={paths.subscription()}>
      <QueryContent
        query={useQuery(queries().payments)}
        failed={PAYMENTS_NOT_LOADED}
        skeleton={<RowsSkeleton rows={3} />}
      >
        {({ data }) =>
          data.length === 0 ? (
            <p className="text-soft">You haven’t paid for a plan.</p>
          ) : (
            <ul aria-label="Payments" className="divide-y divide-rule">
              {data.map((payment) => (
                <PaymentRow key={payment.id} payment={payment} />
              ))}
            </ul>
          )
        }
      </QueryContent>
    </Page>
  );
}

function PaymentRow({ payment }: { payment: Payment }) {
  const { description, from, to, amount, receiptUrl } = payment;
  return (
    <li className="grid gap-1 py-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold">{formatMoney(amount)}</span>
        <span>{statusWords(payment)}</span>
      </div>
      <p className="wrap-anywhere text-soft">{description}</p>
      <p className="text-soft">
        {fullDayWords(from)} to {fullDayWords(to)}
      </p>
      {receiptUrl && (
        <a
          href={receiptUrl}
          target="_blank"
          rel="noreferrer"
          aria-label={`Receipt of ${formatMoney(amount)}, ${fullDayWords(payment.at)}`}
          className="inline-flex min-h-11 items-center justify-self-start font-semibold text-back underline underline-offset-4"
        >
          Receipt
        </a>
      )}
    </li>
  );
}

/** Whether it was paid, and how much of it was refunded. */
function statusWords({ status, at, amount, returned }: Payment): string {
  if (status === 'OPEN') return 'Not paid yet';
  if (status === 'CANCELLED') return 'Canceled, not charged';
  if (returned === ZERO) return `Paid on ${fullDayWords(at)}`;
  return returned >= amount ? 'Given back' : `${formatMoney(returned)} given back`;
}
