import type { viewDeskQueue } from '#shared/api/desk.ts';
import type { Output } from '#shared/api/operation.ts';
import type { Cents } from '#shared/money.ts';
import { isProposal } from '#shared/rules/desk/cases.ts';
import { tileOf } from '#shared/rules/desk/permissions.ts';
import { type SeenWork, workOn } from '../storage/desk/work.ts';
import { type DeskPerson, deskPeople } from './desk-context.ts';
import type { QueueContext, Waiting } from './waiting.ts';

/* The rows of the list of the desk, with the names of people and of the colleagues who work on them. */

type Row = Output<typeof viewDeskQueue>['data'][number];

/** The amount that a decision is about. */
export function amountOf(waiting: Waiting): Cents | undefined {
  if (waiting.type === 'PERSON') return waiting.payout.amount;
  if (waiting.type === 'CONVERSATION') return waiting.conversation.price;
  return waiting.one.part?.amount ?? waiting.conversation?.price;
}

/** Who is named in a row, by id. */
type Named = {
  readonly openedBy?: string | undefined;
  readonly about?: string | undefined;
  readonly sender?: string | undefined;
  readonly proposedBy?: string | undefined;
};

function namedIn(waiting: Waiting): Named {
  if (waiting.type === 'PERSON') return { about: waiting.id };
  if (waiting.type === 'CASE') {
    const { one, conversation } = waiting;
    const proposedBy = isProposal(one) ? one.openedBy : one.proposal?.byUserId;
    const sender = one.kind === 'REFUND' ? conversation?.sender.id : undefined;
    return { openedBy: one.openedBy, about: one.userId, sender, proposedBy };
  }
  const { sender, recipient } = waiting.conversation;
  // In a review, the recipient has reported the sender. A ticket is about nobody.
  return waiting.queue === 'REVIEWS'
    ? { openedBy: recipient.id, about: sender.id }
    : { openedBy: sender.id };
}

function wordsOf(waiting: Waiting): Pick<Row, 'reason' | 'subjectType' | 'until' | 'others'> {
  const none = { subjectType: null, until: null, others: 0 };
  switch (waiting.type) {
    case 'CASE': {
      const { reason, subject } = waiting.one;
      return { ...none, reason, subjectType: subject.type, others: waiting.others ?? 0 };
    }
    case 'CONVERSATION':
      return { ...none, reason: waiting.conversation.reasonCode ?? null };
    case 'PERSON':
      return { ...none, reason: waiting.payout.reason, until: waiting.payout.until ?? null };
  }
}

/** The rows of what waits, in the same order. */
export async function rowsOf(
  { table, now, sessionUser }: QueueContext,
  waiting: readonly Waiting[],
): Promise<Row[]> {
  const ids = waiting.map(({ id }) => id);
  const work = await workOn(table, ids, sessionUser.id, now);
  const people = [
    ...waiting.flatMap((one) => Object.values(namedIn(one))),
    ...[...work.values()].flatMap(({ openBy, handedTo }) => [openBy, handedTo]),
  ].filter((id) => id !== undefined);
  const person = await deskPeople(table, people, now);
  return waiting.map((one) => rowOf(one, work.get(one.id), person));
}

function rowOf(
  waiting: Waiting,
  work: SeenWork | undefined,
  person: (id: string | undefined) => DeskPerson | null,
): Row {
  const { type, id, queue, harm, since } = waiting;
  const { openedBy, about, sender, proposedBy } = namedIn(waiting);
  return {
    type,
    id,
    queue,
    tile: tileOf(queue, harm),
    harm,
    since,
    ...wordsOf(waiting),
    openedBy: person(openedBy),
    about: person(about),
    amount: amountOf(waiting) ?? null,
    sender: person(sender),
    proposedBy: person(proposedBy),
    openBy: person(work?.openBy),
    handedTo: person(work?.handedTo),
    skipped: work?.isSkipped ?? false,
  };
}
