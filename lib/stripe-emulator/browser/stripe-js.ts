import { ask } from './api-client.ts';
import { type FieldKind, incompleteError } from './card-fields.ts';
import { type ElementOptions, IntegrationError, StripeElement } from './element.ts';
import type { Api, ApiAnswer, ElementType, FieldOptions, FromBank, ToBank } from './messages.ts';

// Emulates the part of Stripe.js that pays by card. The types of the original are in @stripe/stripe-js.

type Fields = Record<string, unknown>;
type Outcome<Name extends string> = Promise<{ [N in Name]?: unknown } & { error?: unknown }>;

const script = (document.currentScript as HTMLScriptElement | null)?.src ?? window.location.href;
const fieldPage = new URL('field.html', script).href;
const bankPage = new URL('secure.html', script).href;
const apiBase = new URL('../stripe-api', script).href;

const types: ElementType[] = ['card', 'cardNumber', 'cardExpiry', 'cardCvc'];

class Elements {
  readonly #made = new Map<ElementType, StripeElement>();

  constructor(private readonly fonts: FieldOptions['fonts']) {}

  create(type: ElementType, options: ElementOptions = {}): StripeElement {
    if (!types.includes(type))
      throw new IntegrationError(`A valid Element name must be provided. You specified ${type}.`);
    if (this.#made.has(type))
      throw new IntegrationError(`Can only create one Element of type ${type} at a time.`);
    const element = new StripeElement(
      type,
      { fonts: this.fonts, ...options },
      fieldPage,
      (changed) => this.#passOnBrand(changed),
      () => this.#made.delete(type),
    );
    groupOf.set(element, this);
    this.#made.set(type, element);
    return element;
  }

  getElement(type: ElementType): StripeElement | null {
    return this.#made.get(type) ?? null;
  }

  /** Tells the security code field the brand, which determines its length. */
  #passOnBrand(changed: StripeElement): void {
    const { brand } = changed.state;
    if (changed.type === 'cardNumber' && brand)
      this.getElement('cardCvc')?.send({ type: 'brand', brand });
  }
}

const groupOf = new WeakMap<StripeElement, Elements>();

function named(name: string, { ok, body }: ApiAnswer): Fields {
  return ok ? { [name]: body } : { error: body.error };
}

function idIn(clientSecret: string, asker: string): string {
  const [id] = clientSecret.split('_secret_');
  if (id?.startsWith('pi_') && id !== clientSecret) return id;
  throw new IntegrationError(
    `Invalid value for ${asker}: clientSecret should be a PaymentIntent's client secret of the form \${id}_secret_\${secret}. You specified: ${clientSecret}.`,
  );
}

/** Shows the 3-D Secure page over the whole page until it is completed. */
function askHolder(clientSecret: string, api: Api): Promise<void> {
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-label', '3D Secure – test bank');
  dialog.style.cssText =
    'position:fixed;inset:0;width:100%;height:100%;max-width:none;max-height:none;margin:0;padding:0;border:0;background:transparent;overflow:hidden';
  const frame = document.createElement('iframe');
  frame.name = `__privateStripeFrame3ds${Date.now()}`;
  frame.title = '3D Secure – test bank';
  frame.src = `${bankPage}#${new URLSearchParams({ client_secret: clientSecret, key: api.key, api: api.base })}`;
  frame.style.cssText = 'display:block;width:100%;height:100%;border:0;color-scheme:light only';
  dialog.append(frame);
  document.body.append(dialog);
  return new Promise((resolve) => {
    const heard = (event: MessageEvent<FromBank>) => {
      if (event.source !== frame.contentWindow || event.data.type !== 'bank-done') return;
      window.removeEventListener('message', heard);
      dialog.close();
      dialog.remove();
      resolve();
    };
    window.addEventListener('message', heard);
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      const escaped: ToBank = { type: 'bank-escape' };
      frame.contentWindow?.postMessage(escaped, window.location.origin);
    });
    dialog.showModal();
    frame.focus();
  });
}

class StripeClient {
  readonly #api: Api;

  constructor(key: string) {
    this.#api = { base: apiBase, key };
  }

  elements(options: { fonts?: FieldOptions['fonts'] } = {}): Elements {
    return new Elements(options.fonts);
  }

  async createPaymentMethod(data: {
    type: string;
    card: StripeElement;
    billing_details?: Fields;
  }): Outcome<'paymentMethod'> {
    if (data.type !== 'card' || !(data.card instanceof StripeElement)) {
      throw new IntegrationError(
        'Invalid value for createPaymentMethod: `card` should be an Element of a card.',
      );
    }
    const { card } = data;
    const group = groupOf.get(card);
    const others = card.type === 'card' ? [] : (['cardNumber', 'cardExpiry', 'cardCvc'] as const);
    const all =
      others.length > 0 ? others.flatMap((type) => group?.getElement(type) ?? []) : [card];
    if (!card.mounted || card.type === 'cardExpiry' || card.type === 'cardCvc') {
      throw new IntegrationError(
        'We could not retrieve data from the specified Element. Please make sure the Element you are attempting to use is still mounted.',
      );
    }
    const unfinished = all.find((element) => !element.state.complete);
    if (unfinished) {
      for (const element of all) element.send({ type: 'finish' });
      const kind = (unfinished.type === 'card' ? 'cardNumber' : unfinished.type) as FieldKind;
      return { error: unfinished.state.error ?? incompleteError(kind) };
    }
    const siblings = all.filter((element) => element !== card);
    return named(
      'paymentMethod',
      await card.createPaymentMethod(this.#api, data.billing_details ?? {}, siblings),
    );
  }

  async retrievePaymentIntent(clientSecret: string): Outcome<'paymentIntent'> {
    const id = idIn(clientSecret, 'stripe.retrievePaymentIntent');
    const answer = await ask(this.#api, 'GET', `/v1/payment_intents/${id}`, {
      client_secret: clientSecret,
    });
    return named('paymentIntent', answer);
  }

  async retrieveSetupIntent(clientSecret: string): Outcome<'setupIntent'> {
    const [id] = clientSecret.split('_secret_');
    const answer = await ask(this.#api, 'GET', `/v1/setup_intents/${id}`, {
      client_secret: clientSecret,
    });
    return named('setupIntent', answer);
  }

  async handleNextAction({
    clientSecret,
  }: {
    clientSecret: string;
  }): Outcome<'paymentIntent' | 'setupIntent'> {
    return clientSecret.startsWith('seti_')
      ? this.#handleSetup(clientSecret)
      : this.#handle(clientSecret, 'handleNextAction');
  }

  /** Completes 3-D Secure of a SetupIntent, as for a payment. */
  async #handleSetup(clientSecret: string): Outcome<'setupIntent'> {
    const before = await this.retrieveSetupIntent(clientSecret);
    if (before.error) return before;
    if ((before.setupIntent as { status: string }).status !== 'requires_action') {
      const message =
        'handleNextAction: The SetupIntent supplied is not in the requires_action state.';
      const code = 'setup_intent_unexpected_state';
      const { setupIntent } = before;
      return { error: { type: 'invalid_request_error', code, message, setup_intent: setupIntent } };
    }
    await askHolder(clientSecret, this.#api);
    const after = await this.retrieveSetupIntent(clientSecret);
    const setup = after.setupIntent as { status: string; last_setup_error?: Fields } | undefined;
    if (setup?.status !== 'requires_payment_method') return after;
    return { error: { ...setup.last_setup_error, setup_intent: setup } };
  }

  async handleCardAction(clientSecret: string): Outcome<'paymentIntent'> {
    return this.#handle(clientSecret, 'handleCardAction');
  }

  async confirmCardPayment(
    clientSecret: string,
    data: {
      payment_method?: string | { card: StripeElement; billing_details?: Fields };
      setup_future_usage?: string;
    } = {},
    options: { handleActions?: boolean } = {},
  ): Outcome<'paymentIntent'> {
    const id = idIn(clientSecret, 'stripe.confirmCardPayment');
    let method = data.payment_method;
    if (typeof method === 'object') {
      const made = await this.createPaymentMethod({ type: 'card', ...method });
      if (made.error) return { error: made.error };
      method = (made.paymentMethod as { id: string }).id;
    }
    const now = await this.retrievePaymentIntent(clientSecret);
    const waits =
      (now.paymentIntent as { status?: string } | undefined)?.status === 'requires_action';
    if (!waits || method) {
      const confirmed = await ask(this.#api, 'POST', `/v1/payment_intents/${id}/confirm`, {
        client_secret: clientSecret,
        payment_method: method,
        setup_future_usage: data.setup_future_usage,
        use_stripe_sdk: true,
      });
      const asksHolder =
        confirmed.ok &&
        confirmed.body.status === 'requires_action' &&
        options.handleActions !== false;
      if (!asksHolder) return named('paymentIntent', confirmed);
    }
    return this.#handle(clientSecret, 'confirmCardPayment');
  }

  async #handle(clientSecret: string, asker: string): Outcome<'paymentIntent'> {
    idIn(clientSecret, `stripe.${asker}`);
    const before = await this.retrievePaymentIntent(clientSecret);
    if (before.error) return before;
    if ((before.paymentIntent as { status: string }).status !== 'requires_action') {
      const message = `${asker}: The PaymentIntent supplied is not in the requires_action state.`;
      const code = 'payment_intent_unexpected_state';
      return {
        error: {
          type: 'invalid_request_error',
          code,
          message,
          payment_intent: before.paymentIntent,
        },
      };
    }
    await askHolder(clientSecret, this.#api);
    const after = await this.retrievePaymentIntent(clientSecret);
    const intent = after.paymentIntent as
      | { status: string; last_payment_error?: Fields }
      | undefined;
    if (intent?.status !== 'requires_payment_method') return after;
    return { error: { ...intent.last_payment_error, payment_intent: intent } };
  }
}

function Stripe(key: string): StripeClient {
  if (typeof key !== 'string' || key === '')
    throw new IntegrationError(
      'Please call Stripe() with your publishable key. You used an empty string.',
    );
  if (!key.startsWith('pk_'))
    throw new IntegrationError(
      'You should not use your secret key with Stripe.js. Please pass a publishable key instead.',
    );
  return new StripeClient(key);
}

Object.assign(window, { Stripe: Object.assign(Stripe, { version: 3 }) });
