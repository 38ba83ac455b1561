import { type DomainEventType, parseDomainEvent } from '#shared/domain-events.ts';
import { newId } from '#shared/ids.ts';
import type { Instant } from '#shared/time.ts';
import { requireLiveSession } from '../auth/sessions.ts';
import { exists } from '../conditions.ts';
import { dueKeys, type Slice } from '../due-items.ts';
import { dueIndex } from '../index-keys.ts';
import { deletionKey, userKey } from '../keys.ts';
import { publishEvent, userNamedEvent } from '../outbox.ts';
import {
  type Item,
  putNew,
  remove,
  type Step,
  type TableReader,
  type TableWriter,
  update,
} from '../table.ts';
import { credentialsOf, type User } from './users.ts';

/*
 * Deletions that people asked for. The account has the time of its deletion, by which it is no longer public; an item of its own
 * says when the job has something to do next. Both are written and removed together.
 */

/**
 * A pending deletion. CLOSING: the account is blocked, and its deletion is decided next; or, with `deletedAt`, it is decided, and its
 * data is removed next.
 */
export type AccountDeletion = {
  readonly userId: string;
  readonly stage: 'WAITING' | 'CLOSING';
  readonly reminded?: boolean;
  /** How often it failed since the last success. */
  readonly failures?: number;
  /** The sort key in the list of what is due; a write is conditional on it. */
  readonly gsi5sk: string;
};

const eventOf = (
  type: Extract<DomainEventType, `user.deletion${string}`>,
  userId: string,
  deletionAt: Instant,
  now: Instant,
) =>
  publishEvent(parseDomainEvent({ id: newId(now), type, at: now, detail: { userId, deletionAt } }));

/**
 * Stores the request for a deletion at `deletionAt`, in one transaction with its event. The account is no longer public, and a
 * message that is being paid on what was read before is refused. CHANGED: a deletion is pending, the account is blocked, or its
 * credentials are not those read.
 */
export function requestDeletion(
  table: TableWriter,
  user: User,
  {
    deletionAt,
    sessionId,
    proofs,
  }: {
    readonly deletionAt: Instant;
    readonly sessionId: string;
    readonly proofs: readonly Step<'UNCONFIRMED'>[];
  },
  now: Instant,
): Promise<'done' | 'UNCONFIRMED' | 'SESSION_OVER' | 'CHANGED'> {
  return table.transact<'UNCONFIRMED' | 'SESSION_OVER' | 'CHANGED'>(
    ...proofs,
    requireLiveSession(user, sessionId, now),
    update(
      userKey(user.id),
      { set: { deletionAt }, add: { offersVersion: 1 } },
      {
        when: { ...credentialsOf(user), deletionAt: undefined, blockedAt: undefined },
        otherwise: 'CHANGED',
      },
    ),
    putNew(
      {
        ...deletionKey(user.id),
        userId: user.id,
        stage: 'WAITING',
        deletionAt,
        ...due(user.id, now),
      },
      'CHANGED',
    ),
    eventOf('user.deletionRequested', user.id, deletionAt, now),
    publishEvent(userNamedEvent(user.id, now)),
  );
}

/** The item of a deletion that is decided: the job removes the data from `at` on. */
export const decidedDeletion = (userId: string, at: Instant): Item => ({
  ...deletionKey(userId),
  userId,
  stage: 'CLOSING',
  ...due(userId, at),
});

/** Ends a request: the account stays. CHANGED: none is pending, or the account is being closed. */
export const cancelDeletion = (
  table: TableWriter,
  userId: string,
  now: Instant,
): Promise<'done' | 'CHANGED'> =>
  table.transact<'CHANGED'>(
    update(
      userKey(userId),
      { remove: ['deletionAt'] },
      { when: { deletionAt: exists, deletedAt: undefined }, otherwise: 'CHANGED' },
    ),
    remove(deletionKey(userId), { when: { stage: 'WAITING' }, otherwise: 'CHANGED' }),
    publishEvent(userNamedEvent(userId, now)),
  );

/** A slice of the keys of deletions, and of files of chats, that have something due, the longest overdue first. */
export const dueDeletions = (table: TableReader, now: Instant, slice: Slice) =>
  dueKeys(table, 'DELETION', now, slice);

/** Returns a deletion and its account, with one read. */
export async function deletionWithAccount(table: TableReader, userId: string) {
  const [deletion, user] = await table.getMany<unknown>([deletionKey(userId), userKey(userId)]);
  return {
    deletion: deletion as AccountDeletion | undefined,
    user: user as User | undefined,
  };
}

/** The step that moves a deletion on. CHANGED: it was cancelled, or another run moved it. */
export function moveDeletion(
  { userId, gsi5sk }: AccountDeletion,
  {
    at,
    stage = 'WAITING',
    reminded = false,
    failures = 0,
  }: Partial<Pick<AccountDeletion, 'stage' | 'reminded' | 'failures'>> & { readonly at: Instant },
): Step<'CHANGED'> {
  return update(
    deletionKey(userId),
    { set: { stage, reminded, failures, gsi5sk: due(userId, at).gsi5sk } },
    { when: { gsi5sk }, otherwise: 'CHANGED' },
  );
}

/** Reminds the person of the deletion, once, and schedules it. */
export const remindOfDeletion = (
  table: TableWriter,
  deletion: AccountDeletion,
  deletionAt: Instant,
  now: Instant,
): Promise<'done' | 'CHANGED'> =>
  table.transact<'CHANGED'>(
    moveDeletion(deletion, { at: deletionAt, reminded: true }),
    eventOf('user.deletionSoon', deletion.userId, deletionAt, now),
  );

const due = (userId: string, at: Instant) => dueIndex('DELETION', at, userId);
