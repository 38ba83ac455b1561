import type Stripe from 'stripe';
import StripeClient from 'stripe';
import {
  type Collection,
  EmulatedAccount,
  type OnboardingOutcome,
} from '../../lib/stripe-emulator/index.ts';
import type { Clock } from './clock.ts';
import { SECRETS } from './environment.ts';

/* The Stripe emulator without its server, asked in this process. Its webhooks wait until the history delivers them. */

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
  /** What somebody else than our product asked for. */
  readonly manualRequests: string[] = [];
  /** Its webhooks get lost, all of them. */
  losesWebhooks = false;
  readonly #account: EmulatedAccount;

  constructor(private readonly clock: Clock) {
    this.#account = new EmulatedAccount({
      now: clock.now,
      secretKey: SECRETS.stripeSecretKey,
      publishableKey: SECRETS.stripePublishableKey,
    });
  }

  async request(request: StripeRequest): Promise<StripeResponse> {
    const { status, headers, body } = await this.#account.handle(request);
    return { status, headers, body: JSON.stringify(body) };
  }

  /** What an operator does in the dashboard, or a bank does; throws what is refused. */
  async requestManually(
    method: 'POST' | 'DELETE',
    target: string,
    form: Record<string, string> = {},
  ) {
    this.manualRequests.push(`${target} ${form.payment_intent ?? ''}`);
    const { status, body } = await this.request({
      ...{ method, target, body: new URLSearchParams(form).toString() },
      headers: {
        authorization: `Bearer ${SECRETS.stripeSecretKey}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
    });
    return { done: status < 300, body: JSON.parse(body) };
  }

  /** What happens by itself at this moment. */
  runDue(): void {
    this.#account.runDue();
  }

  /** The next moment at which something happens by itself. */
  nextDueAt(): number | undefined {
    return this.#account.nextDueAt();
  }

  all<C extends Collection>(collection: C) {
    return this.#account.all(collection);
  }

  /** The holder of a card says this on the bank's page; false where nobody is asked any more. */
  authenticate(intentId: string, outcome: 'authenticated' | 'failed'): boolean {
    this.runDue();
    try {
      this.#account.authenticate(intentId, outcome);
      return true;
    } catch {
      return false;
    }
  }

  /** The person leaves the page that sets up payouts. */
  onboard(token: string, outcome: OnboardingOutcome): void {
    this.#account.onboard(token, outcome);
  }

  /** Webhooks that did not arrive, oldest first. */
  undeliveredEvents(): string[] {
    return this.losesWebhooks ? [] : this.#account.undeliveredEvents();
  }

  event(id: string) {
    return this.#account.event(id) as Stripe.Event | undefined;
  }

  /** A webhook as it is sent now. */
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
