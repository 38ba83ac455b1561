import { useState } from 'react';
import { Navigate } from 'react-router';
import { savePaidRegistration } from '#shared/api/billing.ts';
import { NOTHING_CHARGED } from '#shared/messages/plans.ts';
import { formatMoney } from '#shared/money.ts';
import { isPaid, type PaidPlan, PLAN_TERMS } from '#shared/rules/billing/plans.ts';
import { sameName } from '#shared/rules/profiles/badge.ts';
import { call } from '#web/api/client.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { withBankAuthentication } from '#web/features/billing/card/bank-authentication.ts';
import { CardFields } from '#web/features/billing/card/CardFields.tsx';
import { type NewCard, useNewCard } from '#web/features/billing/card/use-new-card.ts';
import { Wallets } from '#web/features/billing/wallet/Wallets.tsx';
import { paths } from '#web/paths.ts';
import { FormPage } from '#web/shell/FormPage.tsx';
import { type Pricing, storedLicense, storedPricing } from '../../registration-choices.ts';
import { Steps } from './Steps.tsx';
import { Summary } from './Summary.tsx';
import { useFinishRegistration } from './use-finish-registration.ts';

/* A summary of the choices, and the card that pays the first month. docs/product/accounts.md#registration */
export function Component() {
  const [chosen] = useState(() => ({ license: storedLicense(), pricing: storedPricing() }));
  if (!chosen.license) return <Navigate to={paths.license()} replace />;
  if (!chosen.pricing) return <Navigate to={paths.inboundMessaging()} replace />;
  if (!isPaid(chosen.license)) return <Navigate to={paths.registrationFreeCheckout()} replace />;
  return <Checkout license={chosen.license} pricing={chosen.pricing} />;
}

function Checkout({ license, pricing }: { license: PaidPlan; pricing: Pricing }) {
  const card = useNewCard(true, 'CVV');
  const { name, price: perMonth } = PLAN_TERMS[license];
  const price = formatMoney(perMonth);
  /** Pays with a card that was chosen in a wallet, or with the typed one. */
  const send = async (inWallet?: NewCard) => {
    const made = inWallet ?? (await card.make());
    if (made === 'notReady') return undefined;
    return withBankAuthentication(() =>
      call(savePaidRegistration, { license, ...pricing, ...made.pays }),
    );
  };
  const { busy, error, finish } = useFinishRegistration(send, card.forgetMade, license);
  return (
    <FormPage
      title="Pay and finish"
      back={paths.inboundMessaging()}
      lead={<Steps step={3} />}
      onSubmit={() => void finish()}
      busy={busy}
      error={error}
      blocked={card.state.is === 'failed'}
      submit={`Pay ${price} and finish`}
      actionVariant="money"
      note={`You pay ${price} today and every month, until you cancel.`}
    >
      <Summary license={license} pricing={pricing} />
      <section aria-label="Payment card" className="grid gap-3">
        <Wallets
          purpose={{
            mode: 'subscription',
            amount: perMonth,
            line: `${name}, first month`,
            monthly: { name, price: perMonth },
          }}
          isBusy={busy}
          onConfirm={finish}
          nothingDone={NOTHING_CHARGED}
          after="or pay by card"
        />
        <CardFields {...card} />
        <Badge nameOnCard={card.name} />
      </section>
    </FormPage>
  );
}

/** A note under the name on the card: what the profile will show, and what the badge requires. */
function Badge({ nameOnCard }: { nameOnCard: string }) {
  const { fullName } = useCurrentUser();
  return (
    <div className="grid gap-2 rounded-card bg-tint p-4 text-[0.9375rem] text-soft">
      <p aria-live="polite">
        {sameName(fullName, nameOnCard)
          ? 'The name on the card is your full name: your profile says “Card name matches”.'
          : `With a card in the name of ${fullName} your profile says “Card name matches”.`}
      </p>
      <p>
        For the Verified Account Badge, set up payouts after this: Stripe verifies your name there.
      </p>
    </div>
  );
}
