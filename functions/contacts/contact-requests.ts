import { SUPPORT_USERNAME } from '#shared/brand.ts';
import { invalidInput, Refusal } from '#shared/refusals.ts';
import {
  decideAcceptance,
  decideBlock,
  decideInvitation,
  decideRejection,
  THEY_HAVE_TOO_MANY,
  TOO_MANY_CONTACTS,
  YOU_BLOCKED_THEM,
} from '#shared/rules/contacts/contacts.ts';
import type { Side } from '#shared/rules/conversations/conversations.ts';
import type { Instant } from '#shared/time.ts';
import { refuseBlockedAccount } from '../accounts/blocked-accounts.ts';
import { onceForKey } from '../idempotency.ts';
import { isPublic } from '../storage/accounts/users.ts';
import {
  type UserPair,
  writeAcceptance,
  writeBlock,
  writeInvitation,
  writeRejection,
} from '../storage/contacts/contact-transitions.ts';
import { pairOf, relationOf, relationStatusOf } from '../storage/contacts/contacts.ts';
import {
  conversationById,
  openConversationBetween,
} from '../storage/conversations/conversations.ts';
import type { KeyedCall } from '../storage/idempotency.ts';
import type { TableWriter } from '../storage/table.ts';

/*
 * Contact requests: inviting, accepting, rejecting and blocking. Each step is decided on the relation as it was read, and is written
 * only if the relation is unchanged. Of two simultaneous steps one is written; the other is decided again.
 */

/** Only the two people change their relation, so this many conflicts in a row are a bug. */
const ATTEMPTS = 10;

/**
 * One attempt. `updateConversation`: whether the conversation that the invitation comes from is updated too; false after it
 * turned out to be closed.
 */
type Attempt<Outcome> = (updateConversation: boolean) => Promise<Outcome | 'MOVED' | 'NOT_OPEN'>;

async function retryOnConflict<Outcome>(attempt: Attempt<Outcome>): Promise<Outcome> {
  let updateConversation = true;
  for (let tries = 1; tries <= ATTEMPTS; tries += 1) {
    const outcome = await attempt(updateConversation);
    if (outcome === 'NOT_OPEN') updateConversation = false;
    else if (outcome !== 'MOVED') return outcome as Outcome;
  }
  throw new Error('the contact relation of two people changed at every attempt');
}

/**
 * Invites a person to chat, from the newest open conversation of the two if there is one. It accepts instead if that person
 * has invited the caller, and does nothing if the caller has already invited them or was rejected. If that person blocked the
 * caller, the caller sees an invitation, and nobody else does. `keyed`: the call with its Idempotency-Key. Refuses with NOT_FOUND
 * a person without a public account, and with INVALID_INPUT one whom the caller blocked.
 */
export async function invite(
  table: TableWriter,
  { userId, otherId }: { readonly userId: string; readonly otherId: string },
  keyed: KeyedCall | undefined,
  now: Instant,
): Promise<void> {
  if (userId === otherId) throw invalidInput({ userId: 'You can’t invite yourself' });
  const invite = () =>
    retryOnConflict<'done' | 'SAME_KEY'>(async (updateConversation) => {
      const [pair, conversationId] = await Promise.all([
        readUserPair(table, userId, otherId, now),
        openConversationBetween(table, userId, otherId),
      ]);
      if (!isPublic(pair.other)) throw new Refusal('NOT_FOUND');
      if (pair.other.username === SUPPORT_USERNAME)
        throw invalidInput({ userId: 'Support answers help tickets and doesn’t chat' });
      const decision = decideInvitation(statusesOf(pair, now));
      switch (decision) {
        case 'refuse':
          throw invalidInput({ userId: YOU_BLOCKED_THEM });
        case 'nothing':
          return 'done';
        case 'accept':
          return becomeContacts(table, pair, { updateConversation, keyed, field: 'userId' }, now);
        case 'invite':
        case 'inviteUnseen': {
          const isSeen = decision === 'invite';
          const unseenOf =
            !isSeen && conversationId
              ? await sideIn(table, conversationId, userId, now)
              : undefined;
          const invitation = { id: conversationId, updateConversation, isSeen, unseenOf };
          return writeInvitation(table, pair, invitation, keyed, now);
        }
      }
    });
  await onceForKey({ table, now }, keyed, invite, () => 'done' as const);
}

async function sideIn(
  table: TableWriter,
  conversationId: string,
  userId: string,
  now: Instant,
): Promise<Side> {
  const conversation = await conversationById(table, conversationId, now);
  return conversation?.sender.id === userId ? 'sender' : 'recipient';
}

/** Accepts an invitation. Refuses with NOT_FOUND if there is none; does nothing for contacts. */
export async function accept(
  table: TableWriter,
  { userId, otherId }: { readonly userId: string; readonly otherId: string },
  now: Instant,
): Promise<void> {
  await retryOnConflict(async (updateConversation) => {
    const pair = await readUserPair(table, userId, otherId, now);
    const step = decideAcceptance(statusesOf(pair, now));
    if (!step) throw new Refusal('NOT_FOUND');
    if (step === 'nothing') return 'done';
    return becomeContacts(table, pair, { updateConversation, field: 'userContactId' }, now);
  });
}

/** Rejects an invitation; the inviter does not learn of it. Refuses with NOT_FOUND if there is none. */
export async function reject(
  table: TableWriter,
  { userId, otherId }: { readonly userId: string; readonly otherId: string },
  now: Instant,
): Promise<void> {
  await retryOnConflict(async () => {
    if ((await writeRejection(table, userId, otherId, now)) === 'done') return 'done';
    const mine = await relationOf(table, userId, otherId);
    const step = decideRejection({ mine: relationStatusOf(mine, now) });
    if (!step) throw new Refusal('NOT_FOUND');
    return step === 'nothing' ? 'done' : 'MOVED';
  });
}

/**
 * Blocks a person, who does not learn of it; blocking again changes nothing. Refuses with NOT_FOUND an unknown person, and with
 * INVALID_INPUT oneself and the support account.
 */
export async function block(
  table: TableWriter,
  { userId, otherId }: { readonly userId: string; readonly otherId: string },
  now: Instant,
): Promise<void> {
  if (userId === otherId) throw invalidInput({ userId: 'You can’t block yourself' });
  await retryOnConflict(async () => {
    const pair = await readUserPair(table, userId, otherId, now);
    if (pair.other.username === SUPPORT_USERNAME)
      throw invalidInput({ userId: 'The support account can’t be blocked' });
    const decision = decideBlock(statusesOf(pair, now));
    return decision === 'nothing' ? 'done' : writeBlock(table, pair, decision, now);
  });
}

/** `field`: the input field that names the other person, for refusals. */
async function becomeContacts(
  table: TableWriter,
  pair: UserPair,
  {
    updateConversation,
    field,
    keyed,
  }: {
    updateConversation: boolean;
    field: 'userId' | 'userContactId';
    keyed?: KeyedCall | undefined;
  },
  now: Instant,
): Promise<'done' | 'SAME_KEY' | 'MOVED' | 'NOT_OPEN'> {
  const outcome = await writeAcceptance(table, pair, { updateConversation }, keyed, now);
  if (outcome === 'FULL') throw invalidInput({ [field]: TOO_MANY_CONTACTS });
  if (outcome === 'OTHER_FULL') throw invalidInput({ [field]: THEY_HAVE_TOO_MANY });
  return outcome;
}

async function readUserPair(
  table: TableWriter,
  userId: string,
  otherId: string,
  now: Instant,
): Promise<UserPair> {
  const pair = await pairOf(table, userId, otherId, now);
  const { me, other } = pair;
  if (!me || !other) throw new Refusal('NOT_FOUND');
  refuseBlockedAccount(me);
  return { ...pair, me, other };
}

const statusesOf = ({ mine, theirs }: UserPair, now: Instant) => ({
  mine: relationStatusOf(mine, now),
  theirs: relationStatusOf(theirs, now),
});
