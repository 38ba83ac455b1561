import { type Cents, cents, minus, negative, ZERO } from '../../money.ts';
import { Refusal } from '../../refusals.ts';
import { DAY, HOUR, type Instant, later } from '../../time.ts';
import type { Case, CaseDecision } from '../desk/cases.ts';
import { claimedEntry, claimFreedEntry, claimReturnedEntry } from '../ledger/ledger.ts';
import {
  CLAIM_ACTIONS,
  type ClaimAction,
  type ClaimReason,
  type ClaimState,
  isUndecided,
  UNDECIDED_CLAIM_STATES,
} from './claim-states.ts';
import {
  type Change,
  type Claim,
  type Conversation,
  type HistoryEvent,
  type Money,
  type Side,
  timeOfAnswer,
} from './conversations.ts';
import { isFree } from './counters.ts';
import { withPendingEffect } from './pending-effect.ts';
import { withNewMessage } from './state-machine.ts';

/*
 * Claims: the sender of a paid message says that the paid response did not answer it. The status of the conversation stays as it
 * is. The earning is frozen until the claim ends: as much of it as the balance holds leaves the balance into platform:claims.
 * A claim that ends without a refund frees it. A refund takes the whole earning back: what was paid out before the claim becomes
 * a debt, as after a lost dispute. docs/product/conversations.md#claims
 */

/** The sender's time to claim, from the paid response. */
const CLAIM_TIME = 72 * HOUR;
/** The recipient's time to react to a claim, and the sender's time to ask for a decision after an improved answer. */
export const CLAIM_RESPONSE_TIME = 72 * HOUR;

/** The side that may take each action, and the states it is allowed in. Only the desk decides a CONTESTED claim. */
const CLAIM_RULES: Readonly<
  Record<ClaimAction, { readonly by: Side; readonly from: readonly ClaimState[] }>
> = {
  improve: { by: 'recipient', from: ['OPEN'] },
  giveBack: { by: 'recipient', from: ['OPEN', 'IMPROVED'] },
  contest: { by: 'recipient', from: ['OPEN'] },
  askForDecision: { by: 'sender', from: ['IMPROVED'] },
  withdraw: { by: 'sender', from: UNDECIDED_CLAIM_STATES },
};

/** When the recipient or the sender has to have acted; undefined if nobody has to. */
export const claimDue = ({ claim, money }: Conversation): Instant | undefined =>
  isUndecided(money.claim?.state) ? claim?.until : undefined;

/** The state that decides what may be done now, even if the schedule has not run since the time was over. */
export function claimStateAt(c: Conversation, now: Instant): ClaimState | undefined {
  const due = claimDue(c);
  if (due === undefined || now < due) return c.money.claim?.state;
  return c.money.claim?.state === 'OPEN' ? 'LAPSED' : 'ACCEPTED';
}

/** What a side may do about the claim now. */
export function claimActionsOf(c: Conversation, side: Side, now: Instant): ClaimAction[] {
  const state = claimStateAt(c, now);
  return CLAIM_ACTIONS.filter((action) => {
    const { by, from } = CLAIM_RULES[action];
    return by === side && state !== undefined && from.includes(state);
  });
}

/** The refusal of an action about a claim; undefined if it is allowed. FORBIDDEN for the wrong side. */
export function claimActionRefusal(
  c: Conversation,
  side: Side,
  action: ClaimAction,
  now: Instant,
): Refusal | undefined {
  if (claimActionsOf(c, side, now).includes(action)) return undefined;
  if (CLAIM_RULES[action].by !== side) return new Refusal('FORBIDDEN');
  return new Refusal('WRONG_STATUS', { message: MOVED_ON });
}

const MOVED_ON =
  'This claim just changed, so nothing was sent. Check where it stands before you try again.';

/** The refusal of a claim; undefined if this side may claim now. The limit of claims in 90 days is checked elsewhere. */
export function claimRefusal(c: Conversation, side: Side, now: Instant): Refusal | undefined {
  if (side === 'recipient') return new Refusal('FORBIDDEN');
  if (isFree(c)) return new Refusal('FORBIDDEN', { message: 'A help ticket is free.' });
  const message = claimObstacle(c, now);
  return message === undefined ? undefined : new Refusal('WRONG_STATUS', { message });
}

function claimObstacle(c: Conversation, now: Instant): string | undefined {
  const { owed, state, byHand, back, claim } = c.money;
  const answeredAt = timeOfAnswer(c);
  if (answeredAt === undefined) return 'This letter wasn’t answered.';
  if (claim) return 'You’ve already made a claim about this answer. You can make one.';
  if (back?.dispute) return 'Your bank is reviewing this payment, so you can’t make a claim here.';
  const isGivenBack =
    owed === 'giveBack' || owed === 'refundPart' || state === 'REFUNDED' || state === 'RELEASED';
  if (byHand || isGivenBack || (back?.gone ?? ZERO) > ZERO)
    return 'This letter was refunded, so there’s nothing to claim.';
  if (now >= later(answeredAt, CLAIM_TIME))
    return 'You can make a claim within 72 hours of the answer. That time has passed.';
  return undefined;
}

/** Until when this side may claim; undefined if it may not now. */
export function claimUntil(c: Conversation, side: Side, now: Instant): Instant | undefined {
  const answeredAt = timeOfAnswer(c);
  if (answeredAt === undefined || claimRefusal(c, side, now)) return undefined;
  return later(answeredAt, CLAIM_TIME);
}

/** Opens a claim that `claimRefusal` allows. `balance`: the recipient's current balance; as much of the earning is frozen. */
export function openClaim(
  c: Conversation,
  { reason, text }: { readonly reason: ClaimReason; readonly text: string },
  balance: Cents,
  now: Instant,
): Change {
  const frozen = cents(Math.max(ZERO, Math.min(c.net ?? ZERO, balance)));
  const claim: Claim = { reason, text, at: now, until: later(now, CLAIM_RESPONSE_TIME) };
  return {
    next: withClaim(c, { state: 'OPEN', frozen }, claim, { event: 'CLAIMED', amount: frozen }, now),
    entry: claimedEntry(c, c.recipient.id, frozen),
    ...(frozen > ZERO && { balanceChange: { userId: c.recipient.id, by: negative(frozen) } }),
    domainEvent: { type: 'claim.opened' },
  };
}

function withClaim(
  c: Conversation,
  state: NonNullable<Money['claim']>,
  claim: Claim,
  event: Pick<HistoryEvent, 'event' | 'amount'>,
  now: Instant,
): Conversation {
  const { money, history } = c;
  return {
    ...c,
    claim,
    money: { ...money, claim: state },
    modifiedAt: now,
    history: [...history, { ...event, at: now, moneyState: money.state }],
  };
}

/** The claim and the frozen amount of a conversation that has one. */
function claimOf({ claim, money }: Conversation): {
  readonly claim: Claim;
  readonly frozen: Cents;
} {
  if (!claim || !money.claim) throw new RangeError('the conversation has no claim');
  return { claim, frozen: money.claim.frozen };
}

/** The claim without a time at which somebody has to have acted. */
const withoutUntil = ({ until: _until, ...claim }: Claim): Claim => claim;

/** Improves the answer. The earning stays frozen while the sender may ask for a decision. */
export function improveAnswer(c: Conversation, now: Instant): Change {
  const { claim, frozen } = claimOf(c);
  const next = withClaim(
    withNewMessage(c, c.recipient.id, now),
    { state: 'IMPROVED', frozen },
    { ...claim, improvedAt: now, until: later(now, CLAIM_RESPONSE_TIME) },
    { event: 'CLAIM_IMPROVED' },
    now,
  );
  return { next, domainEvent: { type: 'claim.improved' } };
}

/** Takes the claim to the desk: the recipient contests it, or the sender asks for a decision. `caseId`: of the new case. */
export function contestClaim(
  c: Conversation,
  by: Side,
  { text, caseId }: { readonly text: string; readonly caseId: string },
  now: Instant,
): Change {
  const { claim, frozen } = claimOf(c);
  const contested = { ...withoutUntil(claim), contest: { by, at: now, text }, caseId };
  const byUserId = c[by].id;
  return {
    next: withClaim(
      c,
      { state: 'CONTESTED', frozen },
      contested,
      { event: 'CLAIM_CONTESTED' },
      now,
    ),
    openedCase: caseAbout(c, claim, { caseId, byUserId, text }, now),
    domainEvent: { type: 'claim.contested', byUserId },
  };
}

function caseAbout(
  { id, sender, recipient }: Conversation,
  { reason, text }: Claim,
  contest: { readonly caseId: string; readonly byUserId: string; readonly text: string },
  now: Instant,
): Case {
  return {
    id: contest.caseId,
    kind: 'CLAIM',
    version: 1,
    harm: reason === 'ABUSIVE' ? 2 : 1,
    openedAt: now,
    openedBy: sender.id,
    userId: recipient.id,
    subject: { type: 'CONVERSATION', id },
    reason,
    text,
    quotes: [{ userId: contest.byUserId, at: now, text: contest.text }],
    notes: [],
  };
}

/** Withdraws a claim for its sender, which frees the earning. */
export const withdrawClaim = (c: Conversation, now: Instant): Change => ({
  ...freeEarning(c, 'WITHDRAWN', now),
  ...closedCase(c, { outcome: 'REJECTED', reason: 'The sender withdrew the claim.' }, now),
  domainEvent: { type: 'claim.withdrawn' },
});

/** Gives the money back for the recipient. */
export const giveBackClaim = (c: Conversation, now: Instant): Change => ({
  ...returnPrice(c, 'GIVEN_BACK', now),
  domainEvent: { type: 'claim.givenBack', byUserId: c.recipient.id },
});

/** A decision of the desk. `reasonToRead`: what both sides read, if it is not the reason of whoever decided. */
type DeskDecision = Pick<CaseDecision, 'outcome' | 'reason' | 'byUserId'> & {
  readonly reasonToRead?: string;
};

/** Decides a CONTESTED claim for the desk. UPHELD refunds the sender, REJECTED frees the earning. */
export function decideClaim(
  c: Conversation,
  { outcome, reason, reasonToRead = reason, byUserId }: DeskDecision,
  now: Instant,
): Change {
  const change =
    outcome === 'UPHELD' ? returnPrice(c, 'UPHELD', now) : freeEarning(c, 'REJECTED', now);
  const { claim } = claimOf(change.next);
  return {
    ...change,
    next: { ...change.next, claim: { ...claim, decisionReason: reasonToRead } },
    ...closedCase(c, { outcome, reason, byUserId }, now),
    domainEvent: { type: 'claim.decided', outcome },
  };
}

/** The transition that is due by time alone: nobody reacted in time. Undefined if none is due. */
export function nextClaimTransition(c: Conversation, now: Instant): Change | undefined {
  const due = claimDue(c);
  if (due === undefined || now < due) return undefined;
  return c.money.claim?.state === 'OPEN'
    ? { ...returnPrice(c, 'LAPSED', now), domainEvent: { type: 'claim.givenBack' } }
    : { ...freeEarning(c, 'ACCEPTED', now), domainEvent: { type: 'claim.accepted' } };
}

/**
 * Ends the claim in a change that decides about the money instead: the payment was disputed, or the price is no longer there. The
 * earning is freed first, in the same transaction, so that a dispute freezes it like every other. `before`: the conversation
 * before the change. Returns the change as it is if no claim is undecided, or if the change does not decide about its money.
 */
export function withoutOvertakenClaim(before: Conversation, change: Change, now: Instant): Change {
  const { next } = change;
  if (!isUndecided(next.money.claim?.state) || !isDecidedElsewhere(next)) return change;
  const { history } = before;
  const freed = freeEarning({ ...next, history }, 'OVERTAKEN', now);
  const news = next.history.slice(history.length);
  return {
    ...change,
    ...freed,
    next: { ...freed.next, history: [...freed.next.history, ...news] },
    ...closedCase(next, { outcome: 'REJECTED', reason: OVERTAKEN }, now),
  };
}

const OVERTAKEN = 'The payment was disputed or given back, which ended the claim.';

const isDecidedElsewhere = ({ money: { state, back } }: Conversation): boolean =>
  state === 'RELEASED' ||
  state === 'REFUNDED' ||
  back?.dispute !== undefined ||
  (back?.clawedBack ?? ZERO) > ZERO;

function freeEarning(
  c: Conversation,
  state: 'WITHDRAWN' | 'REJECTED' | 'ACCEPTED' | 'OVERTAKEN',
  now: Instant,
): Change {
  const { claim, frozen } = claimOf(c);
  const ended = { ...withoutUntil(claim), endedAt: now };
  const event = { event: `CLAIM_${state}`, amount: frozen } as const;
  return {
    next: withClaim(c, { state, frozen: ZERO }, ended, event, now),
    ...(frozen > ZERO && { freedEntry: claimFreedEntry(c, c.recipient.id, frozen) }),
  };
}

/**
 * Returns the price to the sender, and takes the earning and the fee back. A payment that is not captured yet is captured first:
 * payment-status.ts then refunds it.
 */
function returnPrice(
  c: Conversation,
  state: 'GIVEN_BACK' | 'LAPSED' | 'UPHELD',
  now: Instant,
): Change {
  const { claim, frozen } = claimOf(c);
  const { id } = c.recipient;
  const net = c.net ?? ZERO;
  const ended = { ...withoutUntil(claim), endedAt: now };
  const event = { event: `CLAIM_${state}`, amount: net } as const;
  const next = withClaim(c, { state, frozen: ZERO }, ended, event, now);
  const money =
    next.money.owed === 'capture' ? next.money : withPendingEffect(next.money, 'giveBack', now);
  return {
    next: { ...next, money: { ...money, byHand: { decided: 'GIVE_BACK', earning: net } } },
    entry: claimReturnedEntry(c, id, { net, frozen }),
    ...(frozen < net && {
      balanceChange: { userId: id, by: minus(frozen, net), mayBecomeDebt: true },
    }),
  };
}

function closedCase(
  { claim, sender }: Conversation,
  {
    byUserId = sender.id,
    ...decision
  }: Pick<CaseDecision, 'outcome' | 'reason'> & Partial<Pick<CaseDecision, 'byUserId'>>,
  now: Instant,
): Pick<Change, 'closedCase'> {
  const id = claim?.caseId;
  return id === undefined
    ? {}
    : { closedCase: { id, decision: { byUserId, at: now, ...decision } } };
}

/*
 * The limit of claims: each person may make three in 90 days, however they end. The times of those that count are kept in one item
 * of theirs, so that claims at the same moment cannot exceed it.
 */

export const CLAIMS_MAX = 3;
export const CLAIMS_PERIOD = 90 * DAY;

/** The times of a person's claims that still count. */
export const countingClaims = (times: readonly Instant[], now: Instant): Instant[] =>
  times.filter((at) => now < later(at, CLAIMS_PERIOD));
