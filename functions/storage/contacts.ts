import type { FactType } from '../../shared/facts.ts';
import { newId } from '../../shared/ids.ts';
import {
  CONTACTS_MAX,
  type ContactState,
  orderName,
  REJECTION_TIME,
  type Standing,
  shownAs,
} from '../../shared/rules/contacts.ts';
import { type Instant, later, toSeconds } from '../../shared/time.ts';
import { inviteFrom, returnToOpen } from './conversations.ts';
import { move, present } from './counters.ts';
import { tell } from './facts.ts';
import {
  contactCountKey,
  contactKey,
  contactNameIndex,
  contactTimeIndex,
  invitationIndex,
  type Key,
  userKey,
} from './keys.ts';
import {
  type Condition,
  check,
  type Item,
  put,
  remove,
  type Step,
  type TableReader,
  type TableWriter,
  update,
} from './table.ts';
import { stands, type User } from './users.ts';

/*
 * What stands between two people: an item in the hands of each, or none at all. Both are written in one transaction
 * that only holds while both are what was read, so that of two steps at once one is taken and the other decides again.
 */

/** One side of two people. */
export type Tie = Key & {
  readonly standing: Standing;
  /** Since when it stands; of contacts, when they last had to do with each other. */
  readonly at: Instant;
  /** The conversation that says it was invited from. */
  readonly conversationId?: string;
  /** Epoch seconds, of a rejection. */
  readonly expiresAt?: number;
};

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

/** Where one side stands now: a rejection lapses. */
export const standingOf = (tie: Tie | undefined, now: Instant): Standing | undefined =>
  stands(tie, now)?.standing;

/** What a person is shown of a tie that was read with other things. */
export const stateOf = (tie: unknown, now: Instant): ContactState =>
  shownAs(standingOf(tie as Tie | undefined, now));

/** Whether two people are contacts. One read. */
export async function areContacts(
  table: TableReader,
  userId: string,
  otherId: string,
): Promise<boolean> {
  return (await table.get<Tie>(contactKey(userId, otherId)))?.standing === 'CONTACT';
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

/** Two people who are both there. */
export type Two = Pair & { readonly me: User; readonly other: User };

/** `me` invites `other`; the conversation that it comes from, where there is one, says so. */
export function writeInvitation(
  table: TableWriter,
  { me, other, mine, theirs }: Two,
  conversation: { readonly id?: string | undefined; readonly says: boolean },
  now: Instant,
): Promise<'done' | 'MOVED' | 'NOT_OPEN'> {
  const from = conversation.id ? { conversationId: conversation.id } : {};
  return table.transact<'MOVED' | 'NOT_OPEN'>(
    ...present<'MOVED' | 'NOT_OPEN'>([
      put(
        { ...contactKey(me.id, other.id), standing: 'INVITED_BY_ME', at: now, ...from },
        as(mine),
      ),
      put(
        {
          ...contactKey(other.id, me.id),
          ...invitationIndex(other.id, me.id, now),
          ...{ standing: 'INVITED_ME', at: now, ...from },
        },
        as(theirs),
      ),
      move(contactCountKey(other.id), { invitations: 1 }),
      fact('contact.invited', other, me, now),
      conversation.says && conversation.id ? inviteFrom(conversation.id, me.id) : undefined,
    ]),
  );
}

/** `me` takes the invitation of `other`: both have one contact more, unless one of them has too many. */
export function writeAcceptance(
  table: TableWriter,
  { me, other, mine, theirs }: Two,
  conversation: { readonly says: boolean },
  now: Instant,
): Promise<'done' | 'MOVED' | 'NOT_OPEN' | 'FULL' | 'OTHER_FULL'> {
  const conversationId = theirs?.conversationId;
  type Outcome = 'MOVED' | 'NOT_OPEN' | 'FULL' | 'OTHER_FULL';
  return table.transact<Outcome>(
    ...present<Outcome>([
      put(contactItem(me, other, now), as(mine)),
      put(contactItem(other, me, now), as(theirs)),
      addContact(me.id, mine?.standing === 'INVITED_ME' ? -1 : 0, 'FULL'),
      addContact(other.id, 0, 'OTHER_FULL'),
      fact('contact.accepted', other, me, now),
      conversation.says && conversationId ? returnToOpen(conversationId, other.id) : undefined,
    ]),
  );
}

/** `userId` turns an invitation down. The inviter's side stays what it is. */
export function writeRejection(
  table: TableWriter,
  userId: string,
  otherId: string,
  mine: Tie,
  now: Instant,
): Promise<'done' | 'MOVED'> {
  const expiresAt = toSeconds(later(now, REJECTION_TIME));
  return table.transact<'MOVED'>(
    ...present<'MOVED'>([
      put({ ...contactKey(userId, otherId), standing: 'REJECTED', at: now, expiresAt }, as(mine)),
      move(contactCountKey(userId), { invitations: -1 }),
    ]),
  );
}

/** Nothing stands between two contacts any more. NONE when they are none: both items always go together. */
export function endContact(
  table: TableWriter,
  userId: string,
  otherId: string,
): Promise<'done' | 'NONE'> {
  const contact = {
    when: '#standing = :contact',
    values: { contact: 'CONTACT' },
    otherwise: 'NONE' as const,
  };
  return table.transact<'NONE'>(
    ...present<'NONE'>([
      remove(contactKey(userId, otherId), contact),
      remove(contactKey(otherId, userId), contact),
      move(contactCountKey(userId), { contacts: -1 }),
      move(contactCountKey(otherId), { contacts: -1 }),
    ]),
  );
}

/** How often at most somebody moves in the row of recent contacts, however much the two write. */
const NOTED_EVERY = 60 * 60 * 1_000;

/** The two had to do with each other: moves `otherId` up among the recent contacts of `userId`. Never moves back. */
export async function noteContact(
  table: TableWriter,
  userId: string,
  otherId: string,
  at: Instant,
): Promise<void> {
  const { gsi2sk } = contactTimeIndex(userId, otherId, at);
  await table.write(
    update(
      contactKey(userId, otherId),
      'SET #at = :at, #gsi2sk = :gsi2sk',
      { at, gsi2sk },
      {
        when: '#standing = :contact AND #at < :before',
        values: { contact: 'CONTACT', before: later(at, -NOTED_EVERY) },
        otherwise: 'NOTED_ALREADY' as const,
      },
    ),
  );
}

/** Lists order `userId` by another name among the contacts of `otherId`. Where they are no contacts nothing is written. */
export async function orderAnew(
  table: TableWriter,
  otherId: string,
  { id: userId, fullName }: Pick<User, 'id' | 'fullName'>,
): Promise<void> {
  const { gsi1sk } = contactNameIndex(otherId, userId, orderName(fullName));
  await table.write(
    update(
      contactKey(otherId, userId),
      'SET #gsi1sk = :gsi1sk',
      { gsi1sk },
      {
        when: '#standing = :contact',
        values: { contact: 'CONTACT' },
        otherwise: 'NO_CONTACT' as const,
      },
    ),
  );
}

function contactItem(owner: User, other: User, now: Instant): Item {
  return {
    ...contactKey(owner.id, other.id),
    ...contactNameIndex(owner.id, other.id, orderName(other.fullName)),
    ...contactTimeIndex(owner.id, other.id, now),
    standing: 'CONTACT',
    at: now,
  };
}

function addContact<Outcome extends string>(
  userId: string,
  invitations: number,
  otherwise: Outcome,
): Step<Outcome> {
  return update(
    contactCountKey(userId),
    'ADD #contacts :one, #invitations :invitations',
    { one: 1, invitations },
    {
      when: 'attribute_not_exists(#contacts) OR #contacts < :max',
      values: { max: CONTACTS_MAX },
      otherwise,
    },
  );
}

/** What stands there is what was read. */
function as(before: Tie | undefined): Condition<'MOVED'> {
  if (!before) return { when: 'attribute_not_exists(#pk)', otherwise: 'MOVED' };
  return {
    when: '#standing = :was AND #at = :wasAt',
    values: { was: before.standing, wasAt: before.at },
    otherwise: 'MOVED',
  };
}

function fact(
  type: Extract<FactType, `contact.${string}`>,
  to: User,
  by: User,
  now: Instant,
): Step<never> {
  return tell({ id: newId(now), type, at: now, detail: { userId: to.id, byUserId: by.id } });
}
