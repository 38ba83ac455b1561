import * as z from 'zod/mini';
import { id } from '../ids.ts';
import { all, DAY, HOUR, MINUTE, nothing, operation, page } from './operation.ts';
import { paging } from './paging.ts';

/*
 * Contacts: people who may chat with each other, after one invited and the other accepted. docs/product/contacts.md
 *
 * `userContactId` is the id of the other person: two people have at most one invitation or contact.
 */

const contact = z.object({
  id: z.string(),
  userContactId: z.string(),
  fullName: z.string(),
  username: z.string(),
  profileImageUrl: z.nullable(z.string()),
  trusted: z.boolean(),
});

const contactInvitation = z.object({
  userContactId: z.string(),
  fullName: z.string(),
  username: z.string(),
  profileImageUrl: z.nullable(z.string()),
});

export const hasUserContacts = operation({
  name: 'hasUserContacts',
  method: 'GET',
  who: 'verified',
  uses: ['accounts.read'],
  impact: 'The chat screen cannot tell whether someone has contacts, and shows an error.',
  input: nothing,
  output: z.object({ hasContacts: z.boolean() }),
});

export const viewTopUserContacts = operation({
  name: 'viewTopUserContacts',
  method: 'GET',
  who: 'member',
  uses: ['accounts.read'],
  impact: 'The row of recent contacts is missing from the chat screen.',
  input: nothing,
  output: page(contact),
});

export const viewUserContacts = operation({
  name: 'viewUserContacts',
  method: 'GET',
  who: 'member',
  uses: ['accounts.read'],
  impact: 'People cannot see their contacts.',
  input: z.object({ sortDirection: z._default(z.enum(['asc', 'desc']), 'asc'), ...paging }),
  output: page(contact),
});

export const viewUserContactRequests = operation({
  name: 'viewUserContactRequests',
  method: 'GET',
  who: 'verified',
  uses: ['accounts.read'],
  impact: 'People cannot see their invitations to chat.',
  input: nothing,
  output: all(contactInvitation),
});

export const acceptUserContact = operation({
  name: 'acceptUserContact',
  method: 'POST',
  who: 'member',
  uses: ['accounts.write', 'conversations.write', 'events.append'],
  idempotent: 'byNature',
  limits: [{ per: 'caller', max: 300, within: HOUR, inMemory: true }],
  impact: 'People cannot accept invitations to chat.',
  input: z.object({ userContactId: id() }),
  output: nothing,
});

export const rejectUserContact = operation({
  name: 'rejectUserContact',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write'],
  idempotent: 'byNature',
  limits: [{ per: 'caller', max: 300, within: HOUR, inMemory: true }],
  impact: 'People cannot reject invitations to chat; the invitations stay on the screen.',
  input: z.object({ userContactId: id() }),
  output: nothing,
});

export const removeUserContact = operation({
  name: 'removeUserContact',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write'],
  idempotent: 'byNature',
  limits: [{ per: 'caller', max: 300, within: HOUR, inMemory: true }],
  impact: 'People cannot remove a contact.',
  input: z.object({ userContactId: id() }),
  output: nothing,
});

export const createChatInvite = operation({
  name: 'createChatInvite',
  method: 'POST',
  who: 'member',
  uses: ['accounts.write', 'conversations.write', 'events.append'],
  idempotent: 'byKey',
  limits: [
    { per: 'caller', max: 10, within: MINUTE },
    { per: 'caller', max: 30, within: DAY },
  ],
  impact: 'People cannot invite each other to chat.',
  input: z.object({ userId: id() }),
  /** Whether the invited person has to choose a plan with chat before they can accept and read. */
  output: z.object({ needsPlan: z.optional(z.literal(true)) }),
});
