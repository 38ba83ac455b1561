import { RefreshCw } from 'lucide-react';
import { useEffect, useRef } from 'react';
import * as checkout from '#shared/messages/checkout.ts';
import { WALLET_NAMES } from '#shared/payment-method-names.ts';
import { SECOND } from '#shared/time.ts';
import { Banner } from '#web/ui/Banner.tsx';
import type { Attempt } from './payment-attempt.ts';
import type { Payment } from './use-payment.ts';

/** The pauses between two questions: the last one repeats. */
const PAUSES = [0, 5 * SECOND, 10 * SECOND, 20 * SECOND];

/**
 * A payment by wallet whose response was lost. In place of the ways to pay it says that it is asked for, and asks: the same request
 * with the same key, until the outcome is known.
 */
export function WalletCheck({ payment, attempt }: { payment: Payment; attempt: Attempt }) {
  const { busy } = payment;
  const rounds = useRef(0);
  const resume = useRef(payment.resume);
  resume.current = payment.resume;
  useEffect(() => {
    if (busy) return;
    const pause = PAUSES[Math.min(rounds.current, PAUSES.length - 1)];
    const timer = setTimeout(() => {
      rounds.current += 1;
      void resume.current(attempt);
    }, pause);
    return () => clearTimeout(timer);
  }, [busy, attempt]);
  const wallet = WALLET_NAMES[attempt.card?.wallet ?? 'link'];
  return (
    <section aria-label="Payment card" className="grid gap-3">
      <div role="alert">
        <Banner tone="held" icon={RefreshCw} title={checkout.ASKING_BANK}>
          {checkout.dontPayAgain(attempt.order.price)}
        </Banner>
      </div>
      <p className="grid min-h-13 place-items-center rounded-card border border-rule bg-tint font-semibold text-soft">
        {wallet}, checking …
      </p>
      <p className="text-center text-[0.9375rem] text-soft">{checkout.RESULT_FOLLOWS}</p>
    </section>
  );
}
