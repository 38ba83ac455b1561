import type { Wallet } from '../cards.ts';

export type ElementType = 'cardNumber' | 'cardExpiry' | 'cardCvc';

/** The part of an Element's `style` that the card fields show. */
export interface ElementStyle {
  base?: {
    color?: string;
    fontFamily?: string;
    fontSize?: string;
    lineHeight?: string;
    '::placeholder'?: { color?: string };
  };
  invalid?: { color?: string };
}

/** The state of a card field that the page receives. It does not contain the text. */
export interface ElementState {
  empty: boolean;
  complete: boolean;
  error?: ValidationError;
}

/** An error about typed card data, as Stripe.js returns it. */
export interface ValidationError {
  type: 'validation_error';
  code: string;
  message: string;
}

/** A response of Stripe's API. */
export interface ApiAnswer {
  ok: boolean;
  body: Record<string, unknown>;
}

/** The base URL of the API and the publishable key. */
export interface Api {
  base: string;
  key: string;
}

/**
 * A message from the page to the frame of a card field. `create` is for the card number's: it makes a PaymentMethod of the
 * typed card, with what is typed into the other frames, and answers with an `ApiAnswer` through the message's port.
 */
export type ToCardField =
  | { type: 'style'; style: ElementStyle }
  | { type: 'focus' }
  | {
      type: 'create';
      api: Api;
      billingDetails: Record<string, unknown>;
      frameNames: { expiry: string; cvc: string };
    };

/** A message from the frame of a card field to the page. */
export type FromCardField = { type: 'focus' | 'blur' } | { type: 'change'; state: ElementState };

/** A message from the 3-D Secure page to the page that pays: the card holder has decided. */
export type FromBank = { type: 'bank-done' };
/** A message to the 3-D Secure page: Escape was pressed outside of it. */
export type ToBank = { type: 'bank-escape' };

/** The names of the wallets on their buttons. */
export const walletNames: Record<Wallet, string> = {
  apple_pay: 'Apple Pay',
  google_pay: 'Google Pay',
  link: 'Link',
};

/** What the frame of the Express Checkout Element shows. Lengths in px; `radius` in CSS. */
export interface WalletButtonStyle {
  wallets: readonly Wallet[];
  white: boolean;
  height: number;
  radius: string;
  columns: number;
  gap: number;
}

/** A message from the page to the frame of the Express Checkout Element. */
export type ToWalletButtons =
  | { type: 'show'; style: WalletButtonStyle }
  | { type: 'focus'; wallet: Wallet | undefined };
/** A message from the frame of the Express Checkout Element to the page. */
export type FromWalletButtons =
  | { type: 'click'; wallet: Wallet }
  | { type: 'focus' | 'blur' | 'escape' };

/** A line of the sheet of a wallet; in cents. */
export interface LineItem {
  name: string;
  amount: number;
}

/** What the sheet of a wallet shows. `amount`: null if a card is only saved. */
export interface WalletSheet {
  wallet: Wallet;
  amount: number | null;
  currency: string;
  lineItems: readonly LineItem[];
}

/** A message from the sheet of a wallet to the page. `card`: the id of the test card. */
export type FromWalletSheet =
  | { type: 'wallet-authorized'; card: string }
  | { type: 'wallet-closed' };
/** A message to the sheet of a wallet: Escape was pressed outside of it. */
export type ToWalletSheet = { type: 'wallet-escape' };
