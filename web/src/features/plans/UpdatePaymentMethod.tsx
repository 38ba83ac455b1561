import { useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { checkUser } from '../../../../shared/api/auth.ts';
import { updatePaymentMethod, viewPaymentMethod } from '../../../../shared/api/billing.ts';
import { call, isRefusal } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { sentenceOf } from '../../api/submission.ts';
import { CardFields } from '../../card/CardFields.tsx';
import { throughBank } from '../../card/through-bank.ts';
import { useNewCard } from '../../card/use-new-card.ts';
import { paths } from '../../paths.ts';
import { useCameFrom } from '../../shell/came-from.ts';
import { FormPage } from '../../shell/FormPage.tsx';
import { toast } from '../../ui/Toast.tsx';

const FAILED = 'Error while saving payment method. Please try again.';

/* A new card for the file. docs/product/billing.md#card-on-file */
export function Component() {
  const card = useNewCard(true, 'CVV');
  const { busy, error, save } = useSave(card);
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
    </FormPage>
  );
}

function useSave(card: ReturnType<typeof useNewCard>) {
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
      const { paymentMethodId } = made.pays;
      await throughBank(() => call(updatePaymentMethod, { paymentMethodId }));
      // The profile shows whether the name on the card is the full name.
      await refresh(viewPaymentMethod, checkUser);
      toast.success('Your card is saved.');
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
