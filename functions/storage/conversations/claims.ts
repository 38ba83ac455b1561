import { type Cents, ZERO } from '#shared/money.ts';
import { isUndecided } from '#shared/rules/conversations/claim-states.ts';
import { claimDue, countingClaims } from '#shared/rules/conversations/claims.ts';
import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import type { Instant } from '#shared/time.ts';
import type { User } from '../accounts/users.ts';
import { missingOr } from '../conditions.ts';
import { addToCounters, definedSteps } from '../counters.ts';
import { dueIndex } from '../index-keys.ts';
import { balanceKey, claimDueKey, claimsKey, userKey } from '../keys.ts';
import type { Balance } from '../ledger/ledger.ts';
import { check, put, remove, type Step, type TableReader, update } from '../table.ts';

/*
 * What is stored for claims beside the conversation: when a claim is due, and the claims of each person. The due time has an
 * item of its own, because the conversation's own index keys list it among the open conversations of its two people.
 */

/** The claims by a person, and about their answers. */
export type ClaimCounts = {
  /** All claims that they made. */
  readonly made: number;
  /** The times of those of the last 90 days, which the limit counts, oldest first. */
  readonly recent: readonly Instant[];
  /** All claims about their answers, and those that are not decided. */
  readonly against: number;
  readonly open: number;
};

/** The claims by a person and about their answers, which the desk is shown. `recent` may hold claims older than 90 days. */
export async function claimCountsOf(table: TableReader, userId: string): Promise<ClaimCounts> {
  return countsIn(await table.get<Partial<ClaimCounts>>(claimsKey(userId)));
}

const countsIn = (item: Partial<ClaimCounts> = {}): ClaimCounts => {
  const { made = 0, recent = [], against = 0, open = 0 } = item;
  return { made, recent, against, open };
};

/** What a new claim is decided on, with one read: the sender's claims, and the recipient's balance and account. */
export async function basisOfClaim(
  table: TableReader,
  { sender, recipient }: Conversation,
): Promise<{ claimsBefore: ClaimCounts; balance: Cents; isRecipientClosed: boolean }> {
  const keys = [claimsKey(sender.id), balanceKey(recipient.id), userKey(recipient.id)];
  const [counts, balance, user] = await table.getMany<unknown>(keys);
  return {
    claimsBefore: countsIn(counts as Partial<ClaimCounts> | undefined),
    balance: (balance as Partial<Balance> | undefined)?.balance ?? ZERO,
    isRecipientClosed: (user as User | undefined)?.deletedAt !== undefined,
  };
}

/**
 * The step that counts a new claim of its sender. `read`: the counts on which the claim was decided. COUNTED: the person has made
 * another claim since.
 */
export function countClaimMade(
  senderId: string,
  { made, recent }: ClaimCounts,
  now: Instant,
): Step<'COUNTED'> {
  return update(
    claimsKey(senderId),
    { set: { recent: [...countingClaims(recent, now), now] }, add: { made: 1 } },
    { when: { made: made === 0 ? undefined : made }, otherwise: 'COUNTED' },
  );
}

/*
 * A claim about an answer and the deletion of its author's account exclude each other: whichever comes first, the other finds it.
 * A claim on a deleted account would end in a balance that nobody pays out or repays.
 */

/** The check that the account of a recipient is not deleted; CHANGED if it is. */
export const requireNotDeleted = (userId: string): Step<'CHANGED'> =>
  check(userKey(userId), { when: { deletedAt: undefined }, otherwise: 'CHANGED' });

/** The check that every claim about a person's answers has ended; CHANGED if one has not. */
export const requireNoClaim = (userId: string): Step<'CHANGED'> =>
  check(claimsKey(userId), { when: { open: missingOr(0) }, otherwise: 'CHANGED' });

/** The steps that follow from a change of a claim: the counts of the recipient, and when the claim is due. */
export function claimSteps(before: Conversation, after: Conversation): Step<never>[] {
  const isNew = !before.money.claim && after.money.claim !== undefined;
  const wasOpen = isUndecided(before.money.claim?.state);
  const isOpen = isUndecided(after.money.claim?.state);
  return definedSteps([
    addToCounters(claimsKey(after.recipient.id), {
      against: isNew ? 1 : 0,
      open: Number(isOpen) - Number(wasOpen),
    }),
    moveDue(after.id, claimDue(before), claimDue(after)),
  ]);
}

function moveDue(id: string, was: Instant | undefined, is: Instant | undefined) {
  if (was === is) return undefined;
  const key = claimDueKey(id);
  return is === undefined ? remove(key) : put({ ...key, ...dueIndex('CONVERSATION', is, id) });
}
