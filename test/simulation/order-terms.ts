import type { Clock } from './clock.ts';
import { isTakenBack } from './endings.ts';
import type { Item } from './engine.ts';
import { type UpdateWrite, updatedItem, writesOf } from './table-writes.ts';

/*
 * Records from the writes to the table the terms that each recipient offered, and checks each order against them: the
 * price, also that of a contact, the number of messages a month and at once, and the fees of the plan.
 */

type Values = Readonly<Record<string, unknown>>;
type Tier = { readonly name: string; readonly promise: string; readonly minimumLength: number };
type PricedTier = Tier & { readonly price: number };
type Terms = { readonly basisPoints: number; readonly fixed: number };
type Order = {
  readonly id: string;
  readonly status: string;
  readonly sender: { readonly id: string };
  readonly recipient: { readonly id: string };
  readonly month: string;
  readonly price: number;
  readonly tier?: Tier;
  readonly feeTerms: Terms;
  readonly net?: number;
};
/** The plan, the commitment, the prices and the cap of a user, from a time on. */
type Offer = {
  readonly from: number;
  readonly plan: string;
  readonly commitment: number;
  readonly price: number;
  readonly tiers?: readonly PricedTier[] | undefined;
  readonly waitingMax?: number | undefined;
};

const FREE_TERMS: Terms = { basisPoints: 1_000, fixed: 50 };
const PAID_TERMS: Terms = { basisPoints: 500, fixed: 40 };
const termsOf = (plan: string) =>
  plan === 'STARTER' || plan === 'PROFESSIONAL' ? PAID_TERMS : FREE_TERMS;

/** Whether an item may contain prices: an account, or a relation to a contact. */
const isOffer = ({ sk }: Item) => sk === 'USER' || sk.startsWith('CONTACT#');

/** Rounds half up to the cent, with a different method than the product. */
const feeOf = (price: number, { basisPoints, fixed }: Terms) =>
  Math.min(price, Math.trunc((price * basisPoints + 5_000) / 10_000) + fixed);
const same = (one: Terms, other: Terms) =>
  one.basisPoints === other.basisPoints && one.fixed === other.fixed;

const sameTier = (one: Tier | undefined, other: Tier | undefined) =>
  one?.name === other?.name &&
  one?.promise === other?.promise &&
  one?.minimumLength === other?.minimumLength;

/** The maximum time between a function's read of a plan and its write, which is on no condition of the plan. */
const LONGEST_RUN = 60_000;

export class OrderTerms {
  readonly violations: string[] = [];
  readonly #items = new Map<string, Values>();
  readonly #offers = new Map<string, Offer[]>();
  readonly #given = new Map<string, number | undefined>();
  readonly #orders = new Map<string, Order>();

  constructor(private readonly clock: Clock) {}

  record(command: string, input: unknown): void {
    for (const { Put, Update, Delete } of writesOf(command, input)) {
      if (Put && isOffer(Put.Item)) this.#recordItem(Put.Item, Put.Item);
      if (Update && isOffer(Update.Key)) this.#recordItem(Update.Key, this.#after(Update));
      if (Delete && isOffer(Delete.Key)) this.#recordItem(Delete.Key, {});
      if (Put?.Item.sk === 'CONVERSATION') this.#recordOrder(Put.Item as unknown as Order);
    }
  }

  #recordItem(key: Item, after: Values): void {
    const name = `${key.pk} ${key.sk}`;
    this.#items.set(name, after);
    if (key.sk === 'USER') this.#recordAccount(key.pk, after);
    else this.#recordRelation(name, after);
  }

  /** `terms`: what a person gives a contact, which ends with the contact. */
  #recordRelation(name: string, { status, terms }: Values): void {
    this.#given.set(name, (terms as { price?: number } | undefined)?.price);
    if (terms && status !== 'CONTACT')
      this.violations.push(`${name} has a price, and is ${status}`);
  }

  #after(update: UpdateWrite): Values {
    return updatedItem(this.#items.get(`${update.Key.pk} ${update.Key.sk}`) ?? {}, update);
  }

  #recordAccount(pk: string, account: Values): void {
    const { licenseId, paidResponseCommitment, paidResponsePrice, tiers, waitingMax } = account;
    const offer = {
      from: this.clock.now(),
      plan: String(licenseId),
      commitment: Number(paidResponseCommitment),
      price: Number(paidResponsePrice),
      tiers: tiers as PricedTier[] | undefined,
      waitingMax: waitingMax as number | undefined,
    };
    this.#offers.set(pk, [...(this.#offers.get(pk) ?? []), offer]);
  }

  /** Returns the older offers of a user that a running function may have read, and the current one. */
  #offersOf(userId: string): Offer[] {
    const offers = this.#offers.get(`USER#${userId}`) ?? [];
    const since = this.clock.now() - LONGEST_RUN;
    return offers.filter((_, nth) => (offers[nth + 1]?.from ?? since) >= since);
  }

  #recordOrder(after: Order): void {
    const before = this.#orders.get(after.id);
    this.#orders.set(after.id, after);
    if (after.price === 0) return;
    const offers = this.#offersOf(after.recipient.id);
    if (!before) this.#checkBegun(after, offers);
    else if (before.net === undefined && after.net !== undefined)
      this.#checkAnswered(before, after, offers);
    else if (before.price !== after.price || !sameTier(before.tier, after.tier))
      this.violations.push(`what ${after.id} bought changed afterwards`);
    else if (!same(before.feeTerms, after.feeTerms))
      this.violations.push(`the terms of ${after.id} changed without an answer`);
  }

  #checkBegun(order: Order, offers: readonly Offer[]): void {
    const { id, recipient, month, feeTerms } = order;
    this.#checkBought(order, offers.at(-1));
    const commitment = offers.at(-1)?.commitment ?? 0;
    const taken = [...this.#orders.values()].filter(
      (one) =>
        one.recipient.id === recipient.id &&
        one.month === month &&
        one.price > 0 &&
        one.status !== 'UNDONE' &&
        !isTakenBack(one.status),
    ).length;
    if (taken > commitment)
      this.violations.push(
        `${id} is the ${taken}. of ${month}, and its recipient takes ${commitment}`,
      );
    if (!offers.some(({ plan }) => same(termsOf(plan), feeTerms)))
      this.violations.push(`${id} has other terms than the plan ${offers.at(-1)?.plan}`);
  }

  /**
   * The order costs what its recipient asks for it at this very write, whatever a function has read before, and no more orders wait
   * than the recipient takes at once.
   */
  #checkBought({ id, sender, recipient, price, tier }: Order, offer: Offer | undefined): void {
    const given = this.#given.get(`USER#${recipient.id} CONTACT#${sender.id}`);
    const tiers = offer?.tiers ?? [];
    const isOffered =
      tiers.length > 0
        ? tiers.some((one) => one.price === price && sameTier(one, tier))
        : tier === undefined && offer?.price === price && given === undefined;
    const isGiven = tier === undefined && given === price;
    if (!isGiven && !isOffered) this.violations.push(`${id} was bought at ${price}, not offered`);
    const waiting = [...this.#orders.values()].filter(
      (one) =>
        one.recipient.id === recipient.id &&
        one.price > 0 &&
        ['PAYING', 'PENDING', 'NEEDS_INFO'].includes(one.status),
    ).length;
    const max = offer?.waitingMax ?? Number.POSITIVE_INFINITY;
    if (waiting > max)
      this.violations.push(`${id} is the ${waiting}. that waits, and its recipient takes ${max}`);
  }

  /** The fee is the agreed one, or that of the current plan if it is lower. */
  #checkAnswered(before: Order, { id, price, net, feeTerms }: Order, offers: readonly Offer[]) {
    const agreed = feeOf(price, before.feeTerms);
    const fees = offers.map(({ plan }) => Math.min(agreed, feeOf(price, termsOf(plan))));
    if (!fees.includes(feeOf(price, feeTerms)) || !fees.includes(price - (net ?? 0)))
      this.violations.push(`the answer ${id} earned ${net} of ${price}, its plan takes ${fees}`);
  }
}
