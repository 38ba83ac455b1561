import { useEffect, useEffectEvent, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { viewAccountBalance } from '#shared/api/ledger.ts';
import type { Output } from '#shared/api/operation.ts';
import { createPayoutSetupLink, viewPayoutAccount, viewPayouts } from '#shared/api/payouts.ts';
import { PRODUCT_NAME } from '#shared/brand.ts';
import { call, isRefusal } from '../../api/client.ts';
import { sentenceOf } from '../../api/failure-words.ts';
import { refresh, useEntity } from '../../api/queries.ts';
import { paths } from '../../paths.ts';
import { isInstalled, isIos } from '../../shell/install-prompt.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { CardSkeleton } from '../../ui/Skeletons.tsx';
import { toast } from '../../ui/Toast.tsx';
import { afterStepWords } from '../auth/ladder-words.ts';
import { payoutCardQueries } from './payout-queries.ts';
import { accountWords, nextPayoutWords, returnedWords } from './payout-words.ts';

type Account = Output<typeof viewPayoutAccount>['data'][number];

/* The next payout, its amount, and what is missing for it. Shown with the balance. */
export function PayoutCard() {
  const account = useEntity(payoutCardQueries().account);
  const balance = useEntity(payoutCardQueries().balance).data;
  const view = account.data;
  useReturn(view?.status);
  if (!view) {
    if (account.isPending) return <CardSkeleton height={200} />;
    return (
      <Card title="Payouts">
        <p className="text-soft">We couldn’t load your payouts. Nothing of them is lost.</p>
        <Button variant="quiet" size="md" className="mt-3" onClick={() => account.refetch()}>
          Try again
        </Button>
      </Card>
    );
  }
  const lines = nextPayoutWords(view, balance);
  return (
    <Card title="Payouts">
      <div className="grid gap-2">
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
        <p className="text-[0.9375rem] text-soft">{accountWords(view.status)}</p>
      </div>
      <div className="mt-4 grid gap-2.5">
        <SetupButton status={view.status} />
        {view.hasPayouts && (
          <Button variant="quiet" size="md" block render={<Link to={paths.payouts()} />}>
            View Previous Payouts
          </Button>
        )}
      </div>
    </Card>
  );
}

const LABELS: Partial<Record<Account['status'], string>> = {
  NONE: 'Set up payouts',
  DETAILS_NEEDED: 'Finish set-up',
  RESTRICTED: 'See what is missing',
};

function SetupButton({ status }: { status: Account['status'] }) {
  const [busy, setBusy] = useState(false);
  const label = LABELS[status];
  useComingBack(busy, () => {
    setBusy(false);
    void refresh(viewPayoutAccount, viewPayouts, viewAccountBalance);
  });
  if (!label) return null;
  const leave = async () => {
    setBusy(true);
    try {
      window.location.assign(await setupUrl());
    } catch (fault) {
      toast.error(sentenceOf(fault) ?? 'Stripe didn’t answer. Please try again.');
      setBusy(false);
    }
  };
  return (
    <>
      <Button size="md" block busy={busy} onClick={leave}>
        {label}
      </Button>
      <p className="text-[0.875rem] text-soft">
        {isInstalled() && isIos()
          ? `Stripe’s page opens over ${PRODUCT_NAME}. When you’re finished, tap Done at the top to come back.`
          : `Stripe asks you on its own page and brings you back here.`}
      </p>
      <p className="text-[0.875rem] text-soft">{afterStepWords('PAYOUT_SETUP')}</p>
    </>
  );
}

/**
 * Calls `onBack` when the person comes back to this page from another one: from the back/forward cache, or because an installed
 * app on iOS had opened that page over this one, which never stopped running.
 */
function useComingBack(hasLeft: boolean, onBack: () => void): void {
  const back = useEffectEvent(onBack);
  useEffect(() => {
    if (!hasLeft) return;
    const whenVisible = () => {
      if (document.visibilityState !== 'hidden') back();
    };
    const whenRestored = ({ persisted }: PageTransitionEvent) => {
      if (persisted) back();
    };
    document.addEventListener('visibilitychange', whenVisible);
    window.addEventListener('pageshow', whenRestored);
    return () => {
      document.removeEventListener('visibilitychange', whenVisible);
      window.removeEventListener('pageshow', whenRestored);
    };
  }, [hasLeft]);
}

/** Returns the address of Stripe's page. A person with a passkey confirms first with it. */
async function setupUrl(): Promise<string> {
  try {
    return (await call(createPayoutSetupLink, {})).url;
  } catch (fault) {
    if (!isRefusal(fault, 'PASSKEY_REQUIRED')) throw fault;
    const { confirmWithPasskey } = await import('../auth/confirm-with-passkey.ts');
    const confirmation = await confirmWithPasskey('PAYOUT');
    return (await call(createPayoutSetupLink, { confirmation })).url;
  }
}

/** Shows the result after the return from Stripe's page, which the address contains. */
function useReturn(status: Account['status'] | undefined): void {
  const [search, setSearch] = useSearchParams();
  const how = search.get('payouts');
  useEffect(() => {
    if (how === null || status === undefined) return;
    const { tone, words } = returnedWords(how, status);
    toast[tone](words);
    setSearch(
      (before) => {
        before.delete('payouts');
        return before;
      },
      { replace: true },
    );
    void refresh(viewPayouts, viewAccountBalance);
  }, [how, status, setSearch]);
}
