import { askForPlace } from '#shared/api/offers.ts';
import { invalidInput, Refusal } from '#shared/refusals.ts';
import { YOU_BLOCKED_THEM } from '#shared/rules/contacts/contacts.ts';
import { isFull } from '#shared/rules/conversations/availability.ts';
import { serve } from '../serve.ts';
import { isPublic } from '../storage/accounts/users.ts';
import { askForPlace as saveAsker } from '../storage/accounts/waitlist.ts';
import { isBlock, pairOf } from '../storage/contacts/contacts.ts';
import { commitmentOf } from './blocked-accounts.ts';

/** Puts the caller on the list of those who are notified when a person has a place again. */
export const handler = serve(askForPlace, async ({ userId }, { table, caller, now }) => {
  if (userId === caller.userId) throw invalidInput({ userId: 'This is your own profile' });
  const { other, mine, theirs } = await pairOf(table, caller.userId, userId, now);
  if (!other || !isPublic(other)) throw new Refusal('NOT_FOUND');
  if (isBlock(mine)) throw invalidInput({ userId: YOU_BLOCKED_THEM });
  // The caller must not learn of a block, so it looks like a person who accepts no messages.
  if (commitmentOf(other) === 0 || isBlock(theirs)) throw new Refusal('NOT_ACCEPTING');
  if (!isFull(other)) throw new Refusal('WRONG_STATUS', { message: PLACE_NOW });
  await saveAsker(table, caller.userId, userId, now);
  return {};
});

const PLACE_NOW = 'There’s an opening now. You can write at once.';
