import type { ContactState, RelationStatus } from '#shared/rules/contacts/contacts.ts';
import { sortName, visibleState } from '#shared/rules/contacts/contacts.ts';
import type { Outcomes } from '#shared/rules/profiles/odds.ts';
import { HOUR, type Instant, later, monthOf } from '#shared/time.ts';
import { ifNotExpired, type User } from '../accounts/users.ts';
import { below } from '../conditions.ts';
import { contactNameIndex, contactTimeIndex } from '../index-keys.ts';
import { contactKey, type Key, monthKey, oddsKey, userKey } from '../keys.ts';
import type { Month } from '../month-counters.ts';
import { check, type Step, type TableReader, type TableWriter, update } from '../table.ts';
import type { ContactRelation } from './contact-item.ts';

/*
 * Contact relations: one item in the partition of each of the two people, or none. Both are written in one transaction, on
 * the condition that both are as they were read; of two simultaneous steps one is written and the other is decided again.
 */

/** Two people, and their relation from the first one's side. */
export type Pair = {
  readonly me: User | undefined;
  readonly other: User | undefined;
  readonly mine: ContactRelation | undefined;
  readonly theirs: ContactRelation | undefined;
};

/** The keys of both sides of the relation of two people. */
export const relationKeys = (userId: string, otherId: string): readonly [Key, Key] => [
  contactKey(userId, otherId),
  contactKey(otherId, userId),
];

/** Reads both people and both sides of their relation in one call. */
export async function pairOf(
  table: TableReader,
  userId: string,
  otherId: string,
  now: Instant,
): Promise<Pair> {
  const [me, other, mine, theirs] = await table.getMany<User | ContactRelation>([
    userKey(userId),
    userKey(otherId),
    ...relationKeys(userId, otherId),
  ]);
  return {
    me: ifNotExpired(me as User | undefined, now),
    other: ifNotExpired(other as User | undefined, now),
    mine: mine as ContactRelation | undefined,
    theirs: theirs as ContactRelation | undefined,
  };
}

/** Reads one side of a relation. */
export const relationOf = (table: TableReader, userId: string, otherId: string) =>
  table.get<ContactRelation>(contactKey(userId, otherId));

/** The current relation status of one side; rejections expire. */
export const relationStatusOf = (
  relation: ContactRelation | undefined,
  now: Instant,
): RelationStatus | undefined => ifNotExpired(relation, now)?.status;

/** The state that a person is shown of their side. */
export const stateOf = (relation: ContactRelation | undefined, now: Instant): ContactState =>
  visibleState(relationStatusOf(relation, now));

/** Whether this side of a relation blocks the other. */
export const isBlock = (relation: ContactRelation | undefined): boolean =>
  relation?.status === 'BLOCKED';

/** A user as another one sees them: the current account, and the contact state between the two. */
export type VisibleUser = {
  readonly user: User | undefined;
  readonly state: ContactState;
  /** Whether the viewer blocked them. */
  readonly blocked: boolean;
};

/** Reads at most 50 users as the viewer sees them; the viewer may be one of them. One call, eventually consistent. */
export async function usersVisibleTo(
  table: TableReader,
  viewerId: string,
  userIds: readonly string[],
  now: Instant,
): Promise<VisibleUser[]> {
  const others = userIds.filter((userId) => userId !== viewerId);
  const keys = [...userIds.map(userKey), ...others.map((userId) => contactKey(viewerId, userId))];
  const found = await table.getMany<User | ContactRelation>(keys, 'eventual');
  return userIds.map((userId, nth) => {
    const place = others.indexOf(userId);
    const relation = place < 0 ? undefined : found[userIds.length + place];
    return {
      user: ifNotExpired(found[nth] as User | undefined, now),
      state: stateOf(relation as ContactRelation | undefined, now),
      blocked: isBlock(relation as ContactRelation | undefined),
    };
  });
}

/**
 * A user in a search result, how many messages of this month's commitment are reserved, how earlier messages ended, and whether the
 * user blocks the viewer.
 */
export type VisibleRecipient = Omit<VisibleUser, 'blocked'> & {
  readonly reserved: number;
  readonly outcomes: Outcomes;
  readonly blocksViewer: boolean;
};

/** Reads users, at most 20, as a person who searches for a recipient sees them. One call, eventually consistent. */
export async function recipientsVisibleTo(
  table: TableReader,
  viewerId: string,
  userIds: readonly string[],
  now: Instant,
): Promise<VisibleRecipient[]> {
  const keys = userIds.flatMap((userId) => [
    userKey(userId),
    monthKey(userId, monthOf(now)),
    oddsKey(userId),
    ...(userId === viewerId ? [] : relationKeys(viewerId, userId)),
  ]);
  const found = await table.getMany<unknown>(keys, 'eventual');
  return userIds.map((userId) => {
    const [user, month, ended] = found.splice(0, 3);
    const [relation, theirs] = userId === viewerId ? [] : found.splice(0, 2);
    return {
      user: ifNotExpired(user as User | undefined, now),
      reserved: (month as Partial<Month> | undefined)?.reservedCount ?? 0,
      outcomes: (ended as { outcomes?: Outcomes } | undefined)?.outcomes ?? {},
      state: stateOf(relation as ContactRelation | undefined, now),
      blocksViewer: isBlock(theirs as ContactRelation | undefined),
    };
  });
}

/** Whether a person blocks another one. One read. */
export const isBlocking = async (table: TableReader, userId: string, otherId: string) =>
  isBlock(await relationOf(table, userId, otherId));

/** Whether one of two people blocks the other. One call. */
export async function isBlockBetween(table: TableReader, userId: string, otherId: string) {
  const sides = await table.getMany<ContactRelation>(relationKeys(userId, otherId));
  return sides.some(isBlock);
}

/** Returns which of these users, at most 100, are contacts of a user. One call. */
export async function contactsAmong(
  table: TableReader,
  userId: string,
  otherIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const relations = await table.getMany<ContactRelation>(
    otherIds.map((otherId) => contactKey(userId, otherId)),
  );
  return new Set(otherIds.filter((_, nth) => relations[nth]?.status === 'CONTACT'));
}

/** The step that fails with `otherwise` unless the two people are contacts. */
export const requireContacts = <Outcome extends string>(
  userId: string,
  otherId: string,
  otherwise: Outcome,
): Step<Outcome> =>
  check(contactKey(userId, otherId), {
    when: { status: 'CONTACT' },
    otherwise,
  });

/** A contact moves up in the list of recent contacts at most once in this time (ms), however many messages the two write. */
const MOVE_INTERVAL = HOUR;

/** The writes of a function with the capability `contacts.move`: the order of contact lists. */
export type ContactListOrder = {
  /** Moves `otherId` up among the recent contacts of `userId`, never down. */
  moveUp(userId: string, otherId: string, at: Instant): Promise<'done' | 'STAYS'>;
  /**
   * Updates the sort name of `user` in the contact list of `otherId`. NO_CONTACT: the two are not contacts, so nothing is
   * written.
   */
  updateSortName(
    otherId: string,
    user: Pick<User, 'id' | 'fullName'>,
  ): Promise<'done' | 'NO_CONTACT'>;
};

export const contactListOrder = (table: Pick<TableWriter, 'write'>): ContactListOrder => ({
  moveUp: (userId, otherId, at) =>
    table.write(
      update(
        contactKey(userId, otherId),
        { set: { at, gsi2sk: contactTimeIndex(userId, otherId, at).gsi2sk } },
        {
          when: { status: 'CONTACT', at: below(later(at, -MOVE_INTERVAL)) },
          otherwise: 'STAYS',
        },
      ),
    ),

  updateSortName: (otherId, { id: userId, fullName }) =>
    table.write(
      update(
        contactKey(otherId, userId),
        { set: { gsi1sk: contactNameIndex(otherId, userId, sortName(fullName)).gsi1sk } },
        { when: { status: 'CONTACT' }, otherwise: 'NO_CONTACT' },
      ),
    ),
});

/**
 * Moves two contacts up among the recent contacts of each other. One read, and mostly no write. Does nothing if the two are
 * not contacts.
 */
export async function moveUpRecentContacts(
  table: TableReader,
  { moveUp }: Pick<ContactListOrder, 'moveUp'>,
  userId: string,
  otherId: string,
  at: Instant,
): Promise<void> {
  const ends = [
    [userId, otherId],
    [otherId, userId],
  ] as const;
  const before = later(at, -MOVE_INTERVAL);
  const relations = await table.getMany<ContactRelation>(
    ends.map((end) => contactKey(...end)),
    'eventual',
  );
  const behind = ends.filter((_, nth) => (relations[nth]?.at ?? at) < before);
  await Promise.all(behind.map(([one, other]) => moveUp(one, other, at)));
}
