import type { Wallet } from '../cards.ts';
import { request } from './api-client.ts';
import { type FrameDialog, openFrameDialog } from './dialog.ts';
import type { Elements } from './elements.ts';
import {
  type ApiAnswer,
  type FromWalletButtons,
  type FromWalletSheet,
  type LineItem,
  type ToWalletButtons,
  type ToWalletSheet,
  type WalletSheet,
  walletNames,
} from './messages.ts';

type Choice = 'auto' | 'always' | 'never';

/** The options of the Express Checkout Element that are known. */
export interface ExpressCheckoutOptions {
  /** In px, from 40 to 55. */
  buttonHeight?: number;
  buttonTheme?: { applePay?: string; googlePay?: string };
  layout?: { maxColumns?: number };
  paymentMethods?: { applePay?: Choice; googlePay?: Choice; link?: Choice };
}

type Listener = (event: Record<string, unknown>) => void;
type EventName =
  | 'ready'
  | 'click'
  | 'confirm'
  | 'cancel'
  | 'focus'
  | 'blur'
  | 'escape'
  | 'loaderror';

const OPTION_NAMES = { apple_pay: 'applePay', google_pay: 'googlePay', link: 'link' } as const;
/** The time in which a click has to be resolved, in milliseconds. */
const CLICK_TIME = 1_000;

let frames = 0;

/** The Express Checkout Element: a frame with a button for each wallet, and the sheet that a button opens. */
export class ExpressCheckoutElement {
  readonly #listeners: { event: EventName; listener: Listener }[] = [];
  readonly frame = document.createElement('iframe');
  #wallets: readonly Wallet[] = [];
  #sheet: FrameDialog | undefined;
  /** The wallet and the test card that were confirmed in the sheet. */
  authorized: { wallet: Wallet; card: string } | undefined;

  constructor(
    private readonly elements: Elements,
    private readonly options: ExpressCheckoutOptions,
  ) {
    const { buttonHeight = 44 } = options;
    if (buttonHeight < 40 || buttonHeight > 55)
      throw new Error('buttonHeight must be from 40 to 55 px');
    frames += 1;
    this.frame.name = `stripeWallets${frames}`;
    this.frame.title = 'Secure payment button frame';
    this.frame.src = elements.pages.buttonsPage;
    this.frame.style.cssText = 'border:0;display:block;width:100%;height:0;color-scheme:light only';
    this.frame.addEventListener('load', () => void this.#load(), { once: true });
  }

  on(event: EventName, listener: Listener): this {
    this.#listeners.push({ event, listener });
    return this;
  }

  mount(place: string | HTMLElement): void {
    const host = typeof place === 'string' ? document.querySelector(place) : place;
    if (!host) throw new Error(`No element to mount the wallets in: ${place}`);
    if (host === this.frame.parentElement) return;
    window.addEventListener('message', this.#received);
    host.replaceChildren(this.frame);
  }

  focus(wallet?: Wallet): void {
    this.frame.focus();
    this.#send({ type: 'focus', wallet });
  }

  update(changed: ExpressCheckoutOptions): void {
    Object.assign(this.options, changed);
    this.#show();
  }

  destroy(): void {
    window.removeEventListener('message', this.#received);
    this.#closeSheet();
    this.frame.remove();
  }

  async createPaymentMethod(): Promise<ApiAnswer> {
    const { authorized } = this;
    if (!authorized) throw new Error('createPaymentMethod needs a confirmed sheet');
    const answer = await request(this.elements.api, 'POST', '/_wallets/payment_methods', {
      wallet: authorized.wallet,
      card: authorized.card,
      as_link: this.#allows('link'),
    });
    this.#closeSheet();
    return answer;
  }

  /** Whether a payment method type is allowed; by default each one that is turned on. */
  #allows(type: string): boolean {
    return this.elements.options.allowedPaymentMethodTypes?.includes(type) ?? true;
  }

  async #load(): Promise<void> {
    const { ok, body } = await request(this.elements.api, 'GET', '/_wallets', {});
    if (!ok) return this.#emit('loaderror', { error: body.error });
    const { paymentMethods = {} } = this.options;
    this.#wallets = (body.wallets as Wallet[]).filter(
      (wallet) => paymentMethods[OPTION_NAMES[wallet]] !== 'never',
    );
    this.#show();
    const names = ['applePay', 'googlePay', 'link', 'amazonPay', 'paypal', 'klarna'];
    const offered = this.#wallets.map((wallet): string => OPTION_NAMES[wallet]);
    this.#emit('ready', {
      availablePaymentMethods:
        offered.length > 0
          ? Object.fromEntries(names.map((name) => [name, offered.includes(name)]))
          : undefined,
    });
  }

  #show(): void {
    const { buttonHeight: height = 44, buttonTheme = {}, layout = {} } = this.options;
    const { borderRadius = '4px', gridColumnSpacing = '8px' } =
      this.elements.options.appearance?.variables ?? {};
    const wallets = this.#wallets;
    const columns = Math.max(1, Math.min(layout.maxColumns || wallets.length, wallets.length));
    const rows = Math.ceil(wallets.length / columns);
    const gap = Number.parseInt(gridColumnSpacing, 10);
    const white = buttonTheme.applePay === 'white' || buttonTheme.googlePay === 'white';
    this.frame.style.height = `${rows * height + Math.max(0, rows - 1) * gap}px`;
    this.#send({
      type: 'show',
      style: { wallets, white, height, radius: borderRadius, columns, gap },
    });
  }

  #send(message: ToWalletButtons): void {
    this.frame.contentWindow?.postMessage(message, window.location.origin);
  }

  readonly #received = ({
    source,
    origin,
    data,
  }: MessageEvent<FromWalletButtons | FromWalletSheet>) => {
    if (origin !== window.location.origin) return;
    const isSheet = this.#sheet !== undefined && source === this.#sheet.frame.contentWindow;
    if (!isSheet && source !== this.frame.contentWindow) return;
    if (data.type === 'click') this.#clicked(data.wallet);
    else if (data.type === 'wallet-authorized') this.#authorize(data.card);
    else if (data.type === 'wallet-closed') this.#cancel();
    else this.#emit(data.type);
  };

  /** The application has a second to say what the sheet shows; without an answer it does not open. */
  #clicked(wallet: Wallet): void {
    let isOver = false;
    const once = (act: () => void) => () => {
      if (!isOver) act();
      isOver = true;
    };
    setTimeout(
      once(() => undefined),
      CLICK_TIME,
    );
    this.#emit('click', {
      expressPaymentType: wallet,
      reject: once(() => undefined),
      resolve: ({ lineItems = [] }: { lineItems?: LineItem[] } = {}) =>
        once(() => this.#open(wallet, lineItems))(),
    });
  }

  #open(wallet: Wallet, lineItems: LineItem[]): void {
    const { amount, currency = 'usd', mode } = this.elements.options;
    const total = mode === 'setup' ? null : (amount ?? 0);
    if (total !== null && lineItems.reduce((sum, item) => sum + item.amount, 0) > total)
      throw new Error('The line items are more than the amount');
    const shown: WalletSheet = { wallet, amount: total, currency, lineItems };
    this.authorized = { wallet, card: '' };
    const src = `${this.elements.pages.sheetPage}#${encodeURIComponent(JSON.stringify(shown))}`;
    this.#sheet = openFrameDialog(`${walletNames[wallet]} – test wallet`, src, () => {
      const message: ToWalletSheet = { type: 'wallet-escape' };
      this.#sheet?.frame.contentWindow?.postMessage(message, window.location.origin);
    });
  }

  #authorize(card: string): void {
    const wallet = this.authorized?.wallet;
    if (!wallet) return;
    this.authorized = { wallet, card };
    // Without a wish for more, a wallet tells nothing about its holder.
    this.#emit('confirm', {
      expressPaymentType: wallet,
      paymentFailed: () => this.#closeSheet(),
    });
  }

  #cancel(): void {
    this.#closeSheet();
    this.focus(this.authorized?.wallet);
    this.#emit('cancel');
  }

  #closeSheet(): void {
    this.#sheet?.close();
    this.#sheet = undefined;
  }

  #emit(event: EventName, payload: Record<string, unknown> = {}): void {
    for (const { listener } of this.#listeners.filter((each) => each.event === event))
      listener({ elementType: 'expressCheckout', ...payload });
  }
}
