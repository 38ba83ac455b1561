import { request } from './api-client.ts';
import type { FromBank, ToBank } from './messages.ts';

// The 3-D Secure page of the emulated bank, with one button for success and one for failure.

const page = window.parent;
const origin = window.location.origin;
const given = new URLSearchParams(window.location.hash.slice(1));
const api = { base: given.get('api') ?? '', key: given.get('key') ?? '' };
const clientSecret = given.get('client_secret') ?? '';
const [id = ''] = clientSecret.split('_secret_');
const isSetup = id.startsWith('seti_');
const path = `/${isSetup ? 'setup_intents' : 'payment_intents'}/${id}`;

function part<T extends HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no ${id}`);
  return found as T;
}

const choices = part<HTMLFieldSetElement>('choices');
const complete = part<HTMLButtonElement>('complete');

async function answer(outcome: 'authenticated' | 'failed'): Promise<void> {
  if (choices.disabled) return;
  choices.disabled = true;
  const { ok, body } = await request(api, 'POST', `/_bank${path}/authentication`, {
    client_secret: clientSecret,
    outcome,
  });
  const error = body.error as { code?: string; message?: string } | undefined;
  // It was already completed in another window or has expired. The page that pays retrieves the result.
  if (ok || /^(payment|setup)_intent_unexpected_state$/.test(error?.code ?? '')) {
    const message: FromBank = { type: 'bank-done' };
    page.postMessage(message, origin);
    return;
  }
  choices.disabled = false;
  part('status').textContent = error?.message ?? 'The test bank did not answer. Please try again.';
}

async function showAmount(): Promise<void> {
  if (isSetup) {
    part('title').textContent = 'Is this card yours?';
    part('amount').textContent = 'Nothing is charged';
    return;
  }
  const { ok, body } = await request(api, 'GET', `/v1${path}`, { client_secret: clientSecret });
  if (!ok || typeof body.amount !== 'number') return;
  const currency = String(body.currency).toUpperCase();
  const money = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  part('amount').textContent = money.format(body.amount / 100);
}

complete.addEventListener('click', () => void answer('authenticated'));
part('fail').addEventListener('click', () => void answer('failed'));
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') void answer('failed');
});
window.addEventListener('message', (event: MessageEvent<ToBank>) => {
  if (event.source === page && event.origin === origin && event.data.type === 'bank-escape')
    void answer('failed');
});
complete.focus();
void showAmount();
