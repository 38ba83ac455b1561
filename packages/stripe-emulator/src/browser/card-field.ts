import { request } from './api-client.ts';
import { errorOf, expiryIn, stateOf } from './card-rules.ts';
import type {
  ApiAnswer,
  ElementStyle,
  ElementType,
  FromCardField,
  ToCardField,
} from './messages.ts';

// The script in the frame of a card field: one input, whose text never passes through the page.

const page = window.parent;
const { origin, hash } = window.location;
const type = hash.slice(1) as ElementType;
const input = document.querySelector('input') as HTMLInputElement;

const [name, autocomplete, label, placeholder] = {
  cardNumber: ['cardnumber', 'cc-number', 'Credit or debit card number', '1234 1234 1234 1234'],
  cardExpiry: ['exp-date', 'cc-exp', 'Credit or debit card expiration date', 'MM / YY'],
  cardCvc: ['cvc', 'cc-csc', 'Credit or debit card CVC/CVV', 'CVC'],
}[type];
Object.assign(input, { name, autocomplete, ariaLabel: label, placeholder });

function send(message: FromCardField): void {
  page.postMessage(message, origin);
}

input.addEventListener('focus', () => send({ type: 'focus' }));
input.addEventListener('blur', () => send({ type: 'blur' }));
input.addEventListener('input', () => {
  const state = stateOf(type, input.value, new Date());
  input.ariaInvalid = String(state.error !== undefined);
  send({ type: 'change', state });
});

function applyStyle({ base, invalid }: ElementStyle): void {
  const properties = {
    '--color': base?.color,
    '--family': base?.fontFamily,
    '--size': base?.fontSize,
    '--placeholder': base?.['::placeholder']?.color,
    '--invalid': invalid?.color,
  };
  for (const [property, value] of Object.entries(properties))
    document.documentElement.style.setProperty(property, value ?? '');
}

/** Returns the text of another card field of the page, by the name of its frame. */
function textIn(frame: string): string {
  const { document } = (page as unknown as Record<string, Window>)[frame] as Window;
  return document.querySelector('input')?.value ?? '';
}

/** Validates what is in the fields now: what the page has heard of them may be older. */
async function createPaymentMethod(
  message: Extract<ToCardField, { type: 'create' }>,
): Promise<ApiAnswer> {
  const { api, billingDetails, frameNames } = message;
  const [number, expiration, cvc] = [
    input.value,
    textIn(frameNames.expiry),
    textIn(frameNames.cvc),
  ];
  const now = new Date();
  const error =
    errorOf('cardNumber', number, now) ??
    errorOf('cardExpiry', expiration, now) ??
    errorOf('cardCvc', cvc, now);
  if (error) return { ok: false, body: { error } };
  const expiry = expiryIn(expiration);
  return request(api, 'POST', '/v1/payment_methods', {
    type: 'card',
    card: {
      number: number.replace(/\D/g, ''),
      exp_month: expiry?.month,
      exp_year: expiry?.year,
      cvc,
    },
    billing_details: billingDetails,
  });
}

window.addEventListener('message', async (event: MessageEvent<ToCardField>) => {
  if (event.source !== page || event.origin !== origin) return;
  if (event.data.type === 'style') applyStyle(event.data.style);
  if (event.data.type === 'focus') input.focus();
  if (event.data.type === 'create')
    event.ports[0]?.postMessage(await createPaymentMethod(event.data));
});

// Until here nobody listens to what is typed.
input.disabled = false;
