import { SUPPORT_USERNAME } from '../../shared/brand.ts';
import { invalidInput, Refusal } from '../../shared/refusals.ts';
import {
  accepting,
  inviting,
  rejecting,
  THEY_HAVE_TOO_MANY,
  TOO_MANY_CONTACTS,
} from '../../shared/rules/contacts/contacts.ts';
import type { Instant } from '../../shared/time.ts';
import { refuseBlocked } from '../accounts/blocked-accounts.ts';
import { onceForKey } from '../idempotency.ts';
import { isPublic } from '../storage/accounts/users.ts';
import {
  type Two,
  writeAcceptance,
  writeInvitation,
  writeRejection,
} from '../storage/contacts/contact-transitions.ts';
import { pairOf, standingOf, tieOf } from '../storage/contacts/contacts.ts';
import { openBetween } from '../storage/conversations/conversations.ts';
import type { KeyedCall } from '../storage/idempotency.ts';
import type { TableWriter } from '../storage/table.ts';

/*
 * How two people become contacts, and how one of them says no. Each step is decided on what is read and written only
 * where that still stands: of two steps at once one is taken, and the other is decided again on what there is then.
 */

/** Only the two people act on what is between them; this many in the same moment is a fault. */
const ATTEMPTS = 10;

/** One try. `says`: the conversation is marked too; false once it turned out to be no longer open. */
type Try<Outcome> = (says: boolean) => Promise<Outcome | 'MOVED' | 'NOT_OPEN'>;

async function settle<Outcome>(attempt: Try<Outcome>): Promise<Outcome> {
  let says = true;
  for (let tries = 1; tries <= ATTEMPTS; tries += 1) {
    const outcome = await attempt(says);
    if (outcome === 'NOT_OPEN') says = false;
    else if (outcome !== 'MOVED') return outcome as Outcome;
  }
  throw new Error('what stands between two people changed all the time');
}

/**
 * Invites somebody to chat, from the newest conversation that is open between the two, where there is one. Who is invited already,
 * or turned the caller down, hears nothing; whoever invited the caller is accepted. `keyed`: the call with its Idempotency-Key. Throws NOT_FOUND for who is not public.
 */
export async function invite(
  table: TableWriter,
  { userId, otherId }: { readonly userId: string; readonly otherId: string },
  keyed: KeyedCall | undefined,
  now: Instant,
): Promise<void> {
  if (userId === otherId) throw invalidInput({ userId: 'You cannot invite yourself' });
  const invite = () =>
    settle<'done' | 'SAME_KEY'>(async (says) => {
      const [pair, conversationId] = await Promise.all([
        twoOf(table, userId, otherId, now),
        openBetween(table, userId, otherId),
      ]);
      if (!isPublic(pair.other)) throw new Refusal('NOT_FOUND');
      if (pair.other.username === SUPPORT_USERNAME)
        throw invalidInput({ userId: 'Support answers help tickets and does not chat' });
      switch (inviting(standings(pair, now))) {
        case 'nothing':
          return 'done';
        case 'accept':
          return becomeContacts(table, pair, { says, keyed, field: 'userId' }, now);
        case 'invite':
          return writeInvitation(table, pair, { id: conversationId, says }, keyed, now);
      }
    });
  await onceForKey({ table, now }, keyed, invite, () => 'done' as const);
}

/** Takes somebody's invitation. Throws NOT_FOUND where there is none; who is a contact already stays one. */
export async function accept(
  table: TableWriter,
  { userId, otherId }: { readonly userId: string; readonly otherId: string },
  now: Instant,
): Promise<void> {
  await settle(async (says) => {
    const pair = await twoOf(table, userId, otherId, now);
    const step = accepting(standings(pair, now));
    if (!step) throw new Refusal('NOT_FOUND');
    if (step === 'nothing') return 'done';
    return becomeContacts(table, pair, { says, field: 'userContactId' }, now);
  });
}

/** Turns somebody's invitation down, which they do not learn. Throws NOT_FOUND where there is none. */
export async function reject(
  table: TableWriter,
  { userId, otherId }: { readonly userId: string; readonly otherId: string },
  now: Instant,
): Promise<void> {
  await settle(async () => {
    const mine = await tieOf(table, userId, otherId);
    const step = rejecting({ mine: standingOf(mine, now) });
    if (!step || !mine) throw new Refusal('NOT_FOUND');
    return step === 'nothing' ? 'done' : writeRejection(table, userId, otherId, mine, now);
  });
}

/** `field`: the input that names the other one, for what is wrong with it. */
async function becomeContacts(
  table: TableWriter,
  pair: Two,
  {
    says,
    field,
    keyed,
  }: { says: boolean; field: 'userId' | 'userContactId'; keyed?: KeyedCall | undefined },
  now: Instant,
): Promise<'done' | 'SAME_KEY' | 'MOVED' | 'NOT_OPEN'> {
  const outcome = await writeAcceptance(table, pair, { says }, keyed, now);
  if (outcome === 'FULL') throw invalidInput({ [field]: TOO_MANY_CONTACTS });
  if (outcome === 'OTHER_FULL') throw invalidInput({ [field]: THEY_HAVE_TOO_MANY });
  return outcome;
}

async function twoOf(
  table: TableWriter,
  userId: string,
  otherId: string,
  now: Instant,
): Promise<Two> {
  const pair = await pairOf(table, userId, otherId, now);
  const { me, other } = pair;
  if (!me || !other) throw new Refusal('NOT_FOUND');
  refuseBlocked(me);
  return { ...pair, me, other };
}

const standings = ({ mine, theirs }: Two, now: Instant) => ({
  mine: standingOf(mine, now),
  theirs: standingOf(theirs, now),
});
