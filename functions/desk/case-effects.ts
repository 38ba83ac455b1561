import type { viewDeskCase } from '#shared/api/desk.ts';
import type { Output } from '#shared/api/operation.ts';
import { type Cents, cents, minus, negative, plus, ZERO } from '#shared/money.ts';
import { decideClaim } from '#shared/rules/conversations/claims.ts';
import type { Change, Conversation } from '#shared/rules/conversations/conversations.ts';
import { timeOfAnswer } from '#shared/rules/conversations/conversations.ts';
import { restOfPrice } from '#shared/rules/conversations/given-back-parts.ts';
import { isInReview } from '#shared/rules/conversations/money-state.ts';
import { givenBackBefore } from '#shared/rules/conversations/part-refunds.ts';
import type { Case, CaseDecision } from '#shared/rules/desk/cases.ts';
import type { DecisionKind } from '#shared/rules/desk/decision-readers.ts';
import type { Account, LedgerEntry } from '#shared/rules/ledger/ledger.ts';
import { oddsOf, outcomeOf, withOutcome } from '#shared/rules/profiles/odds.ts';
import type { Settings } from '#shared/settings.ts';
import { type Instant, later } from '#shared/time.ts';
import { claimFactsOf, claimKindOf } from '../conversations/claim-decisions.ts';
import {
  conversationNotificationsOf,
  isOfConversation,
} from '../notifications/push-notifications.ts';
import { mailboxCountsOf } from '../storage/conversations/list-counters.ts';
import { balanceOf } from '../storage/ledger/ledger.ts';
import { conversationEvent } from '../storage/outbox.ts';
import { outcomesOf } from '../storage/profiles/odds.ts';
import type { TableReader } from '../storage/table.ts';
import { readingsFor } from './decision-readings.ts';
import { type DeskPerson, refundAloneOf, type StaffCall } from './desk-context.ts';
import { partRefundDecision, refundDecision, reviewDecision } from './manual-decisions.ts';
import { factsOfPart } from './part-refunds.ts';
import { bearerOf } from './proposal-words.ts';
import { reviewFactsOf, reviewKindOf } from './reviews.ts';
import { refundFactsOf, refundKindOf } from './staff-refunds.ts';
import { sidesAsReaders } from './statement-steps.ts';

/*
 * The effects of each decision about the money of a letter: the exact amounts, and what each side reads of it. The rules that decide
 * are asked without writing anything, and the texts are those of the functions that write and send them. docs/product/desk.md#claims
 */

type CaseView = Output<typeof viewDeskCase>['data'][number];
type Letter = NonNullable<CaseView['letter']>;
type Effect = CaseView['effects'][string];
type Call = StaffCall & { readonly table: TableReader };
type Outcome = CaseDecision['outcome'];
type Facts = { readonly sender: string; readonly recipient: string };

/** A decision as the rules would make it now. `card`: what the sender gets back. */
type Planned = {
  readonly change: Change;
  readonly kind: DecisionKind;
  readonly facts: Facts;
  readonly card: Cents;
};

/** The effects of the outcomes that the rules allow now. `person`: the people of the case, by id. */
export async function effectsOf(
  call: Call,
  one: Case,
  c: Conversation | undefined,
  person: (id: string) => DeskPerson | null,
): Promise<Record<string, Effect>> {
  if (!c || (one.kind !== 'CLAIM' && one.kind !== 'REFUND')) return {};
  if (one.decision) return decidedEffect(call, one, one.decision, c);
  const effects: Record<string, Effect> = {};
  for (const outcome of ['UPHELD', 'REJECTED'] as const) {
    const planned = await plannedOf(call, one, outcome, c);
    if (planned) effects[outcome] = await effectOf(call, c, planned, person);
  }
  return effects;
}

/** The effect of a decision that was made, from the history of the letter. */
async function decidedEffect(
  call: Call,
  one: Case,
  { outcome, at }: CaseDecision,
  c: Conversation,
): Promise<Record<string, Effect>> {
  if (one.kind === 'REFUND')
    // A proposal that was rejected moved nothing.
    return outcome === 'UPHELD' ? { UPHELD: await refundedEffect(call, one, at, c) } : {};
  const event = c.history.find(({ event: name }) => name === `CLAIM_${outcome}`);
  if (!event) return {};
  const isUpheld = outcome === 'UPHELD';
  const net = c.net ?? ZERO;
  const effect = {
    card: isUpheld ? c.price : ZERO,
    balance: isUpheld ? negative(net) : (event.amount ?? ZERO),
    debt: ZERO,
    fee: isUpheld ? minus(net, c.price) : ZERO,
    cost: ZERO,
    odds: await oddsAfter(call, c),
    reads: [],
  };
  return { [outcome]: effect };
}

/** The effect of a proposed refund to which a second person agreed at a time. The reason of its case says who bears it. */
async function refundedEffect(
  call: Call,
  { reason, part }: Case,
  at: Instant,
  c: Conversation,
): Promise<Effect> {
  const card = reason === 'REVIEW_KEEP' ? ZERO : (part?.amount ?? restOfPrice(c, later(at, -1)));
  // A reversed earning covers the whole price, so the platform gets again what it bore of parts that were refunded before.
  const reversed = reason === 'REFUND_RECIPIENT' ? c.net : undefined;
  return {
    card,
    balance: reversed === undefined ? ZERO : negative(reversed),
    debt: ZERO,
    fee: reversed === undefined ? ZERO : minus(reversed, c.price),
    cost: c.net === undefined ? ZERO : minus(reversed === undefined ? ZERO : c.price, card),
    odds: await oddsAfter(call, c),
    reads: [],
  };
}

/** The decision of an outcome; undefined if the rules refuse it, and for a proposal that is rejected, which changes nothing. */
async function plannedOf(
  call: Call,
  { kind, reason, part }: Case,
  outcome: Outcome,
  c: Conversation,
): Promise<Planned | undefined> {
  const { now, sessionUser } = call;
  if (kind === 'CLAIM') {
    if (c.money.claim?.state !== 'CONTESTED') return undefined;
    const change = decideClaim(c, { outcome, reason: '', byUserId: sessionUser.id }, now);
    const card = outcome === 'UPHELD' ? c.price : ZERO;
    return { change, kind: claimKindOf(outcome), facts: claimFactsOf(c, outcome), card };
  }
  if (outcome === 'REJECTED') return undefined;
  if (reason === 'REVIEW_REFUND' || reason === 'REVIEW_KEEP')
    return plannedReview(c, reason === 'REVIEW_KEEP', now);
  if (part) {
    const ruling = await partRefundDecision(now, part, sessionUser.id).rule(c);
    const facts = factsOfPart(c, part.amount);
    return 'change' in ruling
      ? { ...ruling, kind: 'REFUND_IN_PART', facts, card: part.amount }
      : undefined;
  }
  const ruling = await refundDecision(call, bearerOf(reason)).rule(c);
  const refund = refundKindOf(c, bearerOf(reason));
  return 'change' in ruling
    ? { ...ruling, kind: refund, facts: refundFactsOf(c, refund), card: leftOf(c) }
    : undefined;
}

/** The decision about a payment in review; undefined if the rules refuse it. */
async function plannedReview(
  c: Conversation,
  isKept: boolean,
  now: Instant,
): Promise<Planned | undefined> {
  const ruling = await reviewDecision(isKept ? 'KEEP' : 'GIVE_BACK', now).rule(c);
  if (!('change' in ruling)) return undefined;
  const facts = reviewFactsOf(c, isKept);
  return { ...ruling, kind: reviewKindOf(isKept), facts, card: isKept ? ZERO : leftOf(c) };
}

/** The part of the price that was not refunded yet. */
const leftOf = (c: Conversation): Cents => minus(c.price, givenBackBefore(c));

async function effectOf(
  call: Call,
  c: Conversation,
  planned: Planned,
  person: (id: string) => DeskPerson | null,
): Promise<Effect> {
  const { table, now } = call;
  const { card, change } = planned;
  const theirs = `user:${c.recipient.id}` as const;
  const { entry, freedEntry } = change;
  const taken = plus(postedTo(theirs, entry), postedTo('platform:claims', entry));
  const borne = minus(postedTo('platform:disputes', entry), card);
  const { balance } = await balanceOf(table, c.recipient.id);
  return {
    card,
    balance: plus(taken, postedTo(theirs, freedEntry)),
    debt: debtAfter(balance, postedTo(theirs, entry)),
    fee: postedTo('platform:fees', entry),
    // Money that no one has earned yet is still the sender's.
    cost: c.net === undefined ? ZERO : borne,
    odds: await oddsAfter(call, change.next),
    reads: await readingsOf({ table, now }, planned, person),
  };
}

const postedTo = (of: Account, entry: Pick<LedgerEntry, 'postings'> | undefined): Cents =>
  plus(
    ...(entry?.postings ?? []).filter(({ account }) => account === of).map(({ amount }) => amount),
  );

/** The part of what is taken from a balance that is not in it any more. */
const debtAfter = (balance: Cents, taken: Cents): Cents =>
  cents(Math.max(ZERO, negative(taken) - Math.max(ZERO, balance)));

async function oddsAfter({ table, now }: Call, c: Conversation): Promise<Effect['odds']> {
  const outcomes = await outcomesOf(table, c.recipient.id);
  return oddsOf(withOutcome(outcomes, c.id, outcomeOf(c), now) ?? outcomes, now) ?? null;
}

/** The readings of both sides: the facts of their statements, and their notifications. */
async function readingsOf(
  { table, now }: { readonly table: TableReader; readonly now: Instant },
  { change, kind, facts }: Planned,
  person: (id: string) => DeskPerson | null,
): Promise<Effect['reads']> {
  const { next, domainEvent } = change;
  const event = domainEvent && conversationEvent(next, domainEvent, now);
  const sent =
    event && isOfConversation(event)
      ? await conversationNotificationsOf(table, next, event, now)
      : [];
  return readingsFor(kind, sidesAsReaders(next, facts), { now, person, sent });
}

/** The readings of both sides of a letter whose payment is in review, by the choices; empty if it is not in review. */
export async function reviewReadings(
  { table, now }: { readonly table: TableReader; readonly now: Instant },
  c: Conversation,
  person: (id: string) => DeskPerson | null,
): Promise<Record<string, Effect['reads']>> {
  if (!isInReview(c)) return {};
  const readings: Record<string, Effect['reads']> = {};
  for (const choice of ['REFUND', 'KEEP'] as const) {
    const planned = await plannedReview(c, choice === 'KEEP', now);
    if (planned) readings[choice] = await readingsOf({ table, now }, planned, person);
  }
  return readings;
}

/** The paid letter that a case is about; null for other cases. */
export async function letterOf(
  { table, now, settings }: Call & { readonly settings: Settings },
  { kind }: Case,
  c: Conversation | undefined,
  person: (id: string) => DeskPerson | null,
): Promise<Letter | null> {
  if (!c || (kind !== 'CLAIM' && kind !== 'REFUND')) return null;
  const [outcomes, orders] = await Promise.all([
    outcomesOf(table, c.recipient.id),
    mailboxCountsOf(table, c.sender.id, 'ORDERS'),
  ]);
  const side = (name: 'sender' | 'recipient'): DeskPerson =>
    person(c[name].id) ?? goneSide(c[name]);
  return {
    id: c.id,
    sender: side('sender'),
    recipient: side('recipient'),
    price: c.price,
    net: c.net ?? null,
    frozen: c.money.claim?.frozen ?? ZERO,
    sentAt: c.paidAt,
    answeredAt: timeOfAnswer(c) ?? null,
    alone: refundAloneOf(settings),
    paidLetters: orders.ALL ?? 0,
    odds: oddsOf(outcomes, now) ?? null,
    claim: c.claim
      ? {
          at: c.claim.at,
          improvedAt: c.claim.improvedAt ?? null,
          contest: c.claim.contest
            ? {
                by: side(c.claim.contest.by),
                at: c.claim.contest.at,
                text: c.claim.contest.text,
              }
            : null,
        }
      : null,
  };
}

const goneSide = ({ id, fullName, username }: Conversation['sender']): DeskPerson => ({
  id,
  fullName,
  username,
  profileImageUrl: null,
  blocked: false,
});
