import { PRODUCT_NAME } from '#shared/brand.ts';
import { capital } from '#shared/capital.ts';
import { escaped } from '../escaped-html.ts';
import { type CollectedData, type Data, JPEG_URL } from './collect-data.ts';

/* The copy of a person's data as one page, which loads and runs nothing. */

const STYLE =
  'body{font:16px/1.5 Georgia,serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fdfbf6}' +
  'dt{font-weight:bold;margin-top:.4rem}dd{margin:0 0 0 1rem;white-space:pre-wrap;overflow-wrap:anywhere}' +
  'img{display:block;max-width:100%;height:auto}' +
  'li{margin:.8rem 0}@media(prefers-color-scheme:dark){body{color:#eee;background:#1b1a18}}';

/** Returns the page. Every text is escaped, and its policy lets it load nothing; the pictures are in it. */
export function exportHtml(
  { parts, isComplete, leavesOut }: CollectedData,
  madeAt: string,
): string {
  const sections = Object.entries(parts)
    .map(([name, data]) => `<h2>${escaped(capitalized(name))}</h2>${htmlOf(data)}`)
    .join('\n');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<title>Your data at ${PRODUCT_NAME}</title><style>${STYLE}</style></head><body>
<h1>Your data at ${PRODUCT_NAME}</h1>
<p>Made on ${escaped(madeAt)}. Times are in UTC, amounts in US dollars.</p>
${isComplete ? '' : '<p><strong>There’s more data than fits in one copy. Ask us for the rest.</strong></p>\n'}${sections}
<h2>Not in this copy</h2>${htmlOf(leavesOut)}
</body></html>
`;
}

function htmlOf(data: Data): string {
  if (data === null || typeof data !== 'object') return `<p>${escaped(String(data ?? ''))}</p>`;
  if (Array.isArray(data)) {
    if (data.length === 0) return '<p>None.</p>';
    return `<ol>${data.map((item: Data) => `<li>${htmlOf(item)}</li>`).join('')}</ol>`;
  }
  const rows = Object.entries(data).map(
    ([name, value]) => `<dt>${escaped(capitalized(name))}</dt><dd>${valueHtml(name, value)}</dd>`,
  );
  return `<dl>${rows.join('')}</dl>`;
}

function valueHtml(name: string, data: Data): string {
  if (isPicture(name, data))
    return `<img alt="A picture that you sent" src="${escaped(String(data))}">`;
  return isText(data) ? escaped(String(data)) : htmlOf(data);
}

/** Whether a value is a picture. The code chooses the names of the data, so no text of a person is taken for one. */
const isPicture = (name: string, data: Data) =>
  name === 'picture' && typeof data === 'string' && data.startsWith(JPEG_URL);

const isText = (data: Data) => data !== null && typeof data !== 'object';

/** `emailConfirmedAt` becomes `Email confirmed at`. */
function capitalized(name: string): string {
  const words = name.replace(
    /([a-z])([A-Z])/g,
    (_all, last, first) => `${last} ${first.toLowerCase()}`,
  );
  return capital(words);
}
