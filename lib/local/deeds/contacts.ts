import type { Caller, CallOptions, Fields } from './calls.ts';
import type { Ref } from './things.ts';

/* Contacts: invitations to chat, blocks, and the prices that people give their contacts. */

export const contactDeeds = (me: Caller) => ({
  /** Invites somebody to become a contact. It accepts their invitation if there is one. */
  invites: (other: Ref, options?: CallOptions) =>
    me.does('createChatInvite', { userId: other.id }, options),
  /** Accepts an invitation. */
  accepts: (inviter: Ref, options?: CallOptions) =>
    me.does('acceptUserContact', { userContactId: inviter.id }, options),
  /** Rejects an invitation. */
  rejects: (inviter: Ref, options?: CallOptions) =>
    me.does('rejectUserContact', { userContactId: inviter.id }, options),
  /** Ends the contact with somebody. */
  removesContact: (other: Ref, options?: CallOptions) =>
    me.does('removeUserContact', { userContactId: other.id }, options),
  blocks: (other: Ref, options?: CallOptions) =>
    me.does('blockUser', { userId: other.id }, options),
  unblocks: (other: Ref, options?: CallOptions) =>
    me.does('unblockUser', { userId: other.id }, options),
  /** Decides what a contact pays for an answer. `terms`: `USUAL`, `FREE`, or the dollars of a price of their own. */
  givesPrice(contact: Ref, terms: string, options?: CallOptions) {
    const isOwn = terms !== 'USUAL' && terms !== 'FREE';
    const price = isOwn ? { terms: 'OWN', price: terms } : { terms };
    return me.does('updateContactPrice', { userContactId: contact.id, ...price }, options);
  },
  /** The page of the caller's contacts. */
  contacts: (input?: Fields, options?: CallOptions) => me.does('viewUserContacts', input, options),
  /** The invitations that the caller has not answered. */
  invitations: (options?: CallOptions) => me.does('viewUserContactRequests', {}, options),
  /** The page of the people whom the caller blocked. */
  blockedPeople: (input?: Fields, options?: CallOptions) =>
    me.does('viewBlockedUsers', input, options),
  /** The contacts who have a price of their own. */
  contactPrices: (options?: CallOptions) => me.does('viewContactPrices', {}, options),
});

type ContactMaker = Ref & Pick<ReturnType<typeof contactDeeds>, 'invites' | 'accepts'>;

/** Makes two people contacts: the first invites, the other accepts. */
export async function becomeContacts(one: ContactMaker, other: ContactMaker): Promise<void> {
  await one.invites(other);
  await other.accepts(one);
}
