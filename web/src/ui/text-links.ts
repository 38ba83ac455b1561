import { LinkifyIt } from 'linkify-it';
import { isLinkAddress } from './link-address.ts';

/* The web addresses in typed text: those that name http or https. */

const linkify = new LinkifyIt({ fuzzyLink: false, fuzzyEmail: false })
  .add('ftp:', null)
  .add('mailto:', null)
  .add('//', null);

/** A part of a text that is an address: from one index up to, but not including, another. */
export type TextLink = { readonly from: number; readonly to: number; readonly address: string };

/** The addresses in a text, without what ends a sentence or a quotation after them. */
export function linksIn(text: string): readonly TextLink[] {
  return (linkify.match(text) ?? []).flatMap(({ index, lastIndex }) => {
    const to = endOf(text, index, lastIndex);
    const address = text.slice(index, to);
    // A name before the host hides where the address leads.
    const hidesHost = /^[^\s/?#]*@/.test(text.slice(to));
    return isLinkAddress(address) && !hidesHost ? [{ from: index, to, address }] : [];
  });
}

/** What an abbreviation at the end of an address is: initials as in `/Washington,_D.C.`, and words as in `/Apple_Inc.` */
const ABBREVIATION = /(?:\p{Lu}\.\p{Lu}|[_-](?:Inc|Ltd|Co|Corp|Jr|Sr|Bros))$/u;

/** Where an address ends: with the dot of an abbreviation, and without one that ends a sentence within a quotation. */
function endOf(text: string, from: number, to: number): number {
  const address = text.slice(from, to).replace(/[.,:;!?…]+$/u, '');
  const end = from + address.length;
  const isInPath = /^\w+:\/\/[^/]+\//.test(address);
  return isInPath && ABBREVIATION.test(address) && text.charAt(end) === '.' ? end + 1 : end;
}
