import type Stripe from 'stripe';
import StripeClient from 'stripe';
import {
  type ApiResponse,
  type Collection,
  EmulatedAccount,
  type OnboardingOutcome,
} from '../../lib/stripe-emulator/index.ts';
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

export class InProcessStripe {
  /** Gets every request with its response, to compare them with Stripe's description. */
  static observe:
    | ((exchange: { readonly request: StripeRequest; readonly response: ApiResponse }) => void)
    | undefined;
  /** Requests that an operator or a bank made, not the product. */
  readonly manualRequests: string[] = [];
  /** Whether all webhooks are lost. */
  losesWebhooks = false;
  /** Sees each request of the product before it is performed. */
  beforeRequest: (request: StripeRequest) => void = () => {};
  readonly #account: EmulatedAccount;

  constructor(private readonly clock: Clock) {
    this.#account = new EmulatedAccount({
      now: clock.now,
      secretKey: SECRETS.stripeSecretKey,
      publishableKey: SECRETS.stripePublishableKey,
    });
  }

  /** Performs a request of the product. */
  request(request: StripeRequest): Promise<StripeResponse> {
    this.beforeRequest(request);
    return this.#perform(request);
  }

  async #perform(request: StripeRequest): Promise<StripeResponse> {
    const { status, headers, body } = await this.#account.handle(request);
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
      ...{ method, target, body: new URLSearchParams(form).toString() },
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

  /** The time of Stripe's next automatic action. */
  nextDueAt(): number | undefined {
    return this.#account.nextDueAt();
  }

  all<C extends Collection>(collection: C) {
    return this.#account.all(collection);
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
      timestamp: Math.floor(this.clock.now() / 1_000),
    });
    return { payload, signature };
  }

  markDelivered(id: string): void {
    this.#account.markDelivered(id);
  }
}
