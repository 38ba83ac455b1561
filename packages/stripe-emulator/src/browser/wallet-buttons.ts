import {
  type FromWalletButtons,
  type ToWalletButtons,
  type WalletButtonStyle,
  walletNames,
} from './messages.ts';

// The script in the frame of the Express Checkout Element: a button for each wallet.

const page = window.parent;
const { origin } = window.location;

function send(message: FromWalletButtons): void {
  page.postMessage(message, origin);
}

/** Buttons that are there already stay, so that a new color does not take the focus from them. */
function show({ wallets, white, height, radius, columns, gap }: WalletButtonStyle): void {
  const properties = {
    '--height': `${height}px`,
    '--radius': radius,
    '--gap': `${gap}px`,
    '--columns': String(columns),
  };
  for (const [property, value] of Object.entries(properties))
    document.documentElement.style.setProperty(property, value);
  for (const wallet of wallets) {
    const found = document.getElementById(wallet);
    const button = found ?? document.createElement('button');
    button.id = wallet;
    button.className = wallet === 'link' ? 'link' : white ? 'white' : '';
    if (found) continue;
    button.textContent = wallet === 'link' ? 'Pay with link' : walletNames[wallet];
    button.ariaLabel = `Pay with ${walletNames[wallet]}`;
    button.addEventListener('click', () => send({ type: 'click', wallet }));
    document.body.append(button);
  }
}

window.addEventListener(
  'message',
  ({ source, origin: from, data }: MessageEvent<ToWalletButtons>) => {
    if (source !== page || from !== origin) return;
    if (data.type === 'show') show(data.style);
    if (data.type === 'focus')
      document.querySelector<HTMLElement>(data.wallet ? `#${data.wallet}` : 'button')?.focus();
  },
);
window.addEventListener('focus', () => send({ type: 'focus' }));
window.addEventListener('blur', () => send({ type: 'blur' }));
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') send({ type: 'escape' });
});
