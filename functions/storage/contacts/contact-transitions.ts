import type { DomainEventType } from '#shared/domain-events.ts';
import { newId } from '#shared/ids.ts';
import {
  type Block,
  CONTACTS_MAX,
  REJECTION_TIME,
  sortName,
} from '#shared/rules/contacts/contacts.ts';
import type { Side } from '#shared/rules/conversations/conversations.ts';
import { type Instant, later, toSeconds } from '#shared/time.ts';
import type { User } from '../accounts/users.ts';
import { below, type Condition, missingOr } from '../conditions.ts';
import { returnToOpen, setInvited } from '../conversations/conversations.ts';
import { addToCounters, definedSteps } from '../counters.ts';
import { claimKey, type KeyedCall } from '../idempotency.ts';
import {
  blockedIndex,
  contactNameIndex,
  contactTimeIndex,
  invitationIndex,
} from '../index-keys.ts';
import { contactCountKey, contactKey } from '../keys.ts';
import { publishEvent } from '../outbox.ts';
import { check, put, remove, type Step, type TableWriter, update } from '../table.ts';
import type { ContactRelation } from './contact-item.ts';
import type { Pair } from './contacts.ts';

/*
 * Transitions of contact relations: both sides, the counters, the domain event and the conversation that the invitation
 * came from change in one transaction.
 */

/** Two people whose accounts both exist. */
export type UserPair = Pair & { readonly me: User; readonly other: User };

/**
 * Writes an invitation of `me` to `other`, and sets the conversation that it comes from to INVITED, if there is one. `isSeen`: false
 * if `other` blocked `me`. Then only what `me` sees is written: the side of `me` and the conversation.
 */
export function writeInvitation(
  table: TableWriter,
  { me, other, mine, theirs }: UserPair,
  {
    isSeen,
    unseenOf,
    ...conversation
  }: {
    readonly id?: string | undefined;
    readonly updateConversation: boolean;
    readonly isSeen: boolean;
    /** The side of `me` in the conversation, if `other` does not see the invitation. */
    readonly unseenOf?: Side | undefined;
  },
  keyed: KeyedCall | undefined,
  now: Instant,
): Promise<'done' | 'SAME_KEY' | 'MOVED' | 'NOT_OPEN'> {
  const from = conversation.id ? { conversationId: conversation.id } : {};
  const theirKey = contactKey(other.id, me.id);
  const received = {
    ...theirKey,
    ...invitationIndex(other.id, me.id, now),
    status: 'INVITED_ME',
    at: now,
    ...from,
  };
  return table.transact<'SAME_KEY' | 'MOVED' | 'NOT_OPEN'>(
    ...definedSteps<'SAME_KEY' | 'MOVED' | 'NOT_OPEN'>([
      claimKey(keyed, other.id, now),
      put(
        { ...contactKey(me.id, other.id), status: 'INVITED_BY_ME', at: now, ...from },
        unchangedSince(mine),
      ),
      isSeen ? put(received, unchangedSince(theirs)) : check(theirKey, unchangedSince(theirs)),
      isSeen ? addToCounters(contactCountKey(other.id), { invitations: 1 }) : undefined,
      isSeen ? publishContactEvent('contact.invited', other, me, now) : undefined,
      conversation.updateConversation && conversation.id
        ? setInvited(conversation.id, me.id, unseenOf)
        : undefined,
    ]),
  );
}

/** Writes that `me` accepts the invitation of `other`. FULL, OTHER_FULL: one of them has too many contacts. */
export function writeAcceptance(
  table: TableWriter,
  { me, other, mine, theirs }: UserPair,
  conversation: { readonly updateConversation: boolean },
  keyed: KeyedCall | undefined,
  now: Instant,
): Promise<'done' | 'SAME_KEY' | 'MOVED' | 'NOT_OPEN' | 'FULL' | 'OTHER_FULL'> {
  const conversationId = theirs?.conversationId;
  type Outcome = 'SAME_KEY' | 'MOVED' | 'NOT_OPEN' | 'FULL' | 'OTHER_FULL';
  return table.transact<Outcome>(
    ...definedSteps<Outcome>([
      claimKey(keyed, other.id, now),
      put(contactItem(me, other, now), unchangedSince(mine)),
      put(contactItem(other, me, now), unchangedSince(theirs)),
      addContact(me.id, mine?.status === 'INVITED_ME' ? -1 : 0, 'FULL'),
      addContact(other.id, 0, 'OTHER_FULL'),
      publishContactEvent('contact.accepted', other, me, now),
      conversation.updateConversation && conversationId
        ? returnToOpen(conversationId, other.id)
        : undefined,
    ]),
  );
}

/**
 * Writes that `userId` rejects an invitation. The item of the inviter does not change. MOVED: there is no invitation. The
 * condition of the write checks all that matters, so nothing is read before.
 */
export function writeRejection(
  table: TableWriter,
  userId: string,
  otherId: string,
  now: Instant,
): Promise<'done' | 'MOVED'> {
  const expiresAt = toSeconds(later(now, REJECTION_TIME));
  return table.transact<'MOVED'>(
    ...definedSteps<'MOVED'>([
      put(
        { ...contactKey(userId, otherId), status: 'REJECTED', at: now, expiresAt },
        { when: { status: 'INVITED_ME' }, otherwise: 'MOVED' },
      ),
      addToCounters(contactCountKey(userId), { invitations: -1 }),
    ]),
  );
}

/** Deletes a contact relation on both sides. NONE: the two are not contacts. */
export function endContact(
  table: TableWriter,
  userId: string,
  otherId: string,
): Promise<'done' | 'NONE'> {
  const contact: Condition<ContactRelation, 'NONE'> = {
    when: { status: 'CONTACT' },
    otherwise: 'NONE',
  };
  return table.transact<'NONE'>(
    ...definedSteps<'NONE'>([
      remove(contactKey(userId, otherId), contact),
      remove(contactKey(otherId, userId), contact),
      addToCounters(contactCountKey(userId), { contacts: -1 }),
      addToCounters(contactCountKey(otherId), { contacts: -1 }),
    ]),
  );
}

/**
 * Writes that `me` blocks `other`; the event ends what is pending between the two. The side of `other` needs no
 * condition if it stays: a change to a contact or an invitation of `me`, which a block would delete, also changes the side of
 * `me`, which has a condition.
 */
export function writeBlock(
  table: TableWriter,
  { me, other, mine, theirs }: UserPair,
  { deletesTheirs, iLose, theyLose }: Block,
  now: Instant,
): Promise<'done' | 'MOVED'> {
  return table.transact<'MOVED'>(
    ...definedSteps<'MOVED'>([
      put(
        {
          ...contactKey(me.id, other.id),
          ...blockedIndex(me.id, other.id, now),
          status: 'BLOCKED',
          at: now,
        },
        unchangedSince(mine),
      ),
      deletesTheirs ? remove(contactKey(other.id, me.id), unchangedSince(theirs)) : undefined,
      addToCounters(contactCountKey(me.id), {
        contacts: -iLose.contacts,
        invitations: -iLose.invitations,
        blocked: 1,
      }),
      addToCounters(contactCountKey(other.id), {
        contacts: -theyLose.contacts,
        invitations: -theyLose.invitations,
      }),
      publishContactEvent('contact.blocked', other, me, now),
    ]),
  );
}

/** Deletes a block. NONE: `userId` does not block the other. */
export function endBlock(
  table: TableWriter,
  userId: string,
  otherId: string,
): Promise<'done' | 'NONE'> {
  return table.transact<'NONE'>(
    ...definedSteps<'NONE'>([
      remove(contactKey(userId, otherId), { when: { status: 'BLOCKED' }, otherwise: 'NONE' }),
      addToCounters(contactCountKey(userId), { blocked: -1 }),
    ]),
  );
}

function contactItem(owner: User, other: User, now: Instant) {
  return {
    ...contactKey(owner.id, other.id),
    ...contactNameIndex(owner.id, other.id, sortName(other.fullName)),
    ...contactTimeIndex(owner.id, other.id, now),
    status: 'CONTACT',
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
    { add: { contacts: 1, invitations } },
    { when: { contacts: missingOr(below(CONTACTS_MAX)) }, otherwise },
  );
}

/** The condition that the item is as it was read. */
const unchangedSince = (
  before: ContactRelation | undefined,
): Condition<ContactRelation, 'MOVED'> => ({
  when: { status: before?.status, at: before?.at },
  otherwise: 'MOVED',
});

function publishContactEvent(
  type: Extract<DomainEventType, `contact.${string}`>,
  to: User,
  by: User,
  now: Instant,
): Step<never> {
  return publishEvent({
    id: newId(now),
    type,
    at: now,
    detail: { userId: to.id, byUserId: by.id },
  });
}
