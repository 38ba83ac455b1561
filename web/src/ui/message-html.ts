import { cleanFragment } from './clean-fragment.ts';
import { linksIn } from './text-links.ts';

/**
 * Converts typed text to the HTML of a message: an empty line starts a paragraph, other line breaks stay, and
 * addresses become links.
 */
export function typedToHtml(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .trim()
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => `<p>${linked(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('');
}

function linked(text: string): string {
  let html = '';
  let at = 0;
  for (const { from, to, address } of linksIn(text)) {
    const words = escaped(address);
    html += `${escaped(text.slice(at, from))}<a href="${words}">${words}</a>`;
    at = to;
  }
  return html + escaped(text.slice(at));
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Converts a message to text as it would be typed: an empty line between paragraphs. Formats are lost. */
export function htmlToTyped(html: string): string {
  return [...cleanFragment(html).childNodes]
    .map(textOf)
    .filter((block) => block !== '')
    .join('\n\n');
}

function textOf(node: Node): string {
  if (node.nodeName === 'BR') return '\n';
  if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? '';
  const inside = [...node.childNodes].map(textOf).join(isList(node) ? '\n' : '');
  return node.nodeName === 'LI' ? `• ${inside}` : inside;
}

const isList = ({ nodeName }: Node) => nodeName === 'UL' || nodeName === 'OL';
