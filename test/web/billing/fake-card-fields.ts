import { jest } from '@jest/globals';
import { act, screen } from '@testing-library/react/pure';
import type { UserEvent } from '@testing-library/user-event';
import { getStripePublishableKey } from '#shared/api/billing.ts';
import { serve, success } from '../open-screen.ts';

/* What the app uses of Stripe.js, in jsdom: fields that are typed into at once, and the bank's page. */

/** What is in the card fields, and whether they have told it: their messages arrive after what a person does next. */
type Typed = { readonly isComplete: boolean; readonly isTold: boolean };

const ALL: Typed = { isComplete: true, isTold: true };
/** The app loads Stripe.js once for all tests of a file. */
let typed = ALL;

/** The wallets that are offered, by the name of Stripe.js. */
type Offered = readonly ('applePay' | 'googlePay' | 'link')[];
let offered: Offered = [];
type Tell = (event: Record<string, unknown>) => void;
const walletListeners = new Map<string, Tell>();
/** What the wallets were opened for, the newest last. */
export const walletsMade: Record<string, unknown>[] = [];
/** The amounts that the sheet was changed to. */
export const updatedAmounts: number[] = [];

const nothing = () => undefined;
/** The buttons of the wallets, whose sheet is played by `walletSheet`. */
const walletButtons = {
  on: (event: string, tell: Tell) => {
    walletListeners.set(event, tell);
    if (event !== 'ready') return;
    const available = Object.fromEntries(offered.map((name) => [name, true]));
    setTimeout(() => tell({ availablePaymentMethods: offered.length > 0 ? available : undefined }));
  },
  mount: nothing,
  destroy: nothing,
};

/** What a person does in the sheet of a wallet. Each returns what the page said about it. */
export const walletSheet = {
  open(wallet: string): unknown[] {
    const resolved: unknown[] = [];
    const resolve = (details: unknown) => resolved.push(details);
    act(() => walletListeners.get('click')?.({ expressPaymentType: wallet, resolve }));
    return resolved;
  },
  close: () => act(() => walletListeners.get('cancel')?.({})),
  confirm(wallet: string): jest.Mock {
    const paymentFailed = jest.fn();
    chosenIn = wallet;
    act(() => walletListeners.get('confirm')?.({ expressPaymentType: wallet, paymentFailed }));
    return paymentFailed;
  },
};
let chosenIn = 'apple_pay';

type FieldEvent = 'focus' | 'blur';
const fieldListeners: [FieldEvent, (state: { complete: boolean }) => void][] = [];

/** Enters each card field and leaves it, as who pastes another card does. */
export function enterCardFields(): void {
  for (const event of ['focus', 'blur'] as const)
    act(() => {
      for (const [name, tell] of fieldListeners) if (name === event) tell({ complete: true });
    });
}

/** The cards that were made of what is typed. */
export let cardsMade = 0;

const cardField = {
  on: (event: string, tell: (state: { complete: boolean }) => void) => {
    if (event === 'focus' || event === 'blur') fieldListeners.push([event, tell]);
    const { isComplete: complete, isTold } = typed;
    if (event === 'change' && isTold) setTimeout(() => tell({ complete }));
  },
  mount: nothing,
  focus: nothing,
  update: nothing,
  destroy: nothing,
};

/** The bank's page, which is left without an error. */
export const handleNextAction = jest.fn(async (_: { clientSecret: string }) => ({}));

const paymentMethod = { id: 'pm_2', card: { brand: 'visa', last4: '4242' } };
const incomplete = { type: 'validation_error', code: 'incomplete_number' };

const walletMethod = () =>
  chosenIn === 'link'
    ? { id: 'pm_link', type: 'link' }
    : { id: `pm_${chosenIn}`, type: 'card', card: { brand: 'visa', last4: '4242' } };

const stripe = {
  elements: (options: Record<string, unknown>) => {
    if (options.mode) walletsMade.push(options);
    return {
      create: (type: string) => (type === 'expressCheckout' ? walletButtons : cardField),
      update: ({ amount }: { amount: number }) => updatedAmounts.push(amount),
      submit: async () => ({}),
    };
  },
  createPaymentMethod: async (given: object) => {
    if ('elements' in given) return { paymentMethod: walletMethod() };
    cardsMade += 1;
    return typed.isComplete ? { paymentMethod } : { error: incomplete };
  },
  handleNextAction,
};

const loadStripe = () => stripe;

/** Makes the script of Stripe.js load. Call it before the screen opens. */
export function serveCardFields({
  wallets = [],
  ...given
}: Partial<Typed> & { readonly wallets?: Offered } = {}): void {
  typed = { ...ALL, ...given };
  offered = wallets;
  fieldListeners.length = 0;
  cardsMade = 0;
  walletListeners.clear();
  walletsMade.length = 0;
  updatedAmounts.length = 0;
  const keys = { publishableKey: 'pk_test_1', scriptUrl: '/stripe.js' };
  serve(getStripePublishableKey, () => success(getStripePublishableKey, keys));
  Object.assign(window, { Stripe: loadStripe });
  handleNextAction.mockClear();
  const { append } = document.head;
  jest.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    append.apply(document.head, nodes);
    for (const node of nodes) (node as HTMLScriptElement).onload?.(new Event('load'));
  });
}

/** Types the name on a new card, whose other fields are complete. */
export async function typeCard(user: UserEvent, name: string): Promise<void> {
  const field = await screen.findByRole('textbox', { name: 'Name on card' });
  await user.clear(field);
  await user.type(field, name);
}
