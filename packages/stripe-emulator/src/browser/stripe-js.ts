import { request } from './api-client.ts';
import { StripeElement } from './element.ts';
import type { Api, ElementStyle, ElementType, FromBank, ToBank } from './messages.ts';

// Emulates the part of Stripe.js with card fields and 3-D Secure. The types of the original are in @stripe/stripe-js.

type Fields = Record<string, unknown>;

const script = (document.currentScript as HTMLScriptElement | null)?.src ?? window.location.href;
const fieldPage = new URL('card-field.html', script).href;
const bankPage = new URL('authentication.html', script).href;
const apiBase = new URL('../stripe-api', script).href;

/** Shows the 3-D Secure page over the whole page until the card holder has decided. */
function authenticate(clientSecret: string, api: Api): Promise<void> {
  const dialog = document.createElement('dialog');
  dialog.ariaLabel = '3D Secure – test bank';
  dialog.style.cssText =
    'position:fixed;inset:0;width:100%;height:100%;max-width:none;max-height:none;margin:0;padding:0;border:0;background:transparent;overflow:hidden';
  const frame = document.createElement('iframe');
  frame.title = '3D Secure – test bank';
  frame.src = `${bankPage}#${new URLSearchParams({ client_secret: clientSecret, key: api.key, api: api.base })}`;
  frame.style.cssText = 'display:block;width:100%;height:100%;border:0;color-scheme:light only';
  dialog.append(frame);
  document.body.append(dialog);
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    const message: ToBank = { type: 'bank-escape' };
    frame.contentWindow?.postMessage(message, window.location.origin);
  });
  dialog.showModal();
  frame.focus();
  return new Promise((resolve) => {
    const received = (event: MessageEvent<FromBank>) => {
      if (event.source !== frame.contentWindow || event.data.type !== 'bank-done') return;
      window.removeEventListener('message', received);
      dialog.close();
      dialog.remove();
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

  elements() {
    const form = new Map<ElementType, StripeElement>();
    return {
      create(type: ElementType, { style = {} }: { style?: ElementStyle } = {}): StripeElement {
        const element = new StripeElement(type, style, fieldPage, form);
        form.set(type, element);
        return element;
      },
    };
  }

  async createPaymentMethod(given: {
    type: 'card';
    card: StripeElement;
    billing_details?: Fields;
  }): Promise<{ paymentMethod?: unknown; error?: unknown }> {
    const { card, billing_details = {} } = given;
    const fields = [...card.form.values()];
    if (card.type !== 'cardNumber' || fields.filter(({ frame }) => frame.isConnected).length < 3)
      throw new Error('createPaymentMethod needs a cardNumber, with all three card fields mounted');
    const { ok, body } = await card.createPaymentMethod(this.#api, billing_details);
    return ok ? { paymentMethod: body } : { error: body.error };
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

function Stripe(key: string): StripeClient {
  if (!key.startsWith('pk_')) throw new Error('Stripe() needs the publishable key, pk_…');
  return new StripeClient(key);
}

Object.assign(window, { Stripe });
