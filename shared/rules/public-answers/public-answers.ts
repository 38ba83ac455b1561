import { DAY, type Instant, later } from '../../time.ts';
import { isReturned, isUndecided } from '../conversations/claim-states.ts';
import {
  type Change,
  type Conversation,
  type Side,
  timeOfAnswer,
} from '../conversations/conversations.ts';
import { isFree } from '../conversations/counters.ts';
import type { Edit } from './texts.ts';

/*
 * The proposal to make a paid answer public, and what becomes of it. Its state is part of the conversation, so that a claim, a refund or
 * a dispute ends it in the transaction in which it changes the money. docs/product/public-answers.md#states
 */

/** How long a proposal waits for the sender. */
const PROPOSAL_TIME = 30 * DAY;
/** The most versions of the copy. */
const VERSIONS_MAX = 20;

/**
 * PROPOSED: the sender has to read the copy. REVISED: the sender changed it, so the recipient has to read it again. PUBLIC: both agreed
 * to the same version. The others are final; a letter is proposed once.
 */
export const PUBLIC_ANSWER_STATES = [
  'PROPOSED',
  'REVISED',
  'PUBLIC',
  'DECLINED',
  'WITHDRAWN',
  'LAPSED',
] as const;
export type PublicAnswerState = (typeof PUBLIC_ANSWER_STATES)[number];
/** LAPSED is never stored: it follows from the time. */
export type StoredPublicAnswerState = Exclude<PublicAnswerState, 'LAPSED'>;

/** The proposal of a conversation, as the conversation stores it. */
export type PublicAnswer = {
  readonly id: string;
  readonly state: StoredPublicAnswerState;
  /** The version of the copy that was written last. */
  readonly version: number;
  readonly proposedAt: Instant;
  /** Until when the two can agree. */
  readonly until: Instant;
  readonly publishedAt?: Instant;
  readonly endedAt?: Instant;
  /** Who ended it; absent if neither of the two did. */
  readonly endedBy?: Side;
};

/** A version of the copy, and who agreed to it by writing it. */
export type CopyVersion = {
  readonly version: number;
  readonly by: Side;
  readonly at: Instant;
  readonly edits: readonly Edit[];
};

/** The state at a time. */
export function stateAt(
  { state, until }: Pick<PublicAnswer, 'state' | 'until'>,
  now: Instant,
): PublicAnswerState {
  return isOpen(state) && now >= until ? 'LAPSED' : state;
}

/** Whether a proposal waits for one of the two. */
const isOpen = (state: PublicAnswerState): boolean => state === 'PROPOSED' || state === 'REVISED';

/** The side whose turn it is to agree; undefined if nobody has to. */
const turnOf = (state: PublicAnswerState): Side | undefined => {
  if (state === 'PROPOSED') return 'sender';
  return state === 'REVISED' ? 'recipient' : undefined;
};

/**
 * Whether the answer of a conversation may be public: it was paid for, the money was captured, and nothing of it went back or is
 * questioned.
 */
export function mayBePublic(c: Conversation): boolean {
  const { money } = c;
  const { claim, byHand, back, owed } = money;
  return (
    timeOfAnswer(c) !== undefined &&
    !isFree(c) &&
    money.state === 'CHARGED' &&
    owed === undefined &&
    !isUndecided(claim?.state) &&
    !isReturned(claim?.state) &&
    byHand === undefined &&
    (back === undefined || back.dispute === 'WON')
  );
}

/** Whether this side may propose that the answer becomes public: its author, once. */
export const mayPropose = (c: Conversation, side: Side): boolean =>
  side === 'recipient' && c.publicAnswer === undefined && mayBePublic(c);

/** Proposes a copy. The caller has checked that the side may. */
export function propose(c: Conversation, id: string, now: Instant): Change {
  return {
    next: withPublicAnswer(
      c,
      {
        id,
        state: 'PROPOSED',
        version: 1,
        proposedAt: now,
        until: later(now, PROPOSAL_TIME),
      },
      'PUBLIC_PROPOSED',
      now,
    ),
    domainEvent: { type: 'conversation.publicProposed' },
  };
}

/** The sender hides or rewords more. By that they agree to the new version, which the recipient has to read again. */
export function revise(c: Conversation, proposal: PublicAnswer): Change {
  return {
    next: { ...c, publicAnswer: { ...proposal, state: 'REVISED', version: proposal.version + 1 } },
    domainEvent: { type: 'conversation.publicRevised' },
  };
}

/** The side whose turn it is agrees, and the copy becomes public. */
export function agree(c: Conversation, proposal: PublicAnswer, now: Instant): Change {
  return {
    next: withPublicAnswer(c, { ...proposal, state: 'PUBLIC', publishedAt: now }, 'PUBLISHED', now),
    domainEvent: {
      type: 'conversation.published',
      byUserId: c[turnOf(proposal.state) ?? 'sender'].id,
    },
  };
}

/** The sender keeps the letter private. */
export function decline(c: Conversation, proposal: PublicAnswer, now: Instant): Change {
  const ended = { ...proposal, state: 'DECLINED', endedAt: now, endedBy: 'sender' } as const;
  return {
    next: withPublicAnswer(c, ended, 'PUBLIC_DECLINED', now),
    domainEvent: { type: 'conversation.publicEnded', byUserId: c.sender.id },
  };
}

/** A side withdraws what is public, or the recipient the proposal; without a side the platform does. */
export function withdraw(
  c: Conversation,
  proposal: PublicAnswer,
  by: Side | undefined,
  now: Instant,
): Change {
  return {
    next: withdrawn(c, proposal, by, now),
    domainEvent: { type: 'conversation.publicEnded', ...(by && { byUserId: c[by].id }) },
  };
}

/**
 * The conversation without a proposal or a public copy that its own change has made impossible: a claim, a refund, a dispute. Every
 * write of a conversation goes through it (functions/storage/conversations/conversations.ts).
 */
export function withoutUnfitPublicAnswer(c: Conversation, now: Instant): Conversation {
  const { publicAnswer } = c;
  if (!publicAnswer || isEnded(publicAnswer.state) || mayBePublic(c)) return c;
  return withdrawn(c, publicAnswer, undefined, now);
}

const isEnded = (state: StoredPublicAnswerState) => state === 'DECLINED' || state === 'WITHDRAWN';

function withdrawn(
  c: Conversation,
  proposal: PublicAnswer,
  by: Side | undefined,
  now: Instant,
): Conversation {
  const ended = {
    ...proposal,
    state: 'WITHDRAWN',
    endedAt: now,
    ...(by && { endedBy: by }),
  } as const;
  return withPublicAnswer(c, ended, 'PUBLIC_WITHDRAWN', now);
}

type PublicAnswerEvent = 'PUBLIC_PROPOSED' | 'PUBLISHED' | 'PUBLIC_DECLINED' | 'PUBLIC_WITHDRAWN';

function withPublicAnswer(
  c: Conversation,
  publicAnswer: PublicAnswer,
  event: PublicAnswerEvent,
  now: Instant,
): Conversation {
  const history = [...c.history, { event, at: now, moneyState: c.money.state }];
  return { ...c, publicAnswer, history };
}

export type PublicAnswerAction = 'revise' | 'agree' | 'decline' | 'withdraw';

/** Whether a side may do something about a proposal in its present state. */
export function mayDo(
  action: PublicAnswerAction,
  side: Side,
  proposal: PublicAnswer,
  now: Instant,
): boolean {
  const state = stateAt(proposal, now);
  switch (action) {
    case 'revise':
      return side === 'sender' && isOpen(state) && proposal.version < VERSIONS_MAX;
    case 'agree':
      return turnOf(state) === side;
    case 'decline':
      return side === 'sender' && isOpen(state);
    case 'withdraw':
      return state === 'PUBLIC' || (side === 'recipient' && isOpen(state));
  }
}
