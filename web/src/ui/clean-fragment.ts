import { isLinkAddress } from './link-address.ts';

/** The elements that the rich-text fields allow, with their attributes; and `small`, in which messages have questions. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    ['p', 'br', 'strong', 'b', 'em', 'i', 'u', 'small', 'ul', 'ol', 'li'].map((tag) => [tag, []]),
  ),
  a: ['href'],
  img: ['src', 'alt', 'width', 'height'],
};

/** Elements whose text is not for readers. Of all other elements that are not allowed, the children are kept. */
const DROPPED =
  'script, style, title, iframe, object, noembed, noframes, noscript, xmp, template, textarea, select, audio, video';

type Policy = { createHTML(html: string): string };
type PolicyFactory = { createPolicy(name: string, rules: Policy): Policy };

/** The Trusted Types policy of this file. It allows any HTML, because that is only parsed, in a document that runs no scripts. */
const policy: Policy = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes?.createPolicy(
  'clean-fragment',
  { createHTML: (html) => html },
) ?? {
  createHTML: (html) => html,
};

/**
 * Parses user-written HTML and copies what the rich-text fields allow into new nodes. The copy belongs to an inert
 * document, so its pictures load only when it is inserted. It is never serialized: parsing twice could give other
 * nodes (mXSS).
 */
export function cleanFragment(html: string): DocumentFragment {
  const inert = document.implementation.createHTMLDocument('');
  const template = inert.createElement('template');
  template.innerHTML = policy.createHTML(html);
  const clean = inert.createDocumentFragment();
  copyChildren(inert.createTreeWalker(template.content), clean, inert);
  return clean;
}

/** Reads nodes with a TreeWalker, because a form may replace its own properties by its fields (DOM clobbering). */
function copyChildren(from: TreeWalker, to: Node, inert: Document): void {
  if (!from.firstChild()) return;
  do {
    const node = from.currentNode;
    if (node instanceof Text) to.appendChild(inert.createTextNode(node.data));
    else if (node instanceof HTMLElement && !Element.prototype.matches.call(node, DROPPED)) {
      const copy = copyOf(node, inert);
      copyChildren(from, copy ? to.appendChild(copy) : to, inert);
    }
  } while (from.nextSibling());
  from.parentNode();
}

/** Copies an element without its children; undefined if it is not allowed. */
function copyOf(element: HTMLElement, inert: Document): HTMLElement | undefined {
  const attributes = Object.hasOwn(ALLOWED, element.localName) && ALLOWED[element.localName];
  if (!attributes) return undefined;
  const copy = inert.createElement(element.localName);
  for (const name of attributes) {
    const value = element.getAttribute(name);
    if (value !== null && (name !== 'href' || isLinkAddress(value))) copy.setAttribute(name, value);
  }
  return copy;
}
