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
import { afterOtherCard, badgeLossOf, otherCardWords } from '../badge-loss.ts';
import { BadgeNote } from '../card/BadgeNote.tsx';
import { withBankAuthentication } from '../card/bank-authentication.ts';
import { CardFields } from '../card/CardFields.tsx';
import { useNewCard } from '../card/use-new-card.ts';
import { useBadgeConfirmation } from '../use-badge-confirmation.tsx';

const SAVE_ANYWAY = { badge: 'Save without the badge', cardName: 'Save this card' };
const FAILED = 'Error while saving payment method. Please try again.';

/* Replaces the card on file. docs/product/billing.md#card-on-file */
export function Component() {
  const card = useNewCard(true, 'CVV');
  const { busy, error, save, question } = useSave(card);
  return (
    <FormPage
      title="Your card"
      back={paths.paymentMethod()}
      onSubmit={save}
      busy={busy}
      error={error}
      blocked={card.state.is === 'failed'}
      submit="Save"
      note={CARD_STORED}
    >
      <CardFields {...card} />
      <BadgeNote nameOnCard={card.name} />
      {question}
    </FormPage>
  );
}

function useSave(card: ReturnType<typeof useNewCard>) {
  const navigate = useNavigate();
  const leadTo = usePreviousAddress(paths.paymentMethod());
  const state: unknown = useLocation().state;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const underWay = useRef(false);
  const isPageOpen = useIsPageOpen();
  const user = useCurrentUser();
  const badge = useBadgeConfirmation(SAVE_ANYWAY);
  const save = async () => {
    if (underWay.current) return;
    underWay.current = true;
    setBusy(true);
    setError(undefined);
    try {
      const made = await card.make();
      if (made === 'notReady') return;
      const { paymentMethodId, creditCardName } = made.pays;
      const loss = badgeLossOf(user, { nameOnCard: creditCardName });
      if (!(await badge.ask(loss, (lost) => otherCardWords(user, lost)))) return;
      await withBankAuthentication(() => call(updatePaymentMethod, { paymentMethodId }));
      // The badge depends on whether the name on the card matches the full name.
      await refresh(viewPaymentMethod, checkUser);
      toast.success(
        loss ? `Your card is saved. ${afterOtherCard(user, loss)}` : 'Your card is saved.',
      );
      if (isPageOpen()) navigate(leadTo, { replace: true, state });
    } catch (fault) {
      // A declined payment method stays declined; the same card typed again becomes a new one.
      if (isRefusal(fault, 'CARD_DECLINED')) card.forgetMade();
      setError(failureWords(FAILED, fault));
    } finally {
      underWay.current = false;
      setBusy(false);
    }
  };
  return { busy, error, save, question: badge.question };
}
