import { PRODUCT_NAME } from '#shared/brand.ts';
import { ANSWER_OR_MONEY } from '#shared/messages/promises.ts';
import { paths } from '#web/paths.ts';
import type { EmbeddedPerson } from './embed-code.ts';

/* The signature for emails. Without a price, which would stay in sent emails. docs/product/links.md#email-signature */

const addressOf = ({ username }: EmbeddedPerson) =>
  `${window.location.origin}${paths.profile(username, 'email')}`;

export const signatureText = (person: EmbeddedPerson): string =>
  [person.fullName, `Ask me on ${PRODUCT_NAME}: ${addressOf(person)}`, ANSWER_OR_MONEY].join('\n');

/** The signature as an element, so that the browser escapes the name. Its styles are inline, because mail programs drop others. */
export function signatureElement(person: EmbeddedPerson): HTMLElement {
  const name = made('strong', '', person.fullName);
  const link = made('a', 'color:#1f4e8c', `Ask me on ${PRODUCT_NAME}`);
  link.setAttribute('href', addressOf(person));
  const lines = [name, link, document.createTextNode(ANSWER_OR_MONEY)];
  const box = made('div', 'border-left:3px solid #1f4e8c;padding-left:12px;line-height:1.5', '');
  for (const [nth, line] of lines.entries())
    box.append(...(nth > 0 ? [document.createElement('br')] : []), line);
  return box;
}

function made(name: string, style: string, text: string): HTMLElement {
  const element = document.createElement(name);
  if (style) element.setAttribute('style', style);
  element.textContent = text;
  return element;
}
