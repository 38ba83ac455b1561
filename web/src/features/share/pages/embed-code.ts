import { PRODUCT_NAME } from '#shared/brand.ts';
import { paths } from '#web/paths.ts';

/* The HTML that puts a profile on another site. docs/product/links.md#button-and-card */

export type EmbedKind = 'button' | 'card' | 'link';

export type EmbeddedPerson = { readonly fullName: string; readonly username: string };

/** A link as an element, so that the browser escapes the name. */
export function linkElement({ fullName, username }: EmbeddedPerson): HTMLAnchorElement {
  const link = document.createElement('a');
  link.href = `${window.location.origin}${paths.profile(username, 'embed')}`;
  link.textContent = `Ask ${fullName} on ${PRODUCT_NAME}`;
  return link;
}

/** The HTML of a button, a card or a link. A username has no characters that HTML escapes. */
export const embedCode = (kind: EmbedKind, person: EmbeddedPerson): string =>
  kind === 'link'
    ? linkElement(person).outerHTML
    : `<script src="${window.location.origin}/embed.js" data-username="${person.username}" data-kind="${kind}" async></script>`;
