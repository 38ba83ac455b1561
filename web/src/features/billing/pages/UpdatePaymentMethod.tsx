import { useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { updatePaymentMethod, viewPaymentMethod } from '#shared/api/billing.ts';
import { checkUser } from '#shared/api/current-session.ts';
import { CARD_STORED } from '#shared/messages/checkout.ts';
import { call, isRefusal } from '#web/api/client.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { failureWords } from '#web/api/failure-words.ts';
import { refresh } from '#web/api/queries.ts';
import { paths } from '#web/paths.ts';
import { FormPage } from '#web/shell/FormPage.tsx';
import { useIsPageOpen } from '#web/shell/open-page.ts';
import { usePreviousAddress } from '#web/shell/previous-address.ts';
import { toast } from '#web/ui/Toast.tsx';
import { afterOtherCard, badgeLossOf, namelessCardWords, otherCardWords } from '../badge-loss.ts';
import { BadgeNote } from '../card/BadgeNote.tsx';
import { withBankAuthentication } from '../card/bank-authentication.ts';
import { CardFields } from '../card/CardFields.tsx';
import { cardWords } from '../card/card-words.ts';
import { type NewCard, useNewCard } from '../card/use-new-card.ts';
import { useBadgeConfirmation } from '../use-badge-confirmation.tsx';
import { Wallets } from '../wallet/Wallets.tsx';
import type { WalletPurpose } from '../wallet/wallet-form.ts';

const SAVE_ANYWAY = { badge: 'Save without the badge', cardName: 'Save this card' };
const FOR_LATER: WalletPurpose = { mode: 'setup' };
const NOTHING_SAVED = 'Nothing is saved.';
const FAILED = 'Error while saving payment method. Please try again.';

/* Replaces the card on file. docs/product/billing.md#card-on-file */
export function Component() {
  const card = useNewCard(true, 'CVV', useCurrentUser().fullName);
  const { busy, error, save, question } = useSave(card.forgetMade);
  return (
    <FormPage
      title="Your card"
      back={paths.paymentMethod()}
      onSubmit={() => void save(card.make)}
      busy={busy}
      error={error}
      blocked={card.state.is === 'failed'}
      submit="Save"
      note={CARD_STORED}
    >
      <Wallets
        purpose={FOR_LATER}
        isBusy={busy}
        onConfirm={(chosen) => save(async () => chosen)}
        nothingDone={NOTHING_SAVED}
        after="or enter a card"
      />
      <CardFields {...card} />
      <BadgeNote nameOnCard={card.name} />
      {question}
    </FormPage>
  );
}

function useSave(forgetMade: () => void) {
  const navigate = useNavigate();
  const leadTo = usePreviousAddress(paths.paymentMethod());
  const state: unknown = useLocation().state;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const underWay = useRef(false);
  const isPageOpen = useIsPageOpen();
  const user = useCurrentUser();
  const badge = useBadgeConfirmation(SAVE_ANYWAY);
  /** Saves a card, typed or chosen in a wallet. Resolves with whether it is saved. */
  const save = async (make: () => Promise<NewCard | 'notReady'>): Promise<boolean> => {
    if (underWay.current) return false;
    underWay.current = true;
    setBusy(true);
    setError(undefined);
    try {
      const made = await make();
      if (made === 'notReady') return false;
      const { paymentMethodId } = made.pays;
      const nameOnCard = 'creditCardName' in made.pays ? made.pays.creditCardName : null;
      const loss = badgeLossOf(user, { nameOnCard });
      const words = nameOnCard === null ? namelessCardWords : otherCardWords;
      if (!(await badge.ask(loss, (lost) => words(user, lost)))) return false;
      await withBankAuthentication(() => call(updatePaymentMethod, { paymentMethodId }));
      // The badge depends on whether the name on the card matches the full name.
      await refresh(viewPaymentMethod, checkUser);
      const saved = `${cardWords(made.called)} is saved.`;
      toast.success(loss ? `${saved} ${afterOtherCard(user, loss)}` : saved);
      if (isPageOpen()) navigate(leadTo, { replace: true, state });
      return true;
    } catch (fault) {
      // A declined payment method stays declined; the same card typed again becomes a new one.
      if (isRefusal(fault, 'CARD_DECLINED')) forgetMade();
      setError(failureWords(FAILED, fault));
      return false;
    } finally {
      underWay.current = false;
      setBusy(false);
    }
  };
  return { busy, error, save, question: badge.question };
}
