import { request } from './api-client.ts';
import { openFrameDialog } from './dialog.ts';
import type { StripeElement } from './element.ts';
import { Elements, type ElementsOptions } from './elements.ts';
import type { Api, ApiAnswer, FromBank, ToBank } from './messages.ts';

// Emulates the part of Stripe.js with card fields, wallets and 3-D Secure. The types of the original are in @stripe/stripe-js.

type Fields = Record<string, unknown>;

const script = (document.currentScript as HTMLScriptElement | null)?.src ?? window.location.href;
const fieldPage = new URL('card-field.html', script).href;
const buttonsPage = new URL('wallet-buttons.html', script).href;
const sheetPage = new URL('wallet-sheet.html', script).href;
const bankPage = new URL('authentication.html', script).href;
const apiBase = new URL('../stripe-api', script).href;

/** Shows the 3-D Secure page over the whole page until the card holder has decided. */
function authenticate(clientSecret: string, api: Api): Promise<void> {
  const src = `${bankPage}#${new URLSearchParams({ client_secret: clientSecret, key: api.key, api: api.base })}`;
  const bank = openFrameDialog('3D Secure – test bank', src, () => {
    const message: ToBank = { type: 'bank-escape' };
    bank.frame.contentWindow?.postMessage(message, window.location.origin);
  });
  return new Promise((resolve) => {
    const received = (event: MessageEvent<FromBank>) => {
      if (event.source !== bank.frame.contentWindow || event.data.type !== 'bank-done') return;
      window.removeEventListener('message', received);
      bank.close();
      resolve();
    };
    window.addEventListener('message', received);
  });
}

class StripeClient {
  readonly #api: Api;

  constructor(key: string) {
    this.#api = { base: apiBase, key };
  }

  elements(options: ElementsOptions = {}): Elements {
    return new Elements(this.#api, options, { fieldPage, buttonsPage, sheetPage });
  }

  async createPaymentMethod(
    given: { elements: Elements } | { type: 'card'; card: StripeElement; billing_details?: Fields },
  ): Promise<{ paymentMethod?: unknown; error?: unknown }> {
    if ('elements' in given) return resultOf(await given.elements.createPaymentMethod());
    const { card, billing_details = {} } = given;
    const fields = [...card.form.values()];
    if (card.type !== 'cardNumber' || fields.filter(({ frame }) => frame.isConnected).length < 3)
      throw new Error('createPaymentMethod needs a cardNumber, with all three card fields mounted');
    return resultOf(await card.createPaymentMethod(this.#api, billing_details));
  }

  /** Has the bank authenticate the card holder of a PaymentIntent or SetupIntent that requires it. */
  async handleNextAction({ clientSecret }: { clientSecret: string }): Promise<Fields> {
    const kind = clientSecret.startsWith('seti_') ? 'setup' : 'payment';
    const [id] = clientSecret.split('_secret_');
    const retrieve = () =>
      request(this.#api, 'GET', `/v1/${kind}_intents/${id}`, { client_secret: clientSecret });
    const before = await retrieve();
    if (!before.ok) return before.body;
    if (before.body.status !== 'requires_action') {
      const code = `${kind}_intent_unexpected_state`;
      const message = 'handleNextAction: The intent supplied is not in the requires_action state.';
      const type = 'invalid_request_error';
      return { error: { type, code, message, [`${kind}_intent`]: before.body } };
    }
    await authenticate(clientSecret, this.#api);
    const after = await retrieve();
    if (!after.ok) return after.body;
    if (after.body.status !== 'requires_payment_method') return { [`${kind}Intent`]: after.body };
    const lastError = after.body[`last_${kind}_error`] as Fields;
    return { error: { ...lastError, [`${kind}_intent`]: after.body } };
  }
}

const resultOf = ({ ok, body }: ApiAnswer) =>
  ok ? { paymentMethod: body } : { error: body.error };

function Stripe(key: string): StripeClient {
  if (!key.startsWith('pk_')) throw new Error('Stripe() needs the publishable key, pk_…');
  return new StripeClient(key);
}

Object.assign(window, { Stripe });
