import { createHash } from 'node:crypto';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Posting } from '../../../shared/rules/ledger.ts';
import { keyOf, type StoredItem } from './backup-lines.ts';

/*
 * The money of a table as one number. Each entry, balance and payout is hashed by itself, whatever order its attributes
 * have, and the hashes are added up modulo 2^256: so the sum is the same in whatever order items come, and needs no
 * memory. It tells two tables apart that differ by accident; a file is guarded against more by the hash of its lines.
 */

type Facts = Readonly<Record<string, unknown>>;

const IS_MONEY = /^(ENTRY#.+\nENTRY|USER#.+\nBALANCE|USER#.+\nPAYOUT#.+)$/;
const IS_PLACE = /^gsi\d[ps]k$/;
const MODULUS = 1n << 256n;

/** What is on its way to people, by the status of their payouts: it stands in `payout:transit`. */
const ON_ITS_WAY = ['SENDING', 'WAITING'];

/** Counts the ledger of a table, an item at a time. Amounts in cents. */
export class LedgerCount {
  readonly #accounts = new Map<string, number>();
  readonly #moves = new Map<string, number>();
  readonly #balances = new Map<string, { readonly balance: number; readonly entries: number }>();
  readonly #unbalanced: string[] = [];
  #sum = 0n;
  #entries = 0;
  #payouts = 0;
  #transit = 0;

  /** Takes an item of any kind; what is not money is left alone. */
  add(item: StoredItem): void {
    const { pk, sk } = keyOf(item);
    if (!IS_MONEY.test(`${pk}\n${sk}`)) return;
    const facts = unmarshall(item) as Facts;
    this.#sum = (this.#sum + hashOf(facts)) % MODULUS;
    if (sk === 'ENTRY') this.#addEntry(facts);
    else if (sk === 'BALANCE')
      this.#balances.set(pk.slice('USER#'.length), {
        balance: Number(facts.balance ?? 0),
        entries: Number(facts.entries ?? 0),
      });
    else this.#addPayout(facts);
  }

  #addEntry({ cause, postings }: Facts): void {
    this.#entries += 1;
    let sum = 0;
    const owners = new Set<string>();
    for (const { account, amount } of postings as readonly Posting[]) {
      sum += amount;
      this.#accounts.set(account, (this.#accounts.get(account) ?? 0) + amount);
      if (account.startsWith('user:')) owners.add(account.slice('user:'.length));
    }
    for (const owner of owners) this.#moves.set(owner, (this.#moves.get(owner) ?? 0) + 1);
    if (sum !== 0) this.#unbalanced.push(`the entry ${cause} is off by ${sum} cents`);
  }

  #addPayout({ status, amount }: Facts): void {
    this.#payouts += 1;
    if (ON_ITS_WAY.includes(String(status))) this.#transit += Number(amount);
  }

  /** One number of all entries, balances and payouts: 64 hexadecimal digits. */
  hash(): string {
    return this.#sum.toString(16).padStart(64, '0');
  }

  get entries(): number {
    return this.#entries;
  }

  get payouts(): number {
    return this.#payouts;
  }

  /** Each account with its balance, by name; the accounts of people as one. */
  totals(): readonly (readonly [account: string, cents: number, people: number])[] {
    const totals = new Map<string, { cents: number; people: number }>();
    for (const [account, cents] of this.#accounts) {
      const name = account.startsWith('user:') ? 'user:*' : account;
      const before = totals.get(name) ?? { cents: 0, people: 0 };
      const people = name === account ? 0 : before.people + 1;
      totals.set(name, { cents: before.cents + cents, people });
    }
    return [...totals]
      .map(([name, { cents, people }]) => [name, cents, people] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1));
  }

  /** What does not add up, a sentence each; nothing where the ledger is sound. */
  faults(): string[] {
    const faults = [...this.#unbalanced];
    for (const userId of new Set([...this.#moves.keys(), ...this.#balances.keys()])) {
      const { balance, entries } = this.#balances.get(userId) ?? { balance: 0, entries: 0 };
      const posted = this.#accounts.get(`user:${userId}`) ?? 0;
      if (balance !== posted)
        faults.push(
          `the balance of ${userId} is ${balance} cents, and their entries say ${posted}`,
        );
      const moves = this.#moves.get(userId) ?? 0;
      if (entries !== moves)
        faults.push(`the balance of ${userId} counts ${entries} entries, and there are ${moves}`);
    }
    const transit = this.#accounts.get('payout:transit') ?? 0;
    if (transit !== this.#transit)
      faults.push(
        `${transit} cents are on their way by the entries, and ${this.#transit} by the payouts`,
      );
    return faults;
  }
}

/** By its facts alone: where it stands in lists is no part of what it is. */
function hashOf(facts: Facts): bigint {
  const own = Object.entries(facts).filter(([name]) => !IS_PLACE.test(name));
  const text = canonical(Object.fromEntries(own));
  return BigInt(`0x${createHash('sha256').update(text).digest('hex')}`);
}

/** The same text for the same value, whatever order its names have. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value instanceof Set) return canonical([...value].sort());
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const names = Object.keys(value).sort();
  const parts = names.map((name) => `${JSON.stringify(name)}:${canonical((value as Facts)[name])}`);
  return `{${parts.join(',')}}`;
}
