import { DAY } from '../../time.ts';
import { fold } from '../search/search.ts';
import { cutWhole } from '../text.ts';

/*
 * What may become of two people who would like to chat: one invites, the other accepts or turns it down
 * (docs/product/contacts.md#inviting). Who turned an invitation down is asked again by the same person a month later at the
 * earliest, and the inviter never learns of it.
 */

/** What a person is shown of where they stand with another one. */
export const CONTACT_STATES = ['NONE', 'INVITED_BY_ME', 'INVITED_ME', 'CONTACT'] as const;
export type ContactState = (typeof CONTACT_STATES)[number];

/** What one side of the two has; nothing is written where nothing stands. `REJECTED`: this side turned the other down. */
export type Standing = Exclude<ContactState, 'NONE'> | 'REJECTED';

/** People somebody can have as contacts. */
export const CONTACTS_MAX = 1_000;
export const TOO_MANY_CONTACTS = `You have ${CONTACTS_MAX.toLocaleString('en-US')} contacts, and there can be no more. Please remove one first.`;
export const THEY_HAVE_TOO_MANY = 'This person has as many contacts as there can be.';
/** How long (ms) somebody is left in peace by whom they turned down. */
export const REJECTION_TIME = 30 * DAY;

/** Who turned somebody down is shown nothing; who was turned down still waits. */
export function shownAs(standing: Standing | undefined): ContactState {
  return standing === undefined || standing === 'REJECTED' ? 'NONE' : standing;
}

/** The two sides, seen from one of them. A rejection that has lapsed is no standing. */
export type Pair = {
  readonly mine?: Standing | undefined;
  readonly theirs?: Standing | undefined;
};

/** What inviting comes to: who is invited already, or was turned down, changes nothing; two who both ask are contacts. */
export function inviting({ mine, theirs }: Pair): 'invite' | 'accept' | 'nothing' {
  if (mine === 'CONTACT' || theirs === 'REJECTED') return 'nothing';
  if (theirs === 'INVITED_BY_ME') return 'accept';
  return theirs === 'INVITED_ME' ? 'nothing' : 'invite';
}

/** What a yes comes to; undefined where nobody asked. */
export function accepting({ mine }: Pair): 'accept' | 'nothing' | undefined {
  if (mine === 'CONTACT') return 'nothing';
  return mine === 'INVITED_ME' ? 'accept' : undefined;
}

/** What a no comes to; undefined where nobody asked. It never ends a contact. */
export function rejecting({ mine }: Pair): 'reject' | 'nothing' | undefined {
  if (mine === 'REJECTED') return 'nothing';
  return mine === 'INVITED_ME' ? 'reject' : undefined;
}

/** A name as lists order it: case and accents make no difference. */
export function orderName(fullName: string): string {
  return cutWhole(fold(fullName), 120);
}
