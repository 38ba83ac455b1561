import type {
  Stripe,
  StripeCardCvcElement,
  StripeCardExpiryElement,
  StripeCardNumberElement,
  StripeElementStyle,
} from '@stripe/stripe-js';
import { getStripePublishableKey } from '#shared/api/billing.ts';
import { call } from '#web/api/client.ts';

/*
 * Stripe.js in the browser. Its script is loaded once, from the address that the server gives; card data is typed
 * into Stripe's own fields and never reaches our code.
 */

type StripeMaker = (publishableKey: string) => Stripe;

let loading: Promise<Stripe> | undefined;

/** Stripe's client. Rejects if its script cannot be loaded; the next call tries again. */
export function loadCardProvider(): Promise<Stripe> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(): Promise<Stripe> {
  const { publishableKey, scriptUrl } = await call(getStripePublishableKey, {});
  const makeStripe = await loadScript(scriptUrl);
  return makeStripe(publishableKey);
}

function loadScript(url: string): Promise<StripeMaker> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    script.async = true;
    script.onload = () => {
      const maker = (window as { Stripe?: unknown }).Stripe;
      if (typeof maker === 'function') resolve(maker as StripeMaker);
      else reject(new Error('The card form did not load'));
    };
    script.onerror = () => {
      script.remove();
      reject(new Error('The card form did not load'));
    };
    document.head.append(script);
  });
}

export type CardFieldName = 'cardNumber' | 'cardExpiry' | 'cardCvc';

/**
 * The label of the security code: the checkout and the payment method page say CVV, the payment of a message says
 * CVC.
 */
export type SecurityCodeName = 'CVV' | 'CVC';

/** The errors for incomplete card fields. */
export const cardSentences = (securityCode: SecurityCodeName): Record<CardFieldName, string> => ({
  cardNumber: NUMBER_SENTENCE,
  cardExpiry: 'Enter Expiration',
  cardCvc: `Enter ${securityCode}`,
});

const NUMBER_SENTENCE = 'Please enter a credit card number';

/** The state of a Stripe field: whether its input is complete, and whether it has the focus. */
export type CardFieldState = { readonly complete: boolean; readonly focused: boolean };

/** A payment method and the name of its card. */
type NamedCard = {
  readonly id: string;
  readonly cardBrand: string;
  readonly cardLastFour: string;
};

export type CardForm = {
  /** Mounts a field into its box; `onState` is called on every change. */
  mount(field: CardFieldName, box: HTMLElement, onState: (state: CardFieldState) => void): void;
  focus(field: CardFieldName): void;
  restyle(): void;
  /**
   * Creates a payment method from the typed card. `field` is the first field that is not complete; `sentence` is Stripe's
   * own error about the card.
   */
  createPaymentMethod(
    name: string,
  ): Promise<NamedCard | { field: CardFieldName } | { sentence: string }>;
  destroy(): void;
};

type CardElement = StripeCardNumberElement | StripeCardExpiryElement | StripeCardCvcElement;

/** Creates the three card fields in the colors and font of the page. */
export function makeCardForm(stripe: Stripe): CardForm {
  const elements = stripe.elements({ locale: 'en' });
  const style = fieldStyle();
  const fields: Record<CardFieldName, CardElement> = {
    cardNumber: elements.create('cardNumber', { style, showIcon: true }),
    cardExpiry: elements.create('cardExpiry', { style }),
    cardCvc: elements.create('cardCvc', { style }),
  };
  const each = (act: (element: CardElement) => void) => Object.values(fields).forEach(act);
  return {
    mount: (name, box, onState) => {
      let state: CardFieldState = { complete: false, focused: false };
      const change = (next: Partial<CardFieldState>) => {
        state = { ...state, ...next };
        onState(state);
      };
      const element = fields[name] as StripeCardNumberElement;
      element.on('change', ({ complete }) => change({ complete }));
      element.on('focus', () => change({ focused: true }));
      element.on('blur', () => change({ focused: false }));
      element.mount(box);
    },
    focus: (name) => fields[name].focus(),
    restyle: () =>
      each((element) => (element as StripeCardNumberElement).update({ style: fieldStyle() })),
    createPaymentMethod: async (name) => {
      const { paymentMethod, error } = await stripe.createPaymentMethod({
        type: 'card',
        card: fields.cardNumber as StripeCardNumberElement,
        billing_details: { name },
      });
      if (paymentMethod) {
        const { brand = 'card', last4 = '' } = paymentMethod.card ?? {};
        return { id: paymentMethod.id, cardBrand: brand, cardLastFour: last4 };
      }
      if (error?.type === 'validation_error') return { field: fieldOf(error.code) };
      return { sentence: error?.message ?? NUMBER_SENTENCE };
    },
    destroy: () => each((element) => element.destroy()),
  };
}

/** The field that Stripe.js refuses with a code like `incomplete_cvc` or `invalid_expiry_year_past`. */
function fieldOf(code = ''): CardFieldName {
  if (code.includes('expiry')) return 'cardExpiry';
  return code.includes('cvc') ? 'cardCvc' : 'cardNumber';
}

/** The design tokens for Stripe's fields, which take only plain colors, computed from the current page. */
function fieldStyle(): StripeElementStyle {
  return {
    base: {
      color: colorOf('--ink'),
      iconColor: colorOf('--ink-soft'),
      fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif',
      fontSize: '16px',
      // The frame fills the row below its label, so that a tap anywhere reaches the field.
      lineHeight: '36px',
      '::placeholder': { color: colorOf('--ink-soft') },
    },
    invalid: { color: colorOf('--red-text'), iconColor: colorOf('--red-text') },
  };
}

/** A color of the page as the browser computes it: `rgb(26, 26, 46)`. */
export function colorOf(token: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${token})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
