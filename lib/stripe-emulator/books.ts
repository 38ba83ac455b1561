import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import type Stripe from 'stripe';
import type { AccountLink } from './account-link.ts';
import type { HeldCard } from './cards.ts';
import type { Delivery } from './deliveries.ts';
import type { StoredEvent } from './events.ts';
import type { RememberedAnswer } from './idempotency.ts';
import type { Attempt } from './payment-attempt.ts';

/** Everything the stand-in knows, by collection. Cards, attempts, answers, deliveries and account links are its own: no request can read them. */
export interface Shelves {
  customers: Stripe.Customer | Stripe.DeletedCustomer;
  paymentMethods: Stripe.PaymentMethod;
  paymentIntents: Stripe.PaymentIntent;
  charges: Stripe.Charge;
  refunds: Stripe.Refund;
  disputes: Stripe.Dispute;
  setupIntents: Stripe.SetupIntent;
  products: Stripe.Product;
  prices: Stripe.Price;
  subscriptions: Stripe.Subscription;
  invoices: Stripe.Invoice;
  accounts: Stripe.Account;
  transfers: Stripe.Transfer;
  events: StoredEvent;
  cards: HeldCard;
  attempts: Attempt;
  answers: RememberedAnswer;
  deliveries: Delivery;
  accountLinks: AccountLink;
  /** Which payment intent pays which invoice, by the intent's id. */
  invoicePayments: Stripe.InvoicePayment;
  /** Without their secrets, which are told once. */
  webhookEndpoints: Stripe.WebhookEndpoint;
  balanceTransactions: Stripe.BalanceTransaction;
}

export type Shelf = keyof Shelves;

type Shelved = { [S in Shelf]: Map<string, Shelves[S]> };
/** Null takes the id away. */
type Put = [shelf: Shelf, id: string, value: unknown];

/**
 * The stand-in's memory. Values are never changed in place, only replaced, so that what an event or a remembered
 * answer holds stays what it was.
 *
 * With a `journalPath` every change is one line of a JSON-lines file, written before `change` returns: whatever
 * kills the process, a change is there whole or not at all. On start the last value of each id wins, a torn last
 * line is dropped, and the file is rewritten without what is outdated.
 */
export class Books {
  readonly #shelves: Shelved = {
    customers: new Map(),
    paymentMethods: new Map(),
    paymentIntents: new Map(),
    charges: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    setupIntents: new Map(),
    products: new Map(),
    prices: new Map(),
    subscriptions: new Map(),
    invoices: new Map(),
    accounts: new Map(),
    transfers: new Map(),
    events: new Map(),
    cards: new Map(),
    attempts: new Map(),
    answers: new Map(),
    deliveries: new Map(),
    accountLinks: new Map(),
    invoicePayments: new Map(),
    webhookEndpoints: new Map(),
    balanceTransactions: new Map(),
  };
  #journal: number | undefined;
  #open: { puts: Put[]; before: Put[] } | undefined;

  constructor(
    journalPath: string | undefined,
    isOutdated: (shelf: Shelf, value: unknown) => boolean,
  ) {
    if (!journalPath) return;
    if (existsSync(journalPath)) this.#load(journalPath);
    this.#compact(journalPath, isOutdated);
    this.#journal = openSync(journalPath, 'a');
  }

  get<S extends Shelf>(shelf: S, id: string): Shelves[S] | undefined {
    return this.#shelves[shelf].get(id);
  }

  /** In the order in which they came to be, oldest first. */
  all<S extends Shelf>(shelf: S): Shelves[S][] {
    return [...this.#shelves[shelf].values()];
  }

  /** Only within `change`. */
  put<S extends Shelf>(shelf: S, id: string, value: Shelves[S]): Shelves[S] {
    if (!this.#open) throw new Error(`The books were written to outside a change: ${shelf} ${id}`);
    this.#open.before.push([shelf, id, this.get(shelf, id)]);
    this.#open.puts.push([shelf, id, value]);
    this.#shelves[shelf].set(id, value);
    return value;
  }

  /** Only within `change`. */
  remove(shelf: Shelf, id: string): void {
    if (!this.#open) throw new Error(`The books were written to outside a change: ${shelf} ${id}`);
    this.#open.before.push([shelf, id, this.get(shelf, id)]);
    this.#open.puts.push([shelf, id, null]);
    this.#set(shelf, id, undefined);
  }

  /** Runs `work`; all it put becomes one line of the journal. A throw undoes all of it and goes on to the caller. */
  change<T>(work: () => T): T {
    if (this.#open) return work();
    const open = { puts: [] as Put[], before: [] as Put[] };
    this.#open = open;
    try {
      const result = work();
      if (open.puts.length > 0) this.#append(open.puts);
      return result;
    } catch (thrown) {
      for (const [shelf, id, value] of open.before.reverse()) this.#set(shelf, id, value);
      throw thrown;
    } finally {
      this.#open = undefined;
    }
  }

  close(): void {
    if (this.#journal !== undefined) closeSync(this.#journal);
    this.#journal = undefined;
  }

  #append(puts: Put[]): void {
    if (this.#journal !== undefined) writeSync(this.#journal, `${JSON.stringify(puts)}\n`);
  }

  #set(shelf: Shelf, id: string, value: unknown): void {
    const values = this.#shelves[shelf] as Map<string, unknown>;
    if (value === undefined || value === null) values.delete(id);
    else values.set(id, value);
  }

  #load(journalPath: string): void {
    const lines = readFileSync(journalPath, 'utf8').split('\n');
    lines.forEach((line, index) => {
      if (line === '') return;
      let puts: Put[];
      try {
        puts = JSON.parse(line) as Put[];
      } catch (cause) {
        // Only the last line can be torn; it was never answered for.
        if (index === lines.length - 1) return;
        throw new Error(`${journalPath} is damaged at line ${index + 1}`, { cause });
      }
      for (const [shelf, id, value] of puts)
        if (shelf in this.#shelves) this.#set(shelf, id, value);
    });
  }

  #compact(journalPath: string, isOutdated: (shelf: Shelf, value: unknown) => boolean): void {
    const fresh = `${journalPath}.fresh`;
    const file = openSync(fresh, 'w');
    for (const shelf of Object.keys(this.#shelves) as Shelf[]) {
      for (const [id, value] of [...this.#shelves[shelf]]) {
        if (isOutdated(shelf, value)) this.#shelves[shelf].delete(id);
        else writeSync(file, `${JSON.stringify([[shelf, id, value]])}\n`);
      }
    }
    fsyncSync(file);
    closeSync(file);
    renameSync(fresh, journalPath);
  }
}
