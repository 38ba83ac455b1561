import { type Cents, plus, ZERO } from '#shared/money.ts';
import { NO_DEADLINE } from '#shared/rules/conversations/state-machine.ts';
import type { Instant } from '#shared/time.ts';
import type { InboxRow } from '../../conversation.ts';

/*
 * The state of an answer session: the messages that wait for the recipient, one at a time, in the order of their deadlines. Pure
 * functions. docs/product/conversations.md#answer-session
 */

/** What the recipient did with a message of the session. `unsent`: the answer is on the device until it can be sent. */
export const OUTCOMES = ['answered', 'unsent', 'asked', 'declined', 'gone'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** A message of the session. It waits while it has no outcome. */
export type Entry = {
  readonly id: string;
  readonly netEarnings: Cents;
  readonly deadlineAt: Instant;
  readonly outcome?: Outcome | undefined;
  /** A question was asked, and the message was seen not to wait: when it waits again, the reply has come. */
  readonly isPaused?: boolean | undefined;
};

export type Session = {
  readonly entries: readonly Entry[];
  /** The id of the message that is shown; undefined at the end of the session, also if some are left for later. */
  readonly at: string | undefined;
};

type Row = Pick<InboxRow, 'id' | 'netEarnings' | 'deadlineAt'>;

const waits = (entry: Entry) => entry.outcome === undefined;

/**
 * A session with these messages, the nearest deadline first. `before`: the entries of a session that goes on, without those that
 * no longer wait.
 */
export function startSession(rows: readonly Row[], before: readonly Entry[] = []): Session {
  const ids = new Set(rows.map(({ id }) => id));
  // A message that was asked about and waits again comes at the end, as a new one.
  const kept = before.filter(({ id, outcome }) =>
    outcome === undefined ? ids.has(id) : outcome !== 'asked' || !ids.has(id),
  );
  const entries = withRows({ entries: kept, at: undefined }, rows).entries;
  return { entries, at: entries.find(waits)?.id };
}

/** Adds messages that came since, at the end, and those that wait again because the reply to a question has come. */
export function withRows(before: Session, rows: readonly Row[]): Session {
  const session = withReplies(before, rows);
  const known = new Set(session.entries.map(({ id }) => id));
  const added = rows
    .filter(({ id }) => !known.has(id))
    .sort((one, other) => one.deadlineAt - other.deadlineAt || (one.id < other.id ? -1 : 1))
    .map(({ id, netEarnings, deadlineAt }) => ({ id, netEarnings, deadlineAt }));
  if (added.length === 0) return session;
  return { ...session, entries: [...session.entries, ...added] };
}

function withReplies(session: Session, rows: readonly Row[]): Session {
  if (!session.entries.some(({ outcome }) => outcome === 'asked')) return session;
  const ids = new Set(rows.map(({ id }) => id));
  // Rows that were loaded before the question still have the message: only one that was away has come back.
  const isReplied = ({ id, outcome, isPaused }: Entry) =>
    outcome === 'asked' && isPaused === true && ids.has(id);
  const entries = session.entries
    .filter((entry) => !isReplied(entry))
    .map((entry) =>
      entry.outcome === 'asked' && !ids.has(entry.id) ? { ...entry, isPaused: true } : entry,
    );
  return { ...session, entries };
}

/** Sets what happened to a message. If it is the one that is shown, the next one that waits is shown. */
export function finish(session: Session, id: string, outcome: Outcome): Session {
  const next = session.at === id ? following(session, id)?.id : session.at;
  return { entries: changed(session, id, outcome), at: next };
}

/** Lets a message wait again: its answer could not be sent. */
export function reopen(session: Session, id: string): Session {
  return { ...session, entries: changed(session, id, undefined) };
}

/**
 * What the outbox changes: a message whose answer waits in it is `unsent`, then `answered` when it was sent, and waits again when it
 * was refused or taken back.
 */
export function outboxChanges(
  entries: readonly Entry[],
  outbox: readonly { readonly inboxId: string; readonly state: 'waiting' | 'refused' }[],
  wasSent: (id: string) => boolean,
): readonly (readonly [id: string, outcome: Outcome | undefined])[] {
  const waiting = new Set(
    outbox.filter((one) => one.state === 'waiting').map((one) => one.inboxId),
  );
  const unsent = entries
    .filter((entry) => waits(entry) && waiting.has(entry.id))
    .map(({ id }) => [id, 'unsent'] as const);
  const left = entries
    .filter(({ id, outcome }) => outcome === 'unsent' && !waiting.has(id))
    .map(({ id }) => [id, wasSent(id) ? 'answered' : undefined] as const);
  return [...unsent, ...left];
}

/** Moves the message that is shown to the end and shows the next one. The only one that waits ends the session. */
export function postpone(session: Session): Session {
  const { at, entries } = session;
  const entry = entries.find(({ id }) => id === at);
  if (!entry) return session;
  const next = following(session, entry.id);
  return { entries: [...entries.filter((other) => other !== entry), entry], at: next?.id };
}

/** Shows the next message that waits, or the previous one; the same session if there is none. */
export function step(session: Session, by: 1 | -1): Session {
  const open = session.entries.filter((entry) => waits(entry) || entry.id === session.at);
  const place = open.findIndex(({ id }) => id === session.at);
  const next = place < 0 ? undefined : open[place + by];
  return next ? { ...session, at: next.id } : session;
}

/** Shows the messages that were left for later. */
export function resume(session: Session): Session {
  return { ...session, at: session.entries.find(waits)?.id };
}

/** The messages after the one that is shown that wait, in the order of the session. */
export function upcoming({ entries, at }: Session): readonly Entry[] {
  const place = entries.findIndex(({ id }) => id === at);
  return entries.slice(place + 1).filter(waits);
}

export type Summary = {
  /** The place of the message that is shown, from 1; 0 at the end. */
  readonly place: number;
  readonly count: number;
  /** How many wait, and the nearest deadline of them. */
  readonly left: number;
  readonly nextDeadline: Instant | undefined;
  /** What the answers of this session earned, and what is still waiting, also in answers that are not sent yet. */
  readonly earned: Cents;
  readonly waiting: Cents;
  /** How many have each outcome. */
  readonly outcomes: Readonly<Record<Outcome, number>>;
};

export function summaryOf({ entries, at }: Session): Summary {
  const open = entries.filter(waits);
  const having = (outcome: Outcome) => entries.filter((entry) => entry.outcome === outcome);
  const deadlines = open
    .map(({ deadlineAt }) => deadlineAt)
    .filter((deadlineAt) => deadlineAt < NO_DEADLINE)
    .sort((one, other) => one - other);
  return {
    place: entries.findIndex(({ id }) => id === at) + 1,
    count: entries.length,
    left: open.length,
    nextDeadline: deadlines[0],
    earned: sum(having('answered')),
    waiting: sum([...open, ...having('unsent')]),
    outcomes: Object.fromEntries(
      OUTCOMES.map((outcome) => [outcome, having(outcome).length]),
    ) as Record<Outcome, number>,
  };
}

function sum(entries: readonly Entry[]): Cents {
  return plus(ZERO, ...entries.map(({ netEarnings }) => netEarnings));
}

/** The next message that waits after this one; behind the last the first. */
function following({ entries }: Session, id: string): Entry | undefined {
  const place = entries.findIndex((entry) => entry.id === id);
  const others = [...entries.slice(place + 1), ...entries.slice(0, Math.max(0, place))];
  return others.find(waits);
}

function changed({ entries }: Session, id: string, outcome: Outcome | undefined) {
  return entries.map((entry) => (entry.id === id ? { ...entry, outcome } : entry));
}
