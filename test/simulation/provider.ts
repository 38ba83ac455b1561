import type Stripe from 'stripe';
import StripeClient from 'stripe';
import { finishOnboarding, type Onboarded } from '../../lib/stripe-emulator/account.ts';
import { linkOf } from '../../lib/stripe-emulator/account-link.ts';
import { nextBillingAt, runBilling } from '../../lib/stripe-emulator/billing.ts';
import { Books } from '../../lib/stripe-emulator/books.ts';
import { Desk } from '../../lib/stripe-emulator/desk.ts';
import { endHolds, nextHoldEnd } from '../../lib/stripe-emulator/holds.ts';
import { IdempotencyKeys } from '../../lib/stripe-emulator/idempotency.ts';
import { finishAuthentication } from '../../lib/stripe-emulator/payment-attempt.ts';
import { existingIntent } from '../../lib/stripe-emulator/payment-intent.ts';
import { existingSetup, finishSetup } from '../../lib/stripe-emulator/setup-intent.ts';
import type { World as Provided } from '../../lib/stripe-emulator/world.ts';
import { DAY } from '../../shared/time.ts';
import type { Clock } from './clock.ts';
import { SECRETS } from './environment.ts';

/*
 * The stand-in for Stripe without its sockets: the same desk and the same books, asked in this process. Its webhooks wait
 * until the history delivers them.
 */

export type Asked = {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};
export type Answered = { readonly status: number; readonly headers: object; readonly body: string };

export class Provider {
  readonly #books: Books;
  /** What somebody else than our product asked for. */
  readonly byHand: string[] = [];
  /** Its webhooks get lost, all of them. */
  mute = false;
  readonly #world: Provided;
  readonly #desk: Desk;

  constructor(private readonly clock: Clock) {
    this.#books = new Books(undefined, () => false);
    this.#world = { books: this.#books, now: clock.now, holdMs: 7 * DAY, source: null };
    const keys = {
      secretKey: SECRETS.stripeSecretKey,
      publishableKey: SECRETS.stripePublishableKey,
    };
    this.#desk = new Desk(this.#world, keys, new IdempotencyKeys(this.#books, clock.now));
  }

  async ask(asked: Asked): Promise<Answered> {
    this.lapse();
    const { status, headers, body } = await this.#desk.answer(asked, async () => {});
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
    this.#books.change(() => {
      endHolds(this.#world);
      runBilling(this.#world);
    });
  }

  /** The next moment at which something happens by itself. */
  nextAt(): number | undefined {
    const moments = [nextHoldEnd(this.#world), nextBillingAt(this.#world)];
    const known = moments.filter((moment) => moment !== undefined);
    return known.length > 0 ? Math.min(...known) : undefined;
  }

  all<Shelf extends Parameters<Books['all']>[0]>(shelf: Shelf) {
    return this.#books.all(shelf);
  }

  /** The holder of a card says this on the bank's page; false where nobody is asked any more. */
  authenticate(intentId: string, outcome: 'authenticated' | 'failed'): boolean {
    this.lapse();
    try {
      this.#books.change(() =>
        intentId.startsWith('seti_')
          ? finishSetup(this.#world, existingSetup(this.#world, intentId), outcome)
          : finishAuthentication(this.#world, existingIntent(this.#world, intentId), outcome),
      );
      return true;
    } catch {
      return false;
    }
  }

  /** The person leaves the page that sets up payouts. */
  onboard(token: string, outcome: Onboarded): void {
    this.#books.change(() => {
      const { link, over } = linkOf(this.#world, token) ?? {};
      if (!link || over) return;
      this.#books.put('accountLinks', token, { ...link, used: true });
      finishOnboarding(this.#world, link.account, outcome);
    });
  }

  /** Webhooks that did not arrive, oldest first. */
  waiting(): string[] {
    if (this.mute) return [];
    return this.#books.all('deliveries').map(({ eventId }) => eventId);
  }

  event(id: string) {
    return this.#books.get('events', id) as Stripe.Event | undefined;
  }

  /** A webhook as it is sent now. */
  letter(id: string): { payload: string; signature: string } {
    const payload = JSON.stringify(this.#books.get('events', id));
    const signature = StripeClient.webhooks.generateTestHeaderString({
      payload,
      secret: SECRETS.stripeWebhookSecret,
      timestamp: Math.floor(this.clock.now() / 1_000),
    });
    return { payload, signature };
  }

  arrived(id: string): void {
    this.#books.change(() => this.#books.remove('deliveries', id));
  }
}
