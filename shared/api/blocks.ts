import * as z from 'zod/mini';
import { id } from '../ids.ts';
import { HOUR, nothing, operation, page } from './operation.ts';
import { paging } from './paging.ts';

/* Blocking people, silently. docs/product/contacts.md#blocking */

const blockedUser = z.object({
  /** The id of the person. */
  userContactId: z.string(),
  fullName: z.string(),
  username: z.string(),
  profileImageUrl: z.nullable(z.string()),
});

/**
 * Blocks a person: they are no contact any more, cannot invite, chat with, add to a group or send a paid message to the caller, and
 * do not learn of it. Paid messages between the two that wait for an answer end moments later, and their senders get the money
 * back: the caller's own is canceled, the other person's is declined.
 */
export const blockUser = operation({
  name: 'blockUser',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write', 'events.append'],
  idempotent: 'byNature',
  limits: [{ per: 'caller', max: 120, within: HOUR, inMemory: true }],
  impact: 'People cannot block someone who bothers them.',
  input: z.object({ userId: id() }),
  output: nothing,
});

/** Ends a block. The two are not contacts again: one invites the other as before. */
export const unblockUser = operation({
  name: 'unblockUser',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write'],
  idempotent: 'byNature',
  limits: [{ per: 'caller', max: 120, within: HOUR, inMemory: true }],
  impact: 'People cannot undo a block.',
  input: z.object({ userId: id() }),
  output: nothing,
});

/** The people whom the caller blocked, the latest first. */
export const viewBlockedUsers = operation({
  name: 'viewBlockedUsers',
  method: 'GET',
  who: 'verified',
  uses: ['accounts.read'],
  impact: 'People cannot see whom they blocked.',
  input: z.object(paging),
  output: page(blockedUser),
});
