/*
 * The reasons, states and actions of a claim: the sender of a paid message says that the paid response did not answer it.
 * docs/product/conversations.md#claims
 */

export const CLAIM_REASONS = ['NOT_ADDRESSED', 'NOT_WRITTEN_BY_THEM', 'COPIED', 'ABUSIVE'] as const;
export type ClaimReason = (typeof CLAIM_REASONS)[number];

/** The states in which nothing is decided: the recipient, the sender, or the desk has to act. */
export const UNDECIDED_CLAIM_STATES = ['OPEN', 'IMPROVED', 'CONTESTED'] as const;
export type UndecidedClaimState = (typeof UNDECIDED_CLAIM_STATES)[number];

/**
 * Every state. GIVEN_BACK: by the recipient. LAPSED: the recipient did not react, so the money went back. UPHELD, REJECTED: by
 * the desk. OVERTURNED: it was upheld or lapsed, and the recipient's appeal was granted: the refund stays, and the answer counts.
 * ACCEPTED: the sender let the time after an improved answer pass. OVERTAKEN: the payment was disputed, refunded or
 * lost in another way, which decides about the money instead.
 */
export const CLAIM_STATES = [
  ...UNDECIDED_CLAIM_STATES,
  'GIVEN_BACK',
  'LAPSED',
  'UPHELD',
  'REJECTED',
  'WITHDRAWN',
  'ACCEPTED',
  'OVERTAKEN',
  'OVERTURNED',
] as const;
export type ClaimState = (typeof CLAIM_STATES)[number];

/** Whether a claim has not ended. */
export const isUndecided = (state: ClaimState | undefined): state is UndecidedClaimState =>
  UNDECIDED_CLAIM_STATES.some((undecided) => undecided === state);

/** Whether a claim ended with a refund. */
export const isReturned = (state: ClaimState | undefined): boolean =>
  state === 'GIVEN_BACK' || state === 'OVERTURNED' || isUnansweredClaim(state);

/**
 * Whether a claim ended with the paid response counting as no answer: by the desk, or because the recipient did not react. A
 * recipient who gives the money back is not counted at all, as after a decline.
 */
export const isUnansweredClaim = (state: ClaimState | undefined): boolean =>
  state === 'UPHELD' || state === 'LAPSED';

/** A claim as far as it shows how it ended: its state, and whether the answer was improved and the desk asked before. */
type EndedClaim = {
  readonly state: ClaimState | undefined;
  readonly improvedAt?: number | null | undefined;
  readonly contest?: object | null | undefined;
};

/**
 * Returns whether the sender ended the claim by accepting the improved answer. It is stored as a claim that the sender withdrew after the
 * improvement, without asking the desk in between.
 */
export const isAcceptedBySender = ({ state, improvedAt, contest }: EndedClaim): boolean =>
  state === 'WITHDRAWN' && improvedAt != null && contest == null;

export const CLAIM_ACTIONS = [
  'improve',
  'giveBack',
  'contest',
  'askForDecision',
  'withdraw',
] as const;
/** What the two sides may do about a claim. Only the desk decides one. */
export type ClaimAction = (typeof CLAIM_ACTIONS)[number];
