import { useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import {
  checkUser,
  viewDashboardStats,
  viewPaymentMethod,
} from '../../../../shared/api/account.ts';
import { updatePaymentMethod } from '../../../../shared/api/plans.ts';
import { call, isRefusal } from '../../api/client.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { refresh } from '../../api/queries.ts';
import { sentenceOf } from '../../api/submission.ts';
import { BadgeRule } from '../../badge/BadgeRule.tsx';
import { losesBadgeWithCard } from '../../badge/badge-loss.ts';
import { useBadgeQuestion } from '../../badge/use-badge-question.tsx';
import { CardFields } from '../../card/CardFields.tsx';
import { throughBank } from '../../card/through-bank.ts';
import { useNewCard } from '../../card/use-new-card.ts';
import { paths } from '../../paths.ts';
import { useCameFrom } from '../../shell/came-from.ts';
import { FormPage } from '../../shell/FormPage.tsx';
import { toast } from '../../ui/Toast.tsx';

const WITHOUT_BADGE =
  'The name on this card is not your full name, so your profile loses its Verified Account Badge. It comes back with a card in your full name.';
const FAILED = 'Error while saving payment method. Please try again.';

/* A new card for the file. Spec part 1, sections 2 and 5, /update-payment-method. */
export function Component() {
  const card = useNewCard(true, 'CVV');
  const badge = useBadgeQuestion(WITHOUT_BADGE, 'Save this card');
  const { busy, error, save } = useSave(card, badge.ask);
  return (
    <FormPage
      title="Your card"
      back={paths.paymentMethod()}
      onSubmit={save}
      busy={busy}
      error={error}
      blocked={card.state.is === 'failed'}
      submit="Save"
      note="Nothing is charged now. Your bank may ask you to confirm the card."
    >
      <CardFields {...card} />
      <BadgeRule nameOnCard={card.name} />
      {badge.question}
    </FormPage>
  );
}

function useSave(
  card: ReturnType<typeof useNewCard>,
  ask: ReturnType<typeof useBadgeQuestion>['ask'],
) {
  const user = useCurrentUser();
  const navigate = useNavigate();
  const leadTo = useCameFrom(paths.paymentMethod());
  const state: unknown = useLocation().state;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const underWay = useRef(false);
  const save = async () => {
    if (underWay.current) return;
    underWay.current = true;
    setBusy(true);
    setError(undefined);
    try {
      const made = await card.make();
      if (made === 'notReady') return;
      const loses = losesBadgeWithCard(user, card.name);
      if (!(await ask(loses))) return;
      const { paymentMethodId } = made.pays;
      await throughBank(() => call(updatePaymentMethod, { paymentMethodId }));
      // The badge may have come or gone with the name on the card, and the home screen says so.
      await refresh(viewPaymentMethod, checkUser, viewDashboardStats);
      toast.success(
        loses
          ? 'Your card is saved. Your Verified badge is gone until your card is in your full name.'
          : 'Your card is saved.',
      );
      navigate(leadTo, { replace: true, state });
    } catch (fault) {
      // A card that was refused stays refused; the same one typed again is another one to the provider.
      if (isRefusal(fault, 'CARD_DECLINED')) card.forgetMade();
      setError(sentenceOf(fault) ?? FAILED);
    } finally {
      underWay.current = false;
      setBusy(false);
    }
  };
  return { busy, error, save };
}
