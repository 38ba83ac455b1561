import { useRef, useState } from 'react';
import { CARD_FORM_LOADING } from '#shared/messages/checkout.ts';
import { nameOnCard } from '#shared/rules/billing/plans.ts';
import { useShowErrors } from '#web/forms/show-errors.ts';
import { toast } from '#web/ui/Toast.tsx';
import type { CardErrors } from './CardFields.tsx';
import {
  type CardFieldName,
  type CardFieldState,
  cardSentences,
  type SecurityCodeName,
} from './card-provider.ts';
import type { CardDigits } from './card-words.ts';
import { useCardForm } from './use-card-form.ts';

/** A new card: its payment method and its name. A wallet, which was chosen in its sheet, tells no name of its holder. */
export type NewCard = {
  readonly pays:
    | { readonly paymentMethodId: string; readonly creditCardName: string }
    | { readonly paymentMethodId: string; readonly byWallet: true };
  readonly called: CardDigits;
};

/** A card that was typed into the form. */
export type TypedCard = NewCard & { readonly pays: { readonly creditCardName: string } };

const EMPTY: CardFieldState = { complete: false, focused: false };
const FIELDS: readonly CardFieldName[] = ['cardNumber', 'cardExpiry', 'cardCvc'];

/**
 * The form of a new card: its input, its errors, and the payment method made from it. `ownName` fills in the name on the card, which
 * most often is that of the person who pays.
 */
export function useNewCard(wanted: boolean, securityCode: SecurityCodeName, ownName = '') {
  const state = useCardForm(wanted);
  const { showFirstError } = useShowErrors();
  const [name, setName] = useState(ownName);
  const [fields, setFields] = useState({ cardNumber: EMPTY, cardExpiry: EMPTY, cardCvc: EMPTY });
  /** What the fields have told last, for a form that was waiting when they told it. */
  const told = useRef(fields);
  const [faults, setFaults] = useState<CardErrors>({});
  /** The payment method for the current input, so that a retry with the same card is the same attempt. */
  const made = useRef<TypedCard>(undefined);

  const onField = (field: CardFieldName, next: CardFieldState) => {
    const before = told.current[field];
    // Stripe does not tell that another card was pasted over a complete one; who does that is in the field first.
    const isEntered = next.focused && !before.focused;
    if (isEntered || next.complete !== before.complete) made.current = undefined;
    told.current = { ...told.current, [field]: next };
    setFields(told.current);
    if (next.complete) setFaults((before) => ({ ...before, [field]: undefined }));
  };
  const onName = (typed: string) => {
    setName(typed);
    made.current = undefined;
    if (isName(typed)) setFaults((before) => ({ ...before, name: undefined }));
  };

  /** Returns the payment method, or marks the missing fields. */
  const make = async (): Promise<TypedCard | 'notReady'> => {
    if (state.is === 'loading') toast.error(CARD_FORM_LOADING);
    if (state.is !== 'ready') return 'notReady';
    if (!isName(name)) {
      setFaults({
        ...missingIn(told.current, securityCode),
        name: 'Please enter the name on card',
      });
      showFirstError();
      return 'notReady';
    }
    setFaults({});
    if (made.current) return made.current;
    // Stripe's fields are asked even if one has not told that it is complete: a press right after the last digit overtakes that message.
    const result = await state.form.createPaymentMethod(name.trim());
    if ('field' in result) {
      const first = FIELDS.find((field) => !told.current[field].complete) ?? result.field;
      setFaults({
        ...missingIn(told.current, securityCode),
        [first]: cardSentences(securityCode)[first],
      });
      state.form.focus(first);
      return 'notReady';
    }
    if ('sentence' in result) {
      setFaults({ cardNumber: result.sentence });
      return 'notReady';
    }
    const { id: paymentMethodId, ...called } = result;
    made.current = { pays: { paymentMethodId, creditCardName: name.trim() }, called };
    return made.current;
  };
  const forgetMade = () => {
    made.current = undefined;
  };
  return { state, name, onName, fields, onField, faults, securityCode, make, forgetMade };
}

function isName(typed: string): boolean {
  return nameOnCard.safeParse(typed).success;
}

/** The errors of the fields that have not told that they are complete. */
function missingIn(
  fields: Record<CardFieldName, CardFieldState>,
  securityCode: SecurityCodeName,
): CardErrors {
  const sentences = cardSentences(securityCode);
  const missing = FIELDS.filter((field) => !fields[field].complete);
  return Object.fromEntries(missing.map((field) => [field, sentences[field]]));
}
