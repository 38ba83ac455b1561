import type { ITEM_TYPES } from '#shared/api/desk-entities.ts';
import { Refusal } from '#shared/refusals.ts';
import { isFree } from '#shared/rules/conversations/counters.ts';
import { isInReview } from '#shared/rules/conversations/money-state.ts';
import type { Case, Harm } from '#shared/rules/desk/cases.ts';
import { harmOfReason } from '#shared/rules/desk/harm.ts';
import { QUEUE_OF_CASE, type Queue } from '#shared/rules/desk/permissions.ts';
import { userById } from '../storage/accounts/users.ts';
import { conversationById } from '../storage/conversations/conversations.ts';
import type { TableReader } from '../storage/table.ts';
import { sidesOf } from './case-views.ts';
import { caseFor, refuseQueue, type StaffCall } from './desk-context.ts';

/* The items of the desk: a case, a letter or ticket, or a person whose payout is held. docs/product/desk.md#the-list */

type Call = StaffCall & { readonly table: TableReader };

export type ItemRef = { readonly type: (typeof ITEM_TYPES)[number]; readonly id: string };
export type DeskItem = ItemRef & {
  readonly queue: Queue;
  readonly harm: Harm;
  /** Whom it concerns, beyond those that its case names. */
  readonly people: readonly string[];
  readonly one?: Case;
};

/** Reads an item that the caller may see. Refuses with NOT_FOUND what does not exist and what concerns the caller. */
export async function itemFor(call: Call, { type, id }: ItemRef): Promise<DeskItem> {
  if (type === 'CASE') {
    const one = await caseFor(call, id);
    return { type, id, queue: QUEUE_OF_CASE[one.kind], harm: one.harm, people: [], one };
  }
  const item = type === 'PERSON' ? await personItem(call, id) : await letterItem(call, id);
  if (!item || item.people.includes(call.sessionUser.id)) throw new Refusal('NOT_FOUND');
  refuseQueue(call, item.queue);
  return item;
}

async function personItem({ table, now }: Call, id: string): Promise<DeskItem | undefined> {
  const user = await userById(table, id, now);
  return user && { type: 'PERSON', id, queue: 'PAYOUTS', harm: 1, people: [id] };
}

async function letterItem({ table, now }: Call, id: string): Promise<DeskItem | undefined> {
  const found = await conversationById(table, id, now);
  if (!found) return undefined;
  const harm = isInReview(found) ? harmOfReason(found.reasonCode) : 1;
  const queue = isFree(found) ? 'TICKETS' : 'REVIEWS';
  return { type: 'CONVERSATION', id, queue, harm, people: sidesOf(found) };
}
