import type { Cents } from '../../money.ts';
import type { LicenseId } from '../accounts/accounts.ts';
import { isPaid } from '../billing/plans.ts';

/* What an answer costs a contact. docs/product/contacts.md#prices-for-contacts */

/** USUAL: as everybody else. OWN: a price of their own. FREE: nothing, in the chat. */
export const CONTACT_TERMS = ['USUAL', 'OWN', 'FREE'] as const;

/** The terms of a contact other than the usual ones, as they are stored. */
export type ContactTerms = { readonly is: 'OWN'; readonly price: Cents } | { readonly is: 'FREE' };

/** Whether a contact writes in the chat instead of paying: their terms say so, and both have a plan that includes chat. */
export const isFreeInChat = (
  terms: ContactTerms | undefined,
  ...plans: readonly [LicenseId, LicenseId]
): boolean => terms?.is === 'FREE' && plans.every(isPaid);
