import { jest } from '@jest/globals';
import { screen } from '@testing-library/react/pure';
import type { UserEvent } from '@testing-library/user-event';
import { getStripePublishableKey } from '#shared/api/billing.ts';
import { serve, success } from '../open-screen.ts';

/* What the app uses of Stripe.js, in jsdom: fields that are typed into at once, and the bank's page. */

/** What is in the card fields, and whether they have told it: their messages arrive after what a person does next. */
type Typed = { readonly isComplete: boolean; readonly isTold: boolean };

const ALL: Typed = { isComplete: true, isTold: true };
/** The app loads Stripe.js once for all tests of a file. */
let typed = ALL;

const nothing = () => undefined;
const cardField = {
  on: (event: string, tell: (state: { complete: boolean }) => void) => {
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

const stripe = {
  elements: () => ({ create: () => cardField }),
  createPaymentMethod: async () => (typed.isComplete ? { paymentMethod } : { error: incomplete }),
  handleNextAction,
};

const loadStripe = () => stripe;

/** Makes the script of Stripe.js load. Call it before the screen opens. */
export function serveCardFields(given: Partial<Typed> = {}): void {
  typed = { ...ALL, ...given };
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
