import { type DomainEvent, parseDomainEvent } from '#shared/domain-events.ts';
import { type Conversation, ENDINGS } from '#shared/rules/conversations/conversations.ts';
import type { Posting } from '#shared/rules/ledger/ledger.ts';
import type { Item } from './engine.ts';
import { writesOf } from './table-writes.ts';

/*
 * Records every successful write to the table, and keeps what must never be lost or overwritten: ledger entries,
 * events in their order, and the status of each conversation. It finds violations that a later write would hide.
 */

export type RecordedConversation = {
  readonly id: string;
  readonly status: string;
  readonly version: number;
  readonly sender: { readonly id: string };
  readonly recipient: { readonly id: string };
  readonly money: {
    readonly intentId?: string;
    readonly state: string;
    readonly claim?: { readonly state: string };
    readonly byHand?: { readonly decided: string };
    readonly part?: object;
    readonly back?: { readonly dispute?: string };
  };
  readonly net?: number;
  readonly reasonCode?: string;
  readonly price: number;
  readonly deadlineAt: number;
  readonly draft?: { readonly id: string; readonly version: number };
  readonly feeTerms: { readonly basisPoints: number; readonly fixed: number };
  readonly thanks?: Conversation['thanks'];
  readonly publicAnswer?: Conversation['publicAnswer'];
};

/** An event of the outbox, with its item. */
export type RecordedEvent = { readonly domainEvent: DomainEvent; readonly item: Item };

const OUT_OF_PENDING = ['OPEN', 'COMPLETED', ...Object.values(ENDINGS).map(({ status }) => status)];

const NEXT_STATUSES: Readonly<Record<string, readonly string[]>> = {
  PAYING: ['PAYING', 'PENDING', 'UNDONE'],
  PENDING: ['PENDING', 'NEEDS_INFO', ...OUT_OF_PENDING],
  NEEDS_INFO: ['NEEDS_INFO', 'PENDING', ...OUT_OF_PENDING],
  OPEN: ['OPEN', 'INVITED', 'COMPLETED'],
  INVITED: ['INVITED', 'OPEN', 'COMPLETED'],
};

/** The next states of a claim; an ended claim stays as it is. */
const NEXT_CLAIM_STATES: Readonly<Record<string, readonly string[]>> = {
  NONE: ['NONE', 'OPEN'],
  OPEN: ['OPEN', 'IMPROVED', 'CONTESTED', 'GIVEN_BACK', 'LAPSED', 'WITHDRAWN', 'OVERTAKEN'],
  IMPROVED: ['IMPROVED', 'CONTESTED', 'GIVEN_BACK', 'ACCEPTED', 'WITHDRAWN', 'OVERTAKEN'],
  CONTESTED: ['CONTESTED', 'UPHELD', 'REJECTED', 'WITHDRAWN', 'OVERTAKEN'],
  // An appeal of the recipient restores the earning.
  UPHELD: ['UPHELD', 'OVERTURNED'],
  LAPSED: ['LAPSED', 'OVERTURNED'],
};

/** The facts that decide the response to an open dispute; undefined without one, and before the conversation has ended. */
const decidedBy = ({ status, net, money: { back, byHand } }: RecordedConversation) =>
  back?.dispute === 'OPEN' && !['PAYING', 'PENDING', 'NEEDS_INFO'].includes(status)
    ? `the net amount ${net} and the decision ${byHand?.decided}`
    : undefined;

export class WriteRecorder {
  readonly conversations = new Map<string, RecordedConversation>();
  /** The fee terms under which each conversation was paid. */
  readonly agreedTerms = new Map<string, RecordedConversation['feeTerms']>();
  /** In the order of the table's stream. */
  readonly events: RecordedEvent[] = [];
  readonly entries = new Map<string, readonly Posting[]>();
  readonly violations: string[] = [];

  record(command: string, input: unknown): void {
    for (const { Put, Update, Delete } of writesOf(command, input)) {
      if (Put) this.#recordPut(Put.Item);
      const changed = Update?.Key ?? Delete?.Key;
      if (changed?.pk.startsWith('ENTRY#'))
        this.violations.push(`the ledger entry ${changed.pk} was changed`);
      if (Update?.Key.sk === 'CONVERSATION') this.#recordUpdate(Update.Key.pk);
    }
  }

  /** A contact changes the status of a conversation without reading it, and counts up its version. */
  #recordUpdate(pk: string): void {
    const before = this.conversations.get(pk.slice('CONVERSATION#'.length));
    if (before) this.conversations.set(before.id, { ...before, version: before.version + 1 });
  }

  #recordPut(item: Item): void {
    if (item.pk.startsWith('ENTRY#')) this.#recordEntry(item);
    else if (item.pk.startsWith('EVENT#'))
      this.events.push({ domainEvent: parseDomainEvent(item.event), item });
    else if (item.sk === 'CONVERSATION')
      this.#recordConversation(item as unknown as RecordedConversation);
  }

  #recordEntry(item: Item): void {
    if (this.entries.has(item.pk)) this.violations.push(`${item.pk} was booked twice`);
    this.entries.set(item.pk, item.postings as readonly Posting[]);
  }

  #recordConversation(after: RecordedConversation): void {
    const before = this.conversations.get(after.id);
    this.conversations.set(after.id, after);
    if (!this.agreedTerms.has(after.id)) this.agreedTerms.set(after.id, after.feeTerms);
    if (!before) return;
    if (after.version !== before.version + 1)
      this.violations.push(`${after.id} was written over: ${before.version} → ${after.version}`);
    const allowed = NEXT_STATUSES[before.status] ?? [before.status];
    if (!allowed.includes(after.status))
      this.violations.push(`${after.id} went from ${before.status} to ${after.status}`);
    const [was, is] = [before.money.claim?.state ?? 'NONE', after.money.claim?.state ?? 'NONE'];
    if (!(NEXT_CLAIM_STATES[was] ?? [was]).includes(is))
      this.violations.push(`the claim about ${after.id} went from ${was} to ${is}`);
    const [response, next] = [decidedBy(before), decidedBy(after)];
    if (response !== undefined && next !== undefined && response !== next)
      this.violations.push(`${after.id} went from ${response} to ${next} in an open dispute`);
  }
}
