import type { Standing } from '../../../shared/rules/contacts/contacts.ts';
import type { Instant } from '../../../shared/time.ts';
import type { Key } from '../keys.ts';

/** The item of a contact in the partition of one of the two people: the relation from that person's side. */
export type Tie = Key & {
  readonly standing: Standing;
  /** Since when it stands; of contacts, when they last had to do with each other. */
  readonly at: Instant;
  /** The conversation that says it was invited from. */
  readonly conversationId?: string;
  /** Epoch seconds, of a rejection. */
  readonly expiresAt?: number;
};
