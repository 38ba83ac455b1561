import type { Caller, CallOptions } from './calls.ts';
import type { Ref } from './things.ts';

/* The links of a profile: their order, their checks and the clicks on them. */

export const linkDeeds = (me: Caller) => ({
  /** Adds a link at the end of the caller's links. */
  addsLink: (name: string, url = 'https://example.com', options?: CallOptions) =>
    me.makes('createUserLink', { linkName: name, linkUrl: url }, options),
  /** Gives a link another name and another address. */
  editsLink: (link: Ref, name: string, url: string, options?: CallOptions) =>
    me.makes('updateUserLink', { linkId: link.id, linkName: name, linkUrl: url }, options),
  /** Moves a link to a place among the others, counted from 0. */
  movesLink: (link: Ref, place: number | string, options?: CallOptions) =>
    me.does('updateUserLinkPosition', { id: link.id, destinationIndex: place }, options),
  removesLink: (link: Ref, options?: CallOptions) =>
    me.does('deleteUserLink', { linkId: link.id }, options),
  /** Has it checked whether the page of a link links back to the profile. */
  verifiesLink: (link: Ref, options?: CallOptions) =>
    me.makes('verifyLink', { linkId: link.id }, options),
  /** Opens a link on the profile of its owner, which is counted. */
  clicksLink: (owner: Ref, link: Ref, options?: CallOptions) =>
    me.does('recordLinkClick', { id: owner.id, linkId: link.id }, options),
  /** How often each link of the caller was opened. */
  linkClicks: (options?: CallOptions) => me.does('viewLinkClicks', {}, options),
  /** The caller's links, as they see them themselves. */
  links: (options?: CallOptions) => me.does('viewUserLinks', {}, options),
  /** The links on the profile of somebody. */
  linksOf: (person: Ref, options?: CallOptions) =>
    me.does('viewUserLinksById', { userId: person.id }, options),
});
