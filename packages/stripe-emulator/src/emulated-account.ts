import { completeOnboarding, type OnboardingOutcome } from './account.ts';
import { DEFAULT_BROWSER_PATH, findAccountLink } from './account-link.ts';
import { Api, type ApiKeys, type ApiRequest, type ApiResponse } from './api.ts';
import {
  type BankAction,
  type CapturedPayment,
  capturedPayments,
  declineCards,
  performBankAction,
} from './bank-actions.ts';
import { nextBillingAt, runBilling } from './billing.ts';
import { wallets as ALL_WALLETS, type Wallet } from './cards.ts';
import { type Context, earliest } from './context.ts';
import { nextHoldExpiry, releaseExpiredHolds } from './holds.ts';
import { IdempotencyKeys, KEY_LIFETIME_MS } from './idempotency-keys.ts';
import { finishAuthentication } from './payment-attempt.ts';
import { existingIntent } from './payment-intent.ts';
import type { AccountLink, IdempotentResponse, StoredEvent } from './records.ts';
import { failDueRefunds, nextRefundFailure } from './refund.ts';
import { existingSetup, finishSetup } from './setup-intent.ts';
import { type Collection, type Collections, Store } from './store.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The options of an emulated account. */
export interface EmulatedAccountOptions extends ApiKeys {
  /** The clock, in epoch milliseconds. A test or a time machine may move it. */
  now: () => number;
  /** The file that keeps the state; without it the state ends with the process. */
  journalPath?: string;
  /** How long a hold lasts, in milliseconds. 7 days by default, as with most cards. */
  holdMs?: number;
  /** Whether new holds have `capture_before`, which Stripe omits for some cards. By default they do. */
  namesHoldEnd?: () => boolean;
  /** The wallets of the Express Checkout Element that buttons are shown for; all of them by default. */
  wallets?: () => readonly Wallet[];
  /**
   * The path of the browser handler at the application's origin, with a slash at both ends. Account links
   * lead to `<origin of return_url><browserPath>stripe-connect/<token>`. `/_stripe/` by default.
   */
  browserPath?: string;
}

/**
 * An emulated Stripe account with one pair of keys, in this process: its API and its clock-driven actions. It opens no
 * socket and sends no webhooks; `startStripeEmulator` adds both. Simulations use it directly.
 */
export class EmulatedAccount {
  readonly store: Store;
  readonly #context: Context;
  readonly #api: Api;

  constructor(options: EmulatedAccountOptions) {
    const { now, holdMs = 7 * DAY_MS, browserPath = DEFAULT_BROWSER_PATH } = options;
    const { namesHoldEnd = () => true, wallets = () => ALL_WALLETS } = options;
    this.store = new Store(options.journalPath, (collection, value) =>
      isOutdated(collection, value, now()),
    );
    const store = this.store;
    this.#context = { store, now, holdMs, namesHoldEnd, wallets, browserPath, source: null };
    this.#api = new Api(this.#context, options, new IdempotencyKeys(this.store, now));
  }

  /**
   * Answers a request to Stripe's API, after performing everything that is due. `beforeExecution` is called once the
   * idempotency key is taken. Stripe's errors are returned as responses; a throw is a bug of the emulator.
   */
  async handle(
    request: ApiRequest,
    beforeExecution: () => Promise<void> = async () => {},
  ): Promise<ApiResponse> {
    this.runDue();
    return this.#api.respond(request, beforeExecution);
  }

  /** Performs everything that is due at `now()`: holds expire, refunds fail, subscriptions renew. */
  runDue(): void {
    this.store.transaction(() => {
      releaseExpiredHolds(this.#context);
      failDueRefunds(this.#context);
      runBilling(this.#context);
    });
  }

  /** When the next clock-driven action is due, in epoch milliseconds. */
  nextDueAt(): number | undefined {
    return earliest([
      nextHoldExpiry(this.#context),
      nextRefundFailure(this.#context),
      nextBillingAt(this.#context),
    ]);
  }

  /** All objects of a collection, oldest first. */
  all<C extends Collection>(collection: C): Collections[C][] {
    return this.store.all(collection);
  }

  /** The event with this id, if it is still stored. */
  event(id: string): StoredEvent | undefined {
    return this.store.get('events', id);
  }

  /** The ids of events whose webhooks are not delivered yet, oldest first. */
  undeliveredEvents(): string[] {
    return this.store.all('deliveries').map(({ eventId }) => eventId);
  }

  /** Marks the webhook of an event as delivered, for callers that deliver webhooks themselves. */
  markDelivered(eventId: string): void {
    this.store.transaction(() => this.store.remove('deliveries', eventId));
  }

  /** Completes 3-D Secure of a PaymentIntent or SetupIntent. Throws a Refusal if it does not require it. */
  authenticate(intentId: string, outcome: 'authenticated' | 'failed'): void {
    this.runDue();
    this.store.transaction(() =>
      intentId.startsWith('seti_')
        ? finishSetup(this.#context, existingSetup(this.#context, intentId), outcome)
        : finishAuthentication(this.#context, existingIntent(this.#context, intentId), outcome),
    );
  }

  /** The account link with this token, and whether it was used or has expired; undefined for an unknown token. */
  accountLink(token: string): { link: AccountLink; over: boolean } | undefined {
    return findAccountLink(this.#context, token);
  }

  /** Submits the onboarding page with an outcome; `name` is the name that Stripe verifies. A link works once. */
  onboard(token: string, outcome: OnboardingOutcome, name?: string): void {
    this.store.transaction(() => {
      const { link, over } = findAccountLink(this.#context, token) ?? {};
      if (!link || over) return;
      this.store.put('accountLinks', token, { ...link, used: true });
      completeOnboarding(this.#context, link.account, outcome, name);
    });
  }

  /** The captured payments, newest first, with the bank actions that each allows. */
  capturedPayments(): CapturedPayment[] {
    return capturedPayments(this.#context);
  }

  /** Performs a bank or dashboard action on a payment. Throws a Refusal if the payment does not allow it. */
  performBankAction(intentId: string, action: BankAction): void {
    this.store.transaction(() => performBankAction(this.#context, intentId, action));
  }

  /** Lets the banks of all cards of a customer decline every charge from now on. */
  declineCards(customerId: string): void {
    this.store.transaction(() => declineCards(this.#context, customerId));
  }

  /** Closes the journal. */
  close(): void {
    this.store.close();
  }
}

/** Events are kept for 30 days, as at Stripe; responses for as long as their idempotency keys. */
function isOutdated(collection: Collection, value: unknown, now: number): boolean {
  if (collection === 'answers') return (value as IdempotentResponse).at + KEY_LIFETIME_MS <= now;
  if (collection === 'events') return (value as StoredEvent).created * 1000 + 30 * DAY_MS <= now;
  return false;
}
