import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import { LONGEST_RUN } from '../clock.ts';
import type { Item } from '../engine.ts';
import { grouped, type Invariant, posted, type Snapshot, sum } from './snapshot.ts';

/* Invariants of what staff decide: who moves much money is two people, and nobody is both of them. */

/** What one member of staff moves alone of a conversation or an account on a day, in cents. */
const LIMIT = 5_000;

type CaseItem = Item & {
  readonly id: string;
  readonly kind: string;
  readonly userId: string;
  readonly openedBy: string;
  readonly subject: { readonly id: string };
  readonly proposal?: { readonly byUserId: string };
  readonly decision?: { readonly byUserId: string; readonly outcome: string };
};
const casesOf = ({ items }: Snapshot) => items.filter(({ sk }) => sk === 'CASE') as CaseItem[];

/** Who proposed something does not decide it. */
export const proposalsAreDecidedByOthers: Invariant = (state) =>
  casesOf(state).flatMap(({ id, kind, openedBy, proposal, decision }) => {
    const proposer = kind === 'REFUND' || kind === 'BLOCK' ? openedBy : proposal?.byUserId;
    return decision !== undefined && decision.byUserId === proposer
      ? [`${proposer} proposed and decided the case ${id}`]
      : [];
  });

/** An entry of the audit about what a member of staff did: `operation` about `target`. */
type Act = {
  readonly operation: string;
  readonly target: string;
  readonly outcome: string;
  readonly about: string;
  readonly at: number;
};

function actsOf({ items, users }: Snapshot): Act[] {
  const ids = new Set(users.map(({ id }) => id));
  return items.flatMap(({ pk, who, command, outcome, about, at }) => {
    if (!pk.startsWith('AUDIT#') || !ids.has(String(who).split(' ')[0] ?? '')) return [];
    const [operation = '', target = ''] = String(command).split(' ');
    return [
      {
        operation,
        target,
        outcome: String(outcome),
        about: String(about),
        at: Number(at),
      },
    ];
  });
}

/** Money that one person moved: of a conversation or an account. */
type Moved = { readonly subjectId: string; readonly at: number; readonly amount: number };

/** What one person moved with an act, without the help of a second one; undefined if nothing. */
function movedAlone(state: Snapshot, act: Act, all: readonly Act[]): Moved | undefined {
  const { operation, target, outcome, about, at } = act;
  if (outcome.startsWith('It’s proposed')) return undefined;
  const one = state.at(`CASE#${target}`, 'CASE') as CaseItem | undefined;
  if (one?.proposal ?? (one?.kind === 'REFUND' || one?.kind === 'BLOCK')) return undefined;
  const order = (id: string | undefined) => state.conversations.find((found) => found.id === id);
  const price = (id: string | undefined) => order(id)?.price ?? 0;
  const owed = (userId: string) =>
    Math.max(0, Math.min(...[at - LONGEST_RUN, at].map((until) => owedAt(state, userId, until))));
  switch (operation) {
    case 'decideReview':
    case 'refundConversation':
      return { subjectId: target, at, amount: price(target) };
    case 'decideClaim':
      return outcome === 'The sender is refunded.'
        ? { subjectId: String(one?.subject.id), at, amount: price(one?.subject.id) }
        : undefined;
    case 'releaseHeldPayout':
      return { subjectId: target, at, amount: owed(target) };
    case 'deskUnblockUser':
      return outcome === 'The account is unblocked.'
        ? { subjectId: target, at, amount: owed(target) }
        : undefined;
    case 'deskBlockUser':
    case 'decideCase': {
      if (outcome === 'The appeal is granted: the earning is restored.')
        return restoredBy(state, one, at);
      const ended = order(about);
      // A job ends some of it a minute after the block.
      const block = all.find(
        (one) => one.target === target && one.outcome === 'The account is blocked.',
      );
      const isCounted = ended !== undefined && wasPaidBefore(ended, block?.at ?? at);
      const subjectId = one?.userId ?? target;
      return isCounted ? { subjectId, at, amount: ended.price } : undefined;
    }
    default:
      return undefined;
  }
}

/** What an appeal restored: the earning of the letter that the appealed statement is about. */
function restoredBy(state: Snapshot, one: CaseItem | undefined, at: number): Moved | undefined {
  const statement = state.items.find(
    ({ sk, id }) => sk.startsWith('STATEMENT#') && id === one?.subject.id,
  ) as { readonly conversation?: { readonly id: string } } | undefined;
  const subjectId = statement?.conversation?.id;
  const order = state.conversations.find(({ id }) => id === subjectId);
  return subjectId && order ? { subjectId, at, amount: order.net ?? 0 } : undefined;
}

const owedAt = (state: Snapshot, userId: string, until: number) =>
  posted(state, `user:${userId}`, (entry) => entry.at <= until);

/** Whether a message was paid long enough before a block that the block counted it. */
const wasPaidBefore = ({ history }: Conversation, at: number) =>
  history.some((one) => one.event === 'PAID' && one.at < at - LONGEST_RUN);

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/** One person moves at most the limit of a conversation or an account on a day; what is more, two people have decided. */
export const muchMoneyIsMovedByTwo: Invariant = (state) => {
  const acts = actsOf(state);
  const moved = acts.flatMap((act) => movedAlone(state, act, acts) ?? []);
  const byDay = grouped(moved, ({ subjectId, at }) => `${subjectId} on ${dayOf(at)}`);
  return [...byDay].flatMap(([name, all]) => {
    const total = sum(all.map(({ amount }) => amount));
    return total > LIMIT ? [`${total} cents of ${name} were moved by one person`] : [];
  });
};

/** Parts of a payment that were given back are added up without end: above the limit two people have decided about one of them. */
export const largePartsAreRefundedByTwo: Invariant = (state) => {
  const decided = casesOf(state).filter(
    ({ kind, decision }) => kind === 'REFUND' && decision?.outcome === 'UPHELD',
  );
  return state.conversations.flatMap(({ id, questionId, money }) => {
    const total = money.part?.total ?? 0;
    const hasTwo = decided.some(({ subject }) => [id, questionId].includes(subject.id));
    return total > LIMIT && !hasTwo ? [`${total} cents of ${id} were refunded by one person`] : [];
  });
};
