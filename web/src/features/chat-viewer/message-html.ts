/** An address of the web as people type it; what ends a sentence is not part of it. */
const ADDRESS = /\bhttps?:\/\/[^\s<>"]*[^\s<>".,:;!?')\]]/g;

/**
 * What was typed into a plain box, as the HTML a message is sent as: an empty line begins a paragraph, any other line
 * stays a line, and an address becomes a link.
 */
export function htmlOfTyped(text: string): string {
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
  let from = 0;
  for (const { 0: address, index } of text.matchAll(ADDRESS)) {
    const to = escaped(address);
    html += `${escaped(text.slice(from, index))}<a href="${to}">${to}</a>`;
    from = index + address.length;
  }
  return html + escaped(text.slice(from));
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
