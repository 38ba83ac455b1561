import {
  type FromWalletSheet,
  type ToWalletSheet,
  type WalletSheet,
  walletNames,
} from './messages.ts';

// The sheet of a wallet: what is paid, a choice of test cards, Pay and Close.

const page = window.parent;
const { origin, hash } = window.location;
const sheet = JSON.parse(decodeURIComponent(hash.slice(1))) as WalletSheet;

function part<T extends HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no ${id}`);
  return found as T;
}

const pay = part<HTMLButtonElement>('pay');
const card = part<HTMLSelectElement>('card');

function send(message: FromWalletSheet): void {
  page.postMessage(message, origin);
}

function row(name: string, cents: number): HTMLElement {
  const [line, term, value] = ['div', 'dt', 'dd'].map((tag) => document.createElement(tag));
  if (!line || !term || !value) throw new Error('The browser makes no elements');
  const currency = sheet.currency.toUpperCase();
  term.textContent = name;
  value.textContent = new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(
    cents / 100,
  );
  line.append(term, value);
  return line;
}

function close(): void {
  // A payment that is being made can no longer be closed, as in a real wallet.
  if (!pay.disabled) send({ type: 'wallet-closed' });
}

part('title').textContent = walletNames[sheet.wallet];
document.title = walletNames[sheet.wallet];
part('items').append(
  ...sheet.lineItems.map(({ name, amount }) => row(name, amount)),
  ...(sheet.amount === null ? [] : [row('Pay', sheet.amount)]),
);
if (sheet.amount === null) pay.textContent = 'Save';
pay.addEventListener('click', () => {
  pay.disabled = true;
  card.disabled = true;
  part('status').textContent = 'Processing …';
  send({ type: 'wallet-authorized', card: card.value });
});
part('close').addEventListener('click', close);
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') close();
});
window.addEventListener('message', (event: MessageEvent<ToWalletSheet>) => {
  if (event.source === page && event.origin === origin && event.data.type === 'wallet-escape')
    close();
});
pay.focus();
