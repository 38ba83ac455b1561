import { StripeElement } from './element.ts';
import { ExpressCheckoutElement, type ExpressCheckoutOptions } from './express-checkout.ts';
import type { Api, ApiAnswer, ElementStyle, ElementType } from './messages.ts';

/** The options of `stripe.elements` that are known. Without `mode` there are only the card fields. */
export interface ElementsOptions {
  mode?: 'payment' | 'setup' | 'subscription';
  /** In cents. */
  amount?: number;
  currency?: string;
  paymentMethodCreation?: 'manual';
  allowedPaymentMethodTypes?: string[];
  appearance?: { variables?: { borderRadius?: string; gridColumnSpacing?: string } };
}

/** The pages of the frames. */
export interface FramePages {
  fieldPage: string;
  buttonsPage: string;
  sheetPage: string;
}

/** A group of Elements: the fields of one card, or the buttons of the wallets. */
export class Elements {
  readonly #form = new Map<ElementType, StripeElement>();
  #express: ExpressCheckoutElement | undefined;
  #isSubmitted = false;

  constructor(
    readonly api: Api,
    /** What is paid; `update` changes it. */
    public options: ElementsOptions,
    readonly pages: FramePages,
  ) {
    const { mode, amount, currency } = options;
    if (mode && mode !== 'setup' && !(amount && amount > 0 && currency))
      throw new Error(`elements() with the mode ${mode} needs an amount and a currency`);
  }

  create(type: 'expressCheckout', options?: ExpressCheckoutOptions): ExpressCheckoutElement;
  create(type: ElementType, options?: { style?: ElementStyle }): StripeElement;
  create(
    type: ElementType | 'expressCheckout',
    options: ExpressCheckoutOptions & { style?: ElementStyle } = {},
  ): StripeElement | ExpressCheckoutElement {
    if (type === 'expressCheckout') {
      if (!this.options.mode) throw new Error('The Express Checkout Element needs a mode');
      this.#express = new ExpressCheckoutElement(this, options);
      return this.#express;
    }
    const element = new StripeElement(type, options.style ?? {}, this.pages.fieldPage, this.#form);
    this.#form.set(type, element);
    return element;
  }

  update(changed: Pick<ElementsOptions, 'amount' | 'appearance'>): void {
    this.options = { ...this.options, ...changed };
  }

  /** Checks the Elements before a PaymentMethod is made of them. A wallet has checked its own. */
  async submit(): Promise<{ selectedPaymentMethod?: string; error?: unknown }> {
    const wallet = this.#express?.authorized?.wallet;
    if (!wallet) return { error: { type: 'validation_error', message: 'No wallet is open.' } };
    this.#isSubmitted = true;
    return { selectedPaymentMethod: wallet };
  }

  /** Creates the PaymentMethod of the card that was chosen in the sheet, and closes the sheet. */
  async createPaymentMethod(): Promise<ApiAnswer> {
    if (this.options.paymentMethodCreation !== 'manual')
      throw new Error('createPaymentMethod needs elements with paymentMethodCreation: manual');
    if (!this.#isSubmitted || !this.#express)
      throw new Error('elements.submit() must be called before createPaymentMethod');
    this.#isSubmitted = false;
    return this.#express.createPaymentMethod();
  }
}
