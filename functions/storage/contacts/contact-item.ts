import type { ContactTerms } from '#shared/rules/contacts/contact-terms.ts';
import type { RelationStatus } from '#shared/rules/contacts/contacts.ts';
import type { Instant } from '#shared/time.ts';
import type { Key } from '../keys.ts';

/** The counters of a person's contacts. */
export type ContactCounts = {
  readonly contacts: number;
  readonly invitations: number;
  readonly blocked: number;
};

/** The item of a contact relation in the partition of one of the two people: the relation from that person's side. */
export type ContactRelation = Key & {
  readonly status: RelationStatus;
  /** When the status changed last; for contacts, also the last activity between the two, rounded. */
  readonly at: Instant;
  /** The conversation that the invitation came from. */
  readonly conversationId?: string;
  /** What an answer costs the other person; only with contacts, and absent for the usual price. */
  readonly terms?: ContactTerms;
  /** Epoch seconds; only rejections expire. */
  readonly expiresAt?: number;
};
