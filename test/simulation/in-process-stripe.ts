import {
  type ApiResponse,
  type Collection,
  EmulatedAccount,
  type OnboardingOutcome,
} from '@replypaid/stripe-emulator';
import type Stripe from 'stripe';
import StripeClient from 'stripe';
import type { Wallet } from '#shared/payment-method-names.ts';
import type { Clock } from './clock.ts';
import { SECRETS } from './environment.ts';

/* The Stripe emulator without its server, called in this process. Its webhooks wait until the history delivers them. */

export type StripeRequest = {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};
export type StripeResponse = {
  readonly status: number;
  readonly headers: object;
  readonly body: string;
};

/** How long Stripe holds an amount on a card, in seconds. */
const HOLD_SECONDS = 7 * 24 * 60 * 60;

export class InProcessStripe {
  /** Gets every request with its response, to compare them with Stripe's description. */
  static observe:
    | ((exchange: { readonly request: StripeRequest; readonly response: ApiResponse }) => void)
    | undefined;
  /** Requests that an operator or a bank made, not the product. */
  readonly manualRequests: string[] = [];
  /** How often a client stopped waiting for a response, and how often an idempotency key was in use. */
  readonly counts = { timeouts: 0, conflicts: 0 };
  /** Whether all webhooks are lost. */
  losesWebhooks = false;
  /** Sees each request of the product before it is performed. */
  beforeRequest: (request: StripeRequest) => void = () => {};
  /** Stripe's clock less ours, in milliseconds. */
  clockOffset = 0;
  /** Whether holds say when they end. */
  namesHoldEnd = true;
  readonly #account: EmulatedAccount;

  constructor(private readonly clock: Clock) {
    this.#account = new EmulatedAccount({
      now: () => clock.now() + this.clockOffset,
      namesHoldEnd: () => this.namesHoldEnd,
      secretKey: SECRETS.stripeSecretKey,
      publishableKey: SECRETS.stripePublishableKey,
    });
  }

  /** Performs a request of the product. `until`: Stripe has received it, and performs it then. */
  request(request: StripeRequest, until?: Promise<void>): Promise<StripeResponse> {
    this.beforeRequest(request);
    return this.#perform(request, until);
  }

  async #perform(request: StripeRequest, until?: Promise<void>): Promise<StripeResponse> {
    const response = await this.#account.handle(request, async () => until);
    InProcessStripe.observe?.({ request, response });
    const { status, headers, body } = response;
    return { status, headers, body: JSON.stringify(body) };
  }

  /** Makes a request as an operator in the dashboard, or as a bank. `done` is false if Stripe refuses it. */
  async requestManually(
    method: 'POST' | 'DELETE',
    target: string,
    form: Record<string, string> = {},
  ) {
    this.manualRequests.push(`${target} ${form.payment_intent ?? ''}`);
    const { status, body } = await this.#perform({
      method,
      target,
      body: new URLSearchParams(form).toString(),
      headers: {
        authorization: `Bearer ${SECRETS.stripeSecretKey}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
    });
    return { done: status < 300, body: JSON.parse(body) };
  }

  /** Performs the automatic actions of Stripe at this time, such as canceling expired holds. */
  runDue(): void {
    this.#account.runDue();
  }

  /** The time of Stripe's next automatic action, by our clock. */
  nextDueAt(): number | undefined {
    const next = this.#account.nextDueAt();
    return next === undefined ? undefined : next - this.clockOffset;
  }

  /** A time of Stripe by our clock. `seconds` are Unix seconds; the result is in milliseconds. */
  ourTime(seconds: number): number {
    return seconds * 1_000 - this.clockOffset;
  }

  /** When the hold of a payment ends, by our clock; undefined if there was none. `unnamed`: its seconds if Stripe does not say. */
  holdEndOf(intent: Stripe.PaymentIntent, unnamed = HOLD_SECONDS): number | undefined {
    const charge = this.#account.all('charges').find(({ id }) => id === intent.latest_charge);
    if (intent.capture_method !== 'manual' || !charge?.paid) return undefined;
    const named = charge.payment_method_details?.card?.capture_before;
    return this.ourTime(named ?? charge.created + unnamed);
  }

  all<C extends Collection>(collection: C) {
    return this.#account.all(collection);
  }

  /** Chooses a test card in the sheet of a wallet, as a browser does; returns the id of its payment method. */
  async chooseInWallet(wallet: Wallet, card = 'pm_card_visa'): Promise<string> {
    const { body } = await this.#perform({
      method: 'POST',
      target: '/_wallets/payment_methods',
      body: new URLSearchParams({ wallet, card, as_link: 'true' }).toString(),
      headers: {
        authorization: `Bearer ${SECRETS.stripePublishableKey}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
    });
    return JSON.parse(body).id;
  }

  /** Records the card holder's answer on the bank's page; returns false if the bank no longer asks. */
  authenticate(intentId: string, outcome: 'authenticated' | 'failed'): boolean {
    this.runDue();
    try {
      this.#account.authenticate(intentId, outcome);
      return true;
    } catch {
      return false;
    }
  }

  /** Completes the onboarding page of a payout account with this outcome. */
  onboard(token: string, outcome: OnboardingOutcome): void {
    this.#account.onboard(token, outcome);
  }

  /** Ids of events whose webhook was not accepted yet, oldest first. */
  undeliveredEvents(): string[] {
    return this.losesWebhooks ? [] : this.#account.undeliveredEvents();
  }

  event(id: string) {
    return this.#account.event(id) as Stripe.Event | undefined;
  }

  /** The webhook request of an event, signed at the current time. */
  signedWebhook(id: string): { payload: string; signature: string } {
    const payload = JSON.stringify(this.#account.event(id));
    const signature = StripeClient.webhooks.generateTestHeaderString({
      payload,
      secret: SECRETS.stripeWebhookSecret,
      timestamp: Math.floor((this.clock.now() + this.clockOffset) / 1_000),
    });
    return { payload, signature };
  }

  markDelivered(id: string): void {
    this.#account.markDelivered(id);
  }
}
