import { formatCount } from '../../format-count.ts';
import { DAY } from '../../time.ts';
import { fold } from '../search/search.ts';
import { prefixOf } from '../text.ts';

/*
 * Contact requests: one person invites, the other accepts or rejects (docs/product/contacts.md#inviting). After a rejection
 * the same person can invite again only a month later. The inviter never learns of the rejection. A block ends everything
 * between two people until it is undone, and the blocked person does not learn of it either.
 */

/** The states of a contact relation as a person is shown them. */
export const CONTACT_STATES = ['NONE', 'INVITED_BY_ME', 'INVITED_ME', 'CONTACT'] as const;
export type ContactState = (typeof CONTACT_STATES)[number];

/**
 * The stored state of one side of a relation; without a relation nothing is stored. `REJECTED`: this side rejected the
 * other's invitation. `BLOCKED`: this side blocked the other.
 */
export type RelationStatus = Exclude<ContactState, 'NONE'> | 'REJECTED' | 'BLOCKED';

/** The largest number of contacts of a person. */
export const CONTACTS_MAX = 1_000;
/** The refusal of a contact beyond the largest number. */
export const TOO_MANY_CONTACTS = `You have ${formatCount(CONTACTS_MAX)} contacts, and there can be no more. Please remove one first.`;
export const THEY_HAVE_TOO_MANY = 'This person has as many contacts as there can be.';
/** How long (ms) a rejected person cannot invite again. */
export const REJECTION_TIME = 30 * DAY;

/**
 * The state that a person is shown. A rejection and a block are not shown; to the other person the invitation still looks
 * unanswered.
 */
export function visibleState(status: RelationStatus | undefined): ContactState {
  return status === undefined || status === 'REJECTED' || status === 'BLOCKED' ? 'NONE' : status;
}

/** Both sides of a relation, from one person's view. An expired rejection counts as no relation. */
export type StatusPair = {
  readonly mine?: RelationStatus | undefined;
  readonly theirs?: RelationStatus | undefined;
};

/**
 * Decides what an invitation does: nothing if the person is invited already or has rejected the caller, and it accepts an
 * invitation from the other side. `inviteUnseen`: the other person blocked the caller, to whom the invitation looks
 * unanswered. `refuse`: the caller blocked the other person.
 */
export function decideInvitation({
  mine,
  theirs,
}: StatusPair): 'invite' | 'inviteUnseen' | 'accept' | 'nothing' | 'refuse' {
  if (mine === 'BLOCKED') return 'refuse';
  if (mine === 'CONTACT' || theirs === 'REJECTED') return 'nothing';
  if (theirs === 'BLOCKED') return mine === 'INVITED_BY_ME' ? 'nothing' : 'inviteUnseen';
  if (theirs === 'INVITED_BY_ME') return 'accept';
  return theirs === 'INVITED_ME' ? 'nothing' : 'invite';
}

/** Decides what accepting does; undefined if there is no invitation. */
export function decideAcceptance({ mine }: StatusPair): 'accept' | 'nothing' | undefined {
  if (mine === 'CONTACT') return 'nothing';
  return mine === 'INVITED_ME' ? 'accept' : undefined;
}

/** Decides what rejecting does; undefined if there is no invitation. It never removes a contact. */
export function decideRejection({ mine }: StatusPair): 'reject' | 'nothing' | undefined {
  if (mine === 'REJECTED') return 'nothing';
  return mine === 'INVITED_ME' ? 'reject' : undefined;
}

/** The refusal of what a person cannot do toward somebody whom they blocked. */
export const YOU_BLOCKED_THEM = 'You blocked this person. Unblock them first.';

/** The numbers of contacts and invitations that a person has fewer of. */
type LostRelations = { readonly contacts: 0 | 1; readonly invitations: 0 | 1 };

/** What a block changes beside the caller's own side, which becomes BLOCKED whatever it was. */
export type Block = {
  /**
   * Whether the other side is deleted: the two were contacts, or the caller had invited the other. An invitation of the other
   * to the caller stays, so that it looks unanswered.
   */
  readonly deletesTheirs: boolean;
  readonly iLose: LostRelations;
  readonly theyLose: LostRelations;
};

/** Decides what blocking the other person changes. */
export function decideBlock({ mine, theirs }: StatusPair): Block | 'nothing' {
  if (mine === 'BLOCKED') return 'nothing';
  const theyLose = lostWith(theirs);
  return {
    deletesTheirs: theyLose.contacts + theyLose.invitations > 0,
    iLose: lostWith(mine),
    theyLose,
  };
}

/** What a person loses with this side of a relation. */
const lostWith = (status: RelationStatus | undefined): LostRelations => ({
  contacts: status === 'CONTACT' ? 1 : 0,
  invitations: status === 'INVITED_ME' ? 1 : 0,
});

/** Latin letters that searches keep, because people type them: in lists they are where others look for them. */
const LIKE: Readonly<Record<string, string>> = {
  ə: 'e',
  ǝ: 'e',
  ɛ: 'e',
  ɓ: 'b',
  ƈ: 'c',
  ɗ: 'd',
  ƒ: 'f',
  ɠ: 'g',
  ɨ: 'i',
  ƙ: 'k',
  ĸ: 'q',
  ɲ: 'n',
  ƞ: 'n',
  ɔ: 'o',
  ɵ: 'o',
  ƥ: 'p',
  ƭ: 't',
  ʉ: 'u',
  ʋ: 'v',
  ƴ: 'y',
  ƶ: 'z',
  ʒ: 'z',
  ⱥ: 'a',
  ȼ: 'c',
  ɇ: 'e',
  ǥ: 'g',
  ɉ: 'j',
  ƚ: 'l',
  ɍ: 'r',
  ⱦ: 't',
  ɏ: 'y',
};

/**
 * The name that lists sort by: without case, accents, strokes and punctuation, so that `Łukasz` is among the names with L and `d’Arcy`
 * among those with D. Storage compares it byte by byte; for names in Latin letters that is the order of `Intl.Collator`.
 */
export function sortName(fullName: string): string {
  const plain = fold(fullName)
    .replace(/[-\u2010-\u2015]/g, ' ')
    .replace(/[\p{P}\p{S}]/gu, '')
    .replace(/\p{Script=Latin}/gu, (letter) => LIKE[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim();
  return prefixOf(plain, 120);
}
