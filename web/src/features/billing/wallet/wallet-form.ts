import type {
  ClickResolveDetails,
  LineItem,
  Stripe,
  StripeExpressCheckoutElementConfirmEvent,
  StripeExpressCheckoutElementOptions,
} from '@stripe/stripe-js';
import type { Cents } from '#shared/money.ts';
import { ALLOWED_PAYMENT_METHODS, isWallet, type Wallet } from '#shared/payment-method-names.ts';
import { paths } from '#web/paths.ts';
import { colorOf } from '../card/card-provider.ts';
import type { NewCard } from '../card/use-new-card.ts';

/*
 * The buttons of Apple Pay, Google Pay and Link: Stripe's Express Checkout Element. Nothing exists at Stripe before its sheet is
 * confirmed; then a payment method is made, with which our server does the same as with a typed card.
 * https://docs.stripe.com/elements/express-checkout-element
 */

/** What the sheet is opened for. `amount`: what is paid; undefined if a card is only saved. */
export type WalletPurpose = {
  readonly mode: 'payment' | 'subscription' | 'setup';
  readonly amount?: Cents | undefined;
  /** The one line of the sheet, such as `Held until Ana Marković answers`. */
  readonly line?: string | undefined;
  /** What is charged each month from then on, with which Apple Pay issues a token that outlives the phone. */
  readonly monthly?: { readonly name: string; readonly price: Cents } | undefined;
};

export type WalletEvents = {
  /** The wallets that this browser offers; none if there is no button. */
  onReady(wallets: readonly Wallet[]): void;
  onOpen(wallet: Wallet): void;
  onClose(wallet: Wallet): void;
  /** The sheet was confirmed. Resolves with whether it was paid or saved. */
  onConfirm(chosen: NewCard): Promise<boolean>;
  /** Stripe made no payment method of what was confirmed. */
  onFailure(wallet: Wallet): void;
};

export type WalletForm = {
  mount(box: HTMLElement): void;
  /** What is asked for from the next sheet on. */
  update(purpose: WalletPurpose): void;
  destroy(): void;
};

/** From 40 to 55 px are possible. */
const BUTTON_HEIGHT = 52;

const OFFERED: readonly (readonly ['applePay' | 'googlePay' | 'link', Wallet])[] = [
  ['applePay', 'apple_pay'],
  ['googlePay', 'google_pay'],
  ['link', 'link'],
];

/** Creates the buttons in the colors of the page. */
export function makeWalletForm(
  stripe: Stripe,
  first: WalletPurpose,
  events: WalletEvents,
): WalletForm {
  let purpose = first;
  const shared = {
    currency: 'usd',
    setupFutureUsage: 'off_session' as const,
    paymentMethodCreation: 'manual' as const,
    allowedPaymentMethodTypes: [...ALLOWED_PAYMENT_METHODS],
    locale: 'en' as const,
    appearance: {
      variables: { borderRadius: '12px', gridColumnSpacing: '8px', gridRowSpacing: '8px' },
    },
  };
  const { mode, amount = 0 } = purpose;
  const elements =
    mode === 'setup'
      ? stripe.elements({ ...shared, mode })
      : mode === 'subscription'
        ? stripe.elements({ ...shared, mode, amount })
        : stripe.elements({ ...shared, mode, amount, captureMethod: 'manual' });
  const element = elements.create('expressCheckout', buttonOptions());
  let opened: Wallet | undefined;

  const confirm = async (event: StripeExpressCheckoutElementConfirmEvent) => {
    const wallet = event.expressPaymentType;
    if (!isWallet(wallet)) return event.paymentFailed();
    const made = await chosenIn(wallet);
    if (!made) {
      event.paymentFailed();
      events.onFailure(wallet);
    } else if (!(await events.onConfirm(made))) event.paymentFailed();
  };

  const chosenIn = async (wallet: Wallet): Promise<NewCard | undefined> => {
    try {
      const { error } = await elements.submit();
      if (error) return undefined;
      const { paymentMethod } = await stripe.createPaymentMethod({ elements });
      if (!paymentMethod) return undefined;
      const { brand = wallet, last4 = '' } = paymentMethod.card ?? {};
      return {
        pays: { paymentMethodId: paymentMethod.id, byWallet: true },
        called: { cardBrand: brand, cardLastFour: last4, wallet },
      };
    } catch {
      return undefined;
    }
  };

  element.on('ready', ({ availablePaymentMethods: available }) =>
    events.onReady(OFFERED.filter(([name]) => available?.[name]).map(([, wallet]) => wallet)),
  );
  element.on('loaderror', () => events.onReady([]));
  element.on('click', ({ expressPaymentType: wallet, resolve }) => {
    if (isWallet(wallet)) {
      opened = wallet;
      events.onOpen(wallet);
    }
    resolve({ lineItems: linesOf(purpose), ...monthlyOf(purpose) });
  });
  element.on('cancel', () => opened && events.onClose(opened));
  element.on('confirm', (event) => void confirm(event));
  return {
    mount: (box) => element.mount(box),
    update: (next) => {
      purpose = next;
      if (next.mode !== 'setup' && next.amount) elements.update({ amount: next.amount });
    },
    destroy: () => element.destroy(),
  };
}

const linesOf = ({ line, amount }: WalletPurpose): LineItem[] =>
  line !== undefined && amount ? [{ name: line, amount }] : [];

/** What Apple Pay is told of a plan. https://docs.stripe.com/apple-pay/merchant-tokens */
function monthlyOf({ monthly }: WalletPurpose): Pick<ClickResolveDetails, 'applePay'> {
  if (!monthly) return {};
  const { name, price } = monthly;
  return {
    applePay: {
      recurringPaymentRequest: {
        paymentDescription: `ReplyPaid ${name}`,
        managementURL: new URL(paths.subscription(), window.location.origin).href,
        regularBilling: {
          label: `${name}, each month`,
          amount: price,
          recurringPaymentIntervalUnit: 'month',
          recurringPaymentIntervalCount: 1,
        },
      },
    },
  };
}

function buttonOptions(): StripeExpressCheckoutElementOptions {
  const theme = isDark() ? 'white' : 'black';
  return {
    buttonHeight: BUTTON_HEIGHT,
    buttonTheme: { applePay: theme, googlePay: theme },
    buttonType: { applePay: 'plain', googlePay: 'plain' },
    // One row, as high as the place that is kept for it: nothing below moves when the buttons come.
    layout: { maxColumns: 3, maxRows: 0, overflow: 'never' },
    // Others, which Stripe would show by country, lead to pages of their own and are not allowed by our payments.
    paymentMethods: { amazonPay: 'never', klarna: 'never', paypal: 'never' },
    emailRequired: false,
    phoneNumberRequired: false,
    shippingAddressRequired: false,
    billingAddressRequired: false,
  };
}

/** Whether the page has light letters. */
function isDark(): boolean {
  const [red = 0] = colorOf('--ink').match(/\d+/g)?.map(Number) ?? [];
  return red > 128;
}
