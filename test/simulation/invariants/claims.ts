import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import { LONGEST_RUN } from '../clock.ts';
import type { Item } from '../engine.ts';
import {
  type Invariant,
  intentOf,
  isClaimReturned,
  posted,
  type Snapshot,
  sum,
} from './snapshot.ts';

/* Invariants of claims: what they freeze, when they end, and who may make how many. */

const HOUR = 3_600_000;
const UNDECIDED = ['OPEN', 'IMPROVED', 'CONTESTED'];
const isUndecided = ({ money }: Conversation) => UNDECIDED.includes(money.claim?.state ?? '');
const claimed = ({ conversations }: Snapshot) =>
  conversations.filter(({ money }) => money.claim !== undefined);

/** What platform:claims holds of a conversation is what its undecided claim has frozen; an ended claim has nothing frozen. */
export const claimsFreezeWhatTheySay: Invariant = (state) => [
  ...state.conversations.flatMap((order) => {
    const { id, money } = order;
    const held = posted(state, 'platform:claims', (entry) => entry.conversationId === id);
    const wanted = isUndecided(order) ? (money.claim?.frozen ?? 0) : 0;
    return [
      ...(held === wanted ? [] : [`the claim about ${id} holds ${held} cents, not ${wanted}`]),
      ...((money.claim?.frozen ?? 0) === wanted
        ? []
        : [`the ended claim about ${id} says that ${money.claim?.frozen} cents are frozen`]),
    ];
  }),
  ...(posted(state, 'platform:claims') ===
  sum(state.conversations.map(({ money }) => money.claim?.frozen ?? 0))
    ? []
    : ['platform:claims holds something else than all claims together']),
];

/** An earning leaves the balance at most once, whether by a claim, a dispute or both; a claim with a refund takes all of it. */
export const earningsLeaveOnce: Invariant = (state) =>
  state.conversations.flatMap((order) => {
    const { id, net = 0, recipient } = order;
    const own = ({ conversationId }: { readonly conversationId?: string }) => conversationId === id;
    const left = posted(state, `user:${recipient.id}`, own);
    const fee = posted(state, 'platform:fees', own);
    if (left < 0 || left > net) return [`of the ${net} cents that ${id} earned, ${left} are left`];
    return isClaimReturned(order) && (left !== 0 || fee !== 0)
      ? [`the claim about ${id} was right, and ${left} cents and a fee of ${fee} are left`]
      : [];
  });

/** A claim with a refund gives all of the price back, unless a bank has the payment, or it never was captured. */
export const rightClaimsAreRefunded: Invariant = (state) =>
  claimed(state)
    .filter(isClaimReturned)
    .flatMap(({ id, money }) => {
      const intent = intentOf(state, id);
      const charge = state.charges.get(String(intent?.latest_charge));
      const isFailed = (money.back?.refused ?? 0) > 0;
      return charge?.refunded || charge?.disputed || intent?.status === 'canceled' || isFailed
        ? []
        : [`the claim about ${id} was right, and its sender is not refunded`];
    });

const eventAt = ({ history }: Conversation, wanted: string) =>
  history.find(({ event }) => event === wanted)?.at;

/** A claim comes within 72 hours of the answer, and silence ends it 72 hours after what it waits for, never before. */
export const claimsKeepTheirTime: Invariant = (state) =>
  claimed(state).flatMap((order) => {
    const { id, claim } = order;
    const answeredAt = eventAt(order, 'ANSWERED') ?? Number.NEGATIVE_INFINITY;
    const wrong = (what: string, is: boolean) => (is ? [`the claim about ${id} ${what}`] : []);
    const lapsedAt = eventAt(order, 'CLAIM_LAPSED') ?? Number.POSITIVE_INFINITY;
    const acceptedAt = eventAt(order, 'CLAIM_ACCEPTED') ?? Number.POSITIVE_INFINITY;
    const until = (side: 'sender' | 'recipient') =>
      (side === 'sender' ? (claim?.improvedAt ?? 0) : (claim?.at ?? 0)) + 72 * HOUR;
    const { contest } = claim ?? {};
    const claims = order.history.filter(({ event }) => event === 'CLAIMED').length;
    return [
      ...wrong('was made too late', (claim?.at ?? 0) >= answeredAt + 72 * HOUR),
      ...wrong('lapsed too early', lapsedAt < (claim?.at ?? 0) + 72 * HOUR),
      ...wrong('was accepted too early', acceptedAt < (claim?.improvedAt ?? 0) + 72 * HOUR),
      ...wrong('was improved too late', (claim?.improvedAt ?? 0) >= until('recipient')),
      ...wrong('was contested too late', contest !== undefined && contest.at >= until(contest.by)),
      ...wrong('was made more than once', claims !== 1),
    ];
  });

/** Exactly the claims that wait for somebody are due, and exactly the contested ones have an open case. */
export const undecidedClaimsAreFollowedUp: Invariant = (state) => [
  ...state.conversations.flatMap((order) => {
    const { id, claim, money } = order;
    const due = state.at(`CONVERSATION#${id}`, 'CLAIM')?.gsi5sk;
    const until = isUndecided(order) ? claim?.until : undefined;
    const wanted = until === undefined ? undefined : `${new Date(until).toISOString()}#${id}`;
    const cases = casesOf(state).filter(
      ({ kind, subject }) => kind === 'CLAIM' && subject?.id === id,
    );
    const open = cases.filter(({ decision }) => decision === undefined).length;
    const isContested = money.claim?.state === 'CONTESTED';
    return [
      ...(due === wanted ? [] : [`the claim about ${id} is due at ${due}, not ${wanted}`]),
      ...(open === (isContested ? 1 : 0)
        ? []
        : [`${money.claim?.state} claim about ${id} has ${open} open cases`]),
      ...(cases.length > 1 ? [`${id} has ${cases.length} cases`] : []),
    ];
  }),
  ...casesOf(state).flatMap(({ pk, decision, gsi5pk }) =>
    (decision === undefined) === (gsi5pk !== undefined) ? [] : [`${pk} is in the wrong list`],
  ),
];

type CaseItem = Item & {
  readonly kind: string;
  readonly subject?: { readonly id: string };
  readonly decision?: unknown;
};
const casesOf = ({ items }: Snapshot) => items.filter(({ sk }) => sk === 'CASE') as CaseItem[];

/** The counts of claims match the conversations, and nobody made more than three in 90 days. */
export const claimCountsMatch: Invariant = (state) =>
  state.users.flatMap(({ id }) => {
    const item: Partial<Item> = state.at(`USER#${id}`, 'CLAIMS') ?? {};
    const made = claimed(state).filter(({ sender }) => sender.id === id);
    const against = claimed(state).filter(({ recipient }) => recipient.id === id);
    const wanted = {
      made: made.length,
      against: against.length,
      open: against.filter(isUndecided).length,
    };
    const times = made.map(({ claim }) => claim?.at ?? 0).sort((one, other) => one - other);
    const often = times.some((at, nth) => at - (times[nth - 3] ?? -Infinity) < 90 * 24 * HOUR);
    return [
      ...Object.entries(wanted).flatMap(([name, count]) =>
        Number(item[name] ?? 0) === count
          ? []
          : [`${id} has ${item[name] ?? 0} claims ${name}, there are ${count}`],
      ),
      ...(often ? [`${id} made more than three claims in 90 days`] : []),
    ];
  });

/** Nobody claims about the answer of an account that is deleted, because nobody could react, and no open claim outlives one. */
export const deletedAccountsHaveNoClaims: Invariant = (state) =>
  state.users.flatMap(({ id, deletedAt }) => {
    if (deletedAt === undefined) return [];
    return claimed(state).flatMap((order) =>
      order.recipient.id === id &&
      (isUndecided(order) || (order.claim?.at ?? 0) > deletedAt + LONGEST_RUN)
        ? [`the claim about ${order.id} was made about an answer of a deleted account`]
        : [],
    );
  });
