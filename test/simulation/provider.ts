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

export type Asked = {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};
export type Answered = { readonly status: number; readonly headers: object; readonly body: string };

export class Provider {
  /** What somebody else than our product asked for. */
  readonly byHand: string[] = [];
  /** Its webhooks get lost, all of them. */
  mute = false;
  readonly #account: EmulatedAccount;

  constructor(private readonly clock: Clock) {
    this.#account = new EmulatedAccount({
      now: clock.now,
      secretKey: SECRETS.stripeSecretKey,
      publishableKey: SECRETS.stripePublishableKey,
    });
  }

  async ask(asked: Asked): Promise<Answered> {
    const { status, headers, body } = await this.#account.handle(asked);
    return { status, headers, body: JSON.stringify(body) };
  }

  /** What an operator does in the dashboard, or a bank does; throws what is refused. */
  async does(method: 'POST' | 'DELETE', target: string, form: Record<string, string> = {}) {
    this.byHand.push(`${target} ${form.payment_intent ?? ''}`);
    const { status, body } = await this.ask({
      ...{ method, target, body: new URLSearchParams(form).toString() },
      headers: {
        authorization: `Bearer ${SECRETS.stripeSecretKey}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
    });
    return { done: status < 300, body: JSON.parse(body) };
  }

  /** What happens by itself at this moment. */
  lapse(): void {
    this.#account.runDue();
  }

  /** The next moment at which something happens by itself. */
  nextAt(): number | undefined {
    return this.#account.nextDueAt();
  }

  all<C extends Collection>(collection: C) {
    return this.#account.all(collection);
  }

  /** The holder of a card says this on the bank's page; false where nobody is asked any more. */
  authenticate(intentId: string, outcome: 'authenticated' | 'failed'): boolean {
    this.lapse();
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
  waiting(): string[] {
    return this.mute ? [] : this.#account.undeliveredEvents();
  }

  event(id: string) {
    return this.#account.event(id) as Stripe.Event | undefined;
  }

  /** A webhook as it is sent now. */
  letter(id: string): { payload: string; signature: string } {
    const payload = JSON.stringify(this.#account.event(id));
    const signature = StripeClient.webhooks.generateTestHeaderString({
      payload,
      secret: SECRETS.stripeWebhookSecret,
      timestamp: Math.floor(this.clock.now() / 1_000),
    });
    return { payload, signature };
  }

  arrived(id: string): void {
    this.#account.markDelivered(id);
  }
}
