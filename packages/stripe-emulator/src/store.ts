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
import type {
  AccountLink,
  AuthenticationAttempt,
  IdempotentResponse,
  StoredCard,
  StoredEvent,
  WebhookDelivery,
} from './records.ts';

/**
 * The emulator's state, by collection. Requests cannot read the content of files, cards, 3-D Secure attempts,
 * responses, deliveries and account links.
 */
export interface Collections {
  customers: Stripe.Customer | Stripe.DeletedCustomer;
  paymentMethods: Stripe.PaymentMethod;
  paymentIntents: Stripe.PaymentIntent;
  charges: Stripe.Charge;
  refunds: Stripe.Refund;
  disputes: Stripe.Dispute;
  earlyFraudWarnings: Stripe.Radar.EarlyFraudWarning;
  files: Stripe.File;
  /** The content of each file, one character for each byte. */
  fileContents: { readonly data: string };
  setupIntents: Stripe.SetupIntent;
  products: Stripe.Product;
  prices: Stripe.Price;
  subscriptions: Stripe.Subscription;
  invoices: Stripe.Invoice;
  accounts: Stripe.Account;
  transfers: Stripe.Transfer;
  events: StoredEvent;
  cards: StoredCard;
  attempts: AuthenticationAttempt;
  answers: IdempotentResponse;
  deliveries: WebhookDelivery;
  accountLinks: AccountLink;
  /** The invoice that each PaymentIntent pays, by the PaymentIntent's id. */
  invoicePayments: Stripe.InvoicePayment;
  /** Webhook endpoints without their secrets, which only the response to their creation contains. */
  webhookEndpoints: Stripe.WebhookEndpoint;
  balanceTransactions: Stripe.BalanceTransaction;
}

export type Collection = keyof Collections;

/** A null value removes the id. */
type Put = [collection: Collection, id: string, value: unknown];

/**
 * The emulator's state. Values are replaced and never mutated, so that objects in events and stored responses do not
 * change.
 *
 * With a `journalPath`, every transaction is one line of a JSON Lines file, written before `transaction` returns, so that a
 * crash never leaves a part of a transaction. On start, the last value of each id counts, an incomplete last line is
 * ignored, and the file is rewritten without outdated values.
 */
export class Store {
  readonly #collections = new Map<Collection, Map<string, unknown>>();
  #journal: number | undefined;
  #open: { puts: Put[]; before: Put[] } | undefined;

  constructor(
    journalPath: string | undefined,
    isOutdated: (collection: Collection, value: unknown) => boolean,
  ) {
    if (!journalPath) return;
    if (existsSync(journalPath)) this.#load(journalPath);
    this.#compact(journalPath, isOutdated);
    this.#journal = openSync(journalPath, 'a');
  }

  get<S extends Collection>(collection: S, id: string): Collections[S] | undefined {
    return this.#values(collection).get(id) as Collections[S] | undefined;
  }

  /** All values, oldest first. */
  all<S extends Collection>(collection: S): Collections[S][] {
    return [...this.#values(collection).values()] as Collections[S][];
  }

  /** Only within `transaction`. */
  put<S extends Collection>(collection: S, id: string, value: Collections[S]): Collections[S] {
    this.#write(collection, id, value);
    return value;
  }

  /** Only within `transaction`. */
  remove(collection: Collection, id: string): void {
    this.#write(collection, id, null);
  }

  #write(collection: Collection, id: string, value: unknown): void {
    if (!this.#open)
      throw new Error(`The store was written to outside a transaction: ${collection} ${id}`);
    this.#open.before.push([collection, id, this.get(collection, id)]);
    this.#open.puts.push([collection, id, value]);
    this.#set(collection, id, value);
  }

  /** Runs `work` and appends its writes to the journal as one line. A throw rolls the writes back and is rethrown. */
  transaction<T>(work: () => T): T {
    if (this.#open) return work();
    const open = { puts: [] as Put[], before: [] as Put[] };
    this.#open = open;
    try {
      const result = work();
      if (open.puts.length > 0) this.#append(open.puts);
      return result;
    } catch (thrown) {
      for (const put of open.before.reverse()) this.#set(...put);
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

  #values(collection: Collection): Map<string, unknown> {
    let values = this.#collections.get(collection);
    if (!values) {
      values = new Map();
      this.#collections.set(collection, values);
    }
    return values;
  }

  #set(collection: Collection, id: string, value: unknown): void {
    if (value === undefined || value === null) this.#values(collection).delete(id);
    else this.#values(collection).set(id, value);
  }

  #load(journalPath: string): void {
    const lines = readFileSync(journalPath, 'utf8').split('\n');
    lines.forEach((line, index) => {
      if (line === '') return;
      let puts: Put[];
      try {
        puts = JSON.parse(line) as Put[];
      } catch (cause) {
        // Only the last line can be incomplete, and its request was not answered yet.
        if (index === lines.length - 1) return;
        throw new Error(`${journalPath} is damaged at line ${index + 1}`, { cause });
      }
      for (const put of puts) this.#set(...put);
    });
  }

  #compact(
    journalPath: string,
    isOutdated: (collection: Collection, value: unknown) => boolean,
  ): void {
    const fresh = `${journalPath}.fresh`;
    const file = openSync(fresh, 'w');
    for (const [collection, values] of this.#collections) {
      for (const [id, value] of [...values]) {
        if (isOutdated(collection, value)) values.delete(id);
        else writeSync(file, `${JSON.stringify([[collection, id, value]])}\n`);
      }
    }
    fsyncSync(file);
    closeSync(file);
    renameSync(fresh, journalPath);
  }
}
