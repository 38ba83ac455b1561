import type { Item } from '#functions/storage/table.ts';
import { owedChange, type Posting } from '#shared/rules/ledger/ledger.ts';

const IS_MONEY = /^(ENTRY#.+\nENTRY|USER#.+\nBALANCE|USER#.+\nPAYOUT#.+)$/;

/** The statuses of payouts that are decided and not paid. Their money is in the account `payout:transit`. */
const UNPAID_STATUSES = ['SENDING', 'WAITING'];

/** The amounts of a balance item, in cents. */
type Figures = Readonly<Record<'balance' | 'outgoing' | 'waiting' | 'entries', number>>;
const NO_FIGURES: Figures = { balance: 0, outgoing: 0, waiting: 0, entries: 0 };

/** Checks the ledger of a table, which it takes item by item. Amounts in cents. */
export class LedgerCount {
  readonly #accounts = new Map<string, number>();
  readonly #entryCounts = new Map<string, number>();
  readonly #balances = new Map<string, Figures>();
  readonly #unpaidPayouts = new Map<string, { outgoing: number; waiting: number }>();
  readonly #unbalanced: string[] = [];
  #entries = 0;
  #payouts = 0;
  #transit = 0;

  /** Adds an item of any kind; items without money are ignored. */
  add(item: Item): void {
    const { pk, sk } = item;
    if (!IS_MONEY.test(`${pk}\n${sk}`)) return;
    if (sk === 'ENTRY') this.#addEntry(item);
    else if (sk === 'BALANCE')
      this.#balances.set(pk.slice('USER#'.length), {
        balance: Number(item.balance ?? 0),
        outgoing: Number(item.outgoing ?? 0),
        waiting: Number(item.waiting ?? 0),
        entries: Number(item.entries ?? 0),
      });
    else this.#addPayout(pk.slice('USER#'.length), item);
  }

  #addEntry({ cause, postings, userId }: Item): void {
    this.#entries += 1;
    let sum = 0;
    for (const { account, amount } of postings as readonly Posting[]) {
      sum += amount;
      this.#accounts.set(account, (this.#accounts.get(account) ?? 0) + amount);
    }
    // A person's own ledger lists the entries that change the amount owed to them, such as a paid payout.
    if (typeof userId === 'string' && owedChange({ postings: postings as Posting[] }, userId) !== 0)
      this.#entryCounts.set(userId, (this.#entryCounts.get(userId) ?? 0) + 1);
    if (sum !== 0)
      this.#unbalanced.push(`the postings of entry ${cause} sum to ${sum} cents instead of 0`);
  }

  #addPayout(userId: string, { status, amount }: Item): void {
    this.#payouts += 1;
    if (!UNPAID_STATUSES.includes(String(status))) return;
    this.#transit += Number(amount);
    const before = this.#unpaidPayouts.get(userId) ?? { outgoing: 0, waiting: 0 };
    this.#unpaidPayouts.set(userId, {
      outgoing: before.outgoing + Number(amount),
      waiting: before.waiting + (status === 'WAITING' ? Number(amount) : 0),
    });
  }

  get entries(): number {
    return this.#entries;
  }

  get payouts(): number {
    return this.#payouts;
  }

  /** The accounts and their balances, by name; all accounts of people are one line. */
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

  /** The ids of all people with an entry, a balance or a payout. */
  #people(): ReadonlySet<string> {
    const posted = [...this.#accounts.keys()].filter((account) => account.startsWith('user:'));
    return new Set([
      ...posted.map((account) => account.slice('user:'.length)),
      ...this.#balances.keys(),
      ...this.#unpaidPayouts.keys(),
    ]);
  }

  /** The errors of the ledger, as sentences; none if it is correct. */
  faults(): string[] {
    const faults = [...this.#unbalanced];
    for (const userId of this.#people()) {
      const { balance, entries, ...stored } = this.#balances.get(userId) ?? NO_FIGURES;
      const posted = this.#accounts.get(`user:${userId}`) ?? 0;
      if (balance !== posted)
        faults.push(
          `the balance of ${userId} is ${balance} cents, but their entries sum to ${posted}`,
        );
      const counted = this.#entryCounts.get(userId) ?? 0;
      if (entries !== counted)
        faults.push(`the balance of ${userId} counts ${entries} entries, but there are ${counted}`);
      const { outgoing, waiting } = this.#unpaidPayouts.get(userId) ?? NO_FIGURES;
      if (stored.outgoing !== outgoing || stored.waiting !== waiting)
        faults.push(
          `the balance of ${userId} has ${stored.outgoing} cents in payouts, ${stored.waiting} of them waiting, but their payouts have ${outgoing} and ${waiting}`,
        );
    }
    const transit = this.#accounts.get('payout:transit') ?? 0;
    if (transit !== this.#transit)
      faults.push(
        `the account payout:transit has ${transit} cents, but the unpaid payouts sum to ${this.#transit}`,
      );
    return faults;
  }
}
