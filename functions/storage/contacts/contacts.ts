import type { ContactState, Standing } from '../../../shared/rules/contacts/contacts.ts';
import { orderName, shownAs } from '../../../shared/rules/contacts/contacts.ts';
import { HOUR, type Instant, later, monthOf } from '../../../shared/time.ts';
import { stands, type User } from '../accounts/users.ts';
import { contactKey, contactNameIndex, contactTimeIndex, monthKey, userKey } from '../keys.ts';
import type { Month } from '../month-counters.ts';
import { check, type Step, type TableReader, type TableWriter, update } from '../table.ts';
import type { Tie } from './contact-item.ts';

/*
 * What stands between two people: an item in the hands of each, or none at all. Both are written in one transaction
 * that only holds while both are what was read, so that of two steps at once one is taken and the other decides again.
 */

/** Two people, and what stands between them, from the first one's side. */
export type Pair = {
  readonly me: User | undefined;
  readonly other: User | undefined;
  readonly mine: Tie | undefined;
  readonly theirs: Tie | undefined;
};

/** Both people, and both ends of what stands between them, in one read. */
export async function pairOf(
  table: TableReader,
  userId: string,
  otherId: string,
  now: Instant,
): Promise<Pair> {
  const [me, other, mine, theirs] = await table.getMany<User | Tie>([
    userKey(userId),
    userKey(otherId),
    contactKey(userId, otherId),
    contactKey(otherId, userId),
  ]);
  return {
    me: stands(me as User | undefined, now),
    other: stands(other as User | undefined, now),
    mine: mine as Tie | undefined,
    theirs: theirs as Tie | undefined,
  };
}

/** One end of what stands between two people. */
export const tieOf = (table: TableReader, userId: string, otherId: string) =>
  table.get<Tie>(contactKey(userId, otherId));

/** Where one side stands now: a rejection lapses. */
export const standingOf = (tie: Tie | undefined, now: Instant): Standing | undefined =>
  stands(tie, now)?.standing;

/** What a person is shown of their end. */
export const stateOf = (tie: Tie | undefined, now: Instant): ContactState =>
  shownAs(standingOf(tie, now));

/** Somebody as they are called and look now, and where whoever looks stands with them. */
export type Seen = { readonly user: User | undefined; readonly state: ContactState };

/** These people, at most 50, as somebody sees them who may be one of them. One call; may lag a moment. */
export async function peopleSeenBy(
  table: TableReader,
  viewerId: string,
  userIds: readonly string[],
  now: Instant,
): Promise<Seen[]> {
  const others = userIds.filter((userId) => userId !== viewerId);
  const keys = [...userIds.map(userKey), ...others.map((userId) => contactKey(viewerId, userId))];
  const found = await table.getMany<User | Tie>(keys, 'eventual');
  return userIds.map((userId, nth) => {
    const place = others.indexOf(userId);
    const tie = place < 0 ? undefined : found[userIds.length + place];
    return {
      user: stands(found[nth] as User | undefined, now),
      state: stateOf(tie as Tie | undefined, now),
    };
  });
}

/** What a search needs of somebody: as they are seen, and how many places of this month's commitment are taken. */
export type SeenAsRecipient = Seen & { readonly reserved: number };

/** These people, at most 33, as somebody sees them who looks for whom to write to. One call; may lag a moment. */
export async function recipientsSeenBy(
  table: TableReader,
  viewerId: string,
  userIds: readonly string[],
  now: Instant,
): Promise<SeenAsRecipient[]> {
  const keys = userIds.flatMap((userId) => [
    userKey(userId),
    monthKey(userId, monthOf(now)),
    contactKey(viewerId, userId),
  ]);
  const found = await table.getMany<User | Partial<Month> | Tie>(keys, 'eventual');
  return userIds.map((_, nth) => {
    const [user, month, tie] = found.slice(3 * nth, 3 * nth + 3);
    return {
      user: stands(user as User | undefined, now),
      reserved: (month as Partial<Month> | undefined)?.reservedCount ?? 0,
      state: stateOf(tie as Tie | undefined, now),
    };
  });
}

/** Whether two people are contacts. One read. */
export async function areContacts(
  table: TableReader,
  userId: string,
  otherId: string,
): Promise<boolean> {
  return (await tieOf(table, userId, otherId))?.standing === 'CONTACT';
}

/** Who of these, at most 100, is a contact of a person. One call. */
export async function contactsAmong(
  table: TableReader,
  userId: string,
  otherIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const ties = await table.getMany<Tie>(otherIds.map((otherId) => contactKey(userId, otherId)));
  return new Set(otherIds.filter((_, nth) => ties[nth]?.standing === 'CONTACT'));
}

/** Ends a transaction unless two people are contacts when it is written. */
export function stillContacts(userId: string, otherId: string): Step<'NOT_CONTACTS'> {
  return check(contactKey(userId, otherId), {
    when: '#standing = :contact',
    values: { contact: 'CONTACT' },
    otherwise: 'NOT_CONTACTS',
  });
}

/** How often at most (ms) somebody moves in the row of recent contacts, however much the two write. */
const NOTED_EVERY = HOUR;

/** What a function that `uses` contactPlaces may write: where contacts stand in each other's lists. */
export type ContactPlaces = {
  /** Moves `otherId` up among the recent contacts of `userId`, and never back. */
  moveUp(userId: string, otherId: string, at: Instant): Promise<'done' | 'STAYS'>;
  /** Lists order `userId` by another name among the contacts of `otherId`. Where they are no contacts nothing is written. */
  orderAnew(otherId: string, user: Pick<User, 'id' | 'fullName'>): Promise<'done' | 'NO_CONTACT'>;
};

export const contactPlaces = (table: Pick<TableWriter, 'write'>): ContactPlaces => ({
  moveUp: (userId, otherId, at) =>
    table.write(
      update(
        contactKey(userId, otherId),
        'SET #at = :at, #gsi2sk = :gsi2sk',
        { at, gsi2sk: contactTimeIndex(userId, otherId, at).gsi2sk },
        {
          when: '#standing = :contact AND #at < :before',
          values: { contact: 'CONTACT', before: later(at, -NOTED_EVERY) },
          otherwise: 'STAYS',
        },
      ),
    ),

  orderAnew: (otherId, { id: userId, fullName }) =>
    table.write(
      update(
        contactKey(otherId, userId),
        'SET #gsi1sk = :gsi1sk',
        { gsi1sk: contactNameIndex(otherId, userId, orderName(fullName)).gsi1sk },
        {
          when: '#standing = :contact',
          values: { contact: 'CONTACT' },
          otherwise: 'NO_CONTACT',
        },
      ),
    ),
});

/**
 * Two contacts had to do with each other: each moves up among the recent contacts of the other. One read, and mostly no
 * write. Who are no contacts stay none.
 */
export async function noteContact(
  table: TableReader,
  { moveUp }: Pick<ContactPlaces, 'moveUp'>,
  userId: string,
  otherId: string,
  at: Instant,
): Promise<void> {
  const ends = [
    [userId, otherId],
    [otherId, userId],
  ] as const;
  const before = later(at, -NOTED_EVERY);
  const ties = await table.getMany<Tie>(
    ends.map((end) => contactKey(...end)),
    'eventual',
  );
  const behind = ends.filter((_, nth) => (ties[nth]?.at ?? at) < before);
  await Promise.all(behind.map(([one, other]) => moveUp(one, other, at)));
}
