import type { Clock } from './clock.ts';

/*
 * Sees every write that the table took, as the witness does, and keeps what happened to each draft: which version is there,
 * which order was begun from it, and with what it went.
 */

export type SeenDraft = {
  readonly senderId: string;
  readonly recipientId: string;
  readonly id: string;
  readonly version: number;
  readonly subject: string;
  readonly text: string;
  /** Epoch seconds. */
  readonly expiresAt: number;
};

/** A draft that is gone: with the order that was sent from it, by a later one after it expired, or because somebody discarded it. */
export type Removal = SeenDraft & { readonly reason: 'sent' | 'expired' | 'deleted' };

type Item = Readonly<Record<string, unknown>> & { readonly pk: string; readonly sk: string };
type Part = {
  readonly Put?: { readonly Item: Item };
  readonly Update?: {
    readonly Key: Item;
    readonly ExpressionAttributeValues?: Readonly<Record<string, unknown>>;
  };
  readonly Delete?: { readonly Key: Item };
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

export class DraftHistory {
  /** Orders that were begun from something else than the draft that was there. */
  readonly sentOtherwise: string[] = [];
  /** Drafts that were still there after their payment had been settled. */
  readonly leftBehind: string[] = [];
  /** Saves that did not follow the version before them. */
  readonly writtenOver: string[] = [];
  readonly removals: Removal[] = [];
  /** Orders whose sender had changed or discarded the draft before the payment was settled. */
  changedMeanwhile = 0;
  readonly #drafts = new Map<string, SeenDraft>();
  readonly #statuses = new Map<string, string>();

  constructor(private readonly clock: Clock) {}

  get present(): readonly SeenDraft[] {
    return [...this.#drafts.values()];
  }

  saw(command: string, input: unknown): void {
    const parts: readonly Part[] =
      command === 'TransactWrite'
        ? (input as { TransactItems: Part[] }).TransactItems
        : [{ [command.replace(/(Item)?$/, '')]: input } as Part];
    const items = parts.flatMap(({ Put }) => (Put ? [Put.Item] : []));
    const orders = items.filter(({ sk }) => sk === 'CONVERSATION') as unknown as Order[];
    for (const order of orders)
      if (order.draft && !this.#statuses.has(order.id)) this.#sawBegun(order, items);
    const settled = orders.find(
      ({ id, status, draft }) =>
        draft && status === 'PENDING' && this.#statuses.get(id) === 'PAYING',
    );
    for (const { Put, Update, Delete } of parts) {
      if (Put && isDraft(Put.Item)) this.#sawFirst(Put.Item);
      if (Update && isDraft(Update.Key)) this.#sawChange(Update);
      if (Delete && isDraft(Delete.Key)) this.#sawRemoval(Delete.Key, settled);
    }
    if (settled) this.#sawSettled(settled);
    for (const { id, status } of orders) this.#statuses.set(id, status);
  }

  #sawBegun(order: Order, items: readonly Item[]): void {
    const there = this.#drafts.get(nameOf(keyOf(order)));
    const question = items.find(({ id }) => id === order.questionId);
    const isSame =
      there?.id === order.draft?.id &&
      there?.version === order.draft?.version &&
      there?.subject === order.subject &&
      there?.text === question?.body;
    if (!isSame)
      this.sentOtherwise.push(
        `${order.id} was begun from version ${order.draft?.version}, there was ${there?.version}`,
      );
  }

  #sawFirst(item: Item): void {
    const before = this.#drafts.get(nameOf(item));
    if (before && before.expiresAt * 1_000 > this.clock.now())
      this.writtenOver.push(`${nameOf(item)} was begun anew over version ${before.version}`);
    else if (before) this.removals.push({ ...before, reason: 'expired' });
    const [senderId, recipientId] = [item.pk.slice('USER#'.length), item.sk.slice('DRAFT#'.length)];
    const draft = item as unknown as SeenDraft;
    this.#drafts.set(nameOf(item), { ...draft, senderId, recipientId });
  }

  #sawChange({ Key, ExpressionAttributeValues: values = {} }: NonNullable<Part['Update']>): void {
    const before = this.#drafts.get(nameOf(Key));
    const version = Number(values[':next']);
    if (!before || version !== before.version + 1)
      this.writtenOver.push(`${nameOf(Key)} went from ${before?.version} to ${version}`);
    if (!before) return;
    const [subject, text] = [String(values[':subject']), String(values[':text'])];
    const expiresAt = Number(values[':expiry']);
    this.#drafts.set(nameOf(Key), { ...before, version, subject, text, expiresAt });
  }

  #sawRemoval(key: Item, settled: Order | undefined): void {
    const before = this.#drafts.get(nameOf(key));
    if (!before) return;
    this.#drafts.delete(nameOf(key));
    const { id, version } = settled?.draft ?? {};
    const isSent = before.id === id && before.version === version;
    this.removals.push({ ...before, reason: isSent ? 'sent' : 'deleted' });
  }

  #sawSettled(order: Order): void {
    const { draft } = order;
    const there = this.#drafts.get(nameOf(keyOf(order)));
    const isThere = there?.id === draft?.id && there?.version === draft?.version;
    if (isThere) this.leftBehind.push(`${order.id} was paid for, and its draft is still there`);
    const sent = this.removals.at(-1);
    if (sent?.reason !== 'sent' || sent.id !== draft?.id) this.changedMeanwhile += 1;
  }
}
