import type { Instant } from '#shared/time.ts';
import type { Clock } from './clock.ts';
import type { Item } from './engine.ts';
import { type UpdateWrite, updatedItem, writesOf } from './table-writes.ts';

/*
 * Records from the writes to the table what happened to each draft: its current version, the order that was started
 * from it, and why it was removed.
 */

export type RecordedDraft = {
  readonly senderId: string;
  readonly recipientId: string;
  readonly id: string;
  readonly version: number;
  readonly subject: string;
  readonly text: string;
  /** Epoch seconds. */
  readonly expiresAt: number;
};

/** A removed draft: sent with an order, replaced after it expired, or discarded by its writer. */
export type Removal = RecordedDraft & {
  readonly reason: 'sent' | 'expired' | 'deleted';
  readonly at: Instant;
};

type Order = {
  readonly id: string;
  readonly status: string;
  readonly subject: string;
  readonly questionId: string;
  readonly sender: { readonly id: string };
  readonly recipient: { readonly id: string };
  readonly draft?: { readonly id: string; readonly version: number };
};

const isDraft = ({ sk }: Item) => sk.startsWith('DRAFT#');
const nameOf = ({ pk, sk }: Item) => `${pk} ${sk}`;
const keyOf = ({ sender, recipient }: Order) => ({
  pk: `USER#${sender.id}`,
  sk: `DRAFT#${recipient.id}`,
});

/** The answers to the recipient's questions, which stand before the text that was written. */
const ANSWERS = /^(?:<p><small>.*?<\/small><\/p><p>.*?<\/p>)+/;

export class DraftHistory {
  /** Orders whose text differs from the draft they were started from. */
  readonly changedOnSending: string[] = [];
  /** Drafts that still existed after their payment had been settled. */
  readonly keptAfterPayment: string[] = [];
  /** Saves that did not follow the version before them. */
  readonly overwritten: string[] = [];
  readonly removals: Removal[] = [];
  /** The number of orders whose sender changed or discarded the draft before the payment was settled. */
  changedDuringPayment = 0;
  readonly #drafts = new Map<string, RecordedDraft>();
  readonly #statuses = new Map<string, string>();

  constructor(private readonly clock: Clock) {}

  get current(): readonly RecordedDraft[] {
    return [...this.#drafts.values()];
  }

  record(command: string, input: unknown): void {
    const writes = writesOf(command, input);
    const items = writes.flatMap(({ Put }) => (Put ? [Put.Item] : []));
    const orders = items.filter(({ sk }) => sk === 'CONVERSATION') as unknown as Order[];
    for (const order of orders)
      if (order.draft && !this.#statuses.has(order.id)) this.#recordBegun(order, items);
    const settled = orders.find(
      ({ id, status, draft }) =>
        draft && status === 'PENDING' && this.#statuses.get(id) === 'PAYING',
    );
    for (const { Put, Update, Delete } of writes) {
      if (Put && isDraft(Put.Item)) this.#recordFirst(Put.Item);
      if (Update && isDraft(Update.Key)) this.#recordChange(Update);
      if (Delete && isDraft(Delete.Key)) this.#recordRemoval(Delete.Key, settled);
    }
    if (settled) this.#recordSettled(settled);
    for (const { id, status } of orders) this.#statuses.set(id, status);
  }

  #recordBegun(order: Order, items: readonly Item[]): void {
    const there = this.#drafts.get(nameOf(keyOf(order)));
    const question = items.find(({ id }) => id === order.questionId);
    const isSame =
      there?.id === order.draft?.id &&
      there?.version === order.draft?.version &&
      there?.subject === order.subject &&
      there?.text === String(question?.body).replace(ANSWERS, '');
    if (!isSame)
      this.changedOnSending.push(
        `${order.id} was begun from version ${order.draft?.version}, there was ${there?.version}`,
      );
  }

  #recordFirst(item: Item): void {
    const before = this.#drafts.get(nameOf(item));
    if (before && before.expiresAt * 1_000 > this.clock.now())
      this.overwritten.push(`${nameOf(item)} was begun anew over version ${before.version}`);
    else if (before) this.#remove(before, 'expired');
    const [senderId, recipientId] = [item.pk.slice('USER#'.length), item.sk.slice('DRAFT#'.length)];
    const draft = item as unknown as RecordedDraft;
    this.#drafts.set(nameOf(item), { ...draft, senderId, recipientId });
  }

  #recordChange(update: UpdateWrite): void {
    const name = nameOf(update.Key);
    const before = this.#drafts.get(name);
    const after = updatedItem(before ?? {}, update) as RecordedDraft;
    if (!before || after.version !== before.version + 1)
      this.overwritten.push(`${name} went from ${before?.version} to ${after.version}`);
    if (before) this.#drafts.set(name, after);
  }

  #recordRemoval(key: Item, settled: Order | undefined): void {
    const before = this.#drafts.get(nameOf(key));
    if (!before) return;
    this.#drafts.delete(nameOf(key));
    const { id, version } = settled?.draft ?? {};
    const isSent = before.id === id && before.version === version;
    this.#remove(before, isSent ? 'sent' : 'deleted');
  }

  #remove(draft: RecordedDraft, reason: Removal['reason']): void {
    this.removals.push({ ...draft, reason, at: this.clock.now() });
  }

  #recordSettled(order: Order): void {
    const { draft } = order;
    const there = this.#drafts.get(nameOf(keyOf(order)));
    const isThere = there?.id === draft?.id && there?.version === draft?.version;
    if (isThere)
      this.keptAfterPayment.push(`${order.id} was paid for, and its draft is still there`);
    const sent = this.removals.at(-1);
    if (sent?.reason !== 'sent' || sent.id !== draft?.id) this.changedDuringPayment += 1;
  }
}
