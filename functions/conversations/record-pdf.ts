import type { ConversationRecord } from '../../shared/rules/conversations/record.ts';
import type { RecordEntry } from '../../shared/rules/conversations/record-chain.ts';
import { truncate } from '../../shared/rules/text.ts';

/*
 * A record as a PDF of plain lines, because Stripe accepts only PDF, JPEG and PNG files as evidence, of at most 5 MB:
 * https://docs.stripe.com/file-upload. The same record gives the same bytes.
 */

/** The characters of a line: Courier of 9 points is 5.4 points wide, and a US letter page has 504 points between its margins. */
const COLUMNS = 93;
const LINES_A_PAGE = 58;
/** The most lines: about 4 MB. */
const MAX_LINES = 30_000;
const LEFT_OUT = 'The rest does not fit into this file.';

/** The PDF of a record. Characters outside Western European alphabets appear as "?"; the hashes cover the original text. */
export const recordPdf = (record: ConversationRecord): Uint8Array => textPdf(linesOf(record));

function linesOf({ conversationId, entries }: ConversationRecord): string[] {
  const lines = [
    `Record of the conversation ${conversationId}`,
    'All times are in UTC. Each entry contains the SHA-256 hash of the entries before it.',
    ...entries.flatMap(entryLines),
  ].flatMap(wrapped);
  return lines.length > MAX_LINES ? [...lines.slice(0, MAX_LINES), LEFT_OUT] : lines;
}

function entryLines({ number, at, what, by, text, hash, ...more }: RecordEntry): string[] {
  const details = Object.entries(more).map(([name, value]) => `  ${name}: ${inWords(value)}`);
  return [
    '',
    `${number}. ${at}  ${what}${by ? ` by the ${String(by).toLowerCase()}` : ''}`,
    ...details,
    ...(text === undefined ? [] : text.split('\n').map((line) => `  | ${line}`)),
    `  hash: ${hash}`,
  ];
}

const inWords = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? Object.values(value).map(inWords).join(', ')
    : String(value);

/** Breaks a line at spaces, and a longer word anywhere. */
function wrapped(line: string): string[] {
  const lines: string[] = [];
  let rest = line;
  while (rest.length > COLUMNS) {
    const space = rest.lastIndexOf(' ', COLUMNS);
    const end = space > COLUMNS / 2 ? space : truncate(rest, COLUMNS).length;
    lines.push(rest.slice(0, end));
    rest = `    ${rest.slice(end).trimStart()}`;
  }
  return [...lines, rest];
}

/** Makes a PDF of lines in Courier, one object after the other, and the table of their positions. */
function textPdf(lines: readonly string[]): Uint8Array {
  const pages: string[] = [];
  for (let first = 0; first < lines.length; first += LINES_A_PAGE)
    pages.push(pageContent(lines.slice(first, first + LINES_A_PAGE)));
  const numberOf = (page: number) => 4 + 2 * page;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, page) => `${numberOf(page)} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((content, page) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${numberOf(page) + 1} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ];
  const parts = ['%PDF-1.4\n'];
  const positions: number[] = [];
  let length = parts[0]?.length ?? 0;
  for (const [index, object] of objects.entries()) {
    const part = `${index + 1} 0 obj\n${object}\nendobj\n`;
    positions.push(length);
    length += part.length;
    parts.push(part);
  }
  const table = positions.map((position) => `${String(position).padStart(10, '0')} 00000 n \n`);
  parts.push(
    `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table.join('')}`,
    `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`,
  );
  // Every character is one byte, so lengths in characters are lengths in bytes.
  return Buffer.from(parts.join(''), 'latin1');
}

const pageContent = (lines: readonly string[]): string =>
  `BT /F1 9 Tf 12 TL 54 738 Td\n${lines.map((line) => `(${encoded(line)}) Tj T*`).join('\n')}\nET`;

/** The punctuation that has other codes in Windows-1252 than in Unicode. */
const PUNCTUATION: Readonly<Record<string, number>> = {
  ...{ '€': 0x80, '‚': 0x82, '„': 0x84, '…': 0x85, '‘': 0x91, '’': 0x92 },
  ...{ '“': 0x93, '”': 0x94, '•': 0x95, '–': 0x96, '—': 0x97, '™': 0x99 },
};

/** The line as a string of a PDF in Windows-1252. */
const encoded = (line: string): string =>
  [...line]
    .map((character) => {
      const code = PUNCTUATION[character];
      if (code !== undefined) return String.fromCharCode(code);
      return /^[ -~\u00a0-\u00ff]$/.test(character) ? character : '?';
    })
    .join('')
    .replace(/[\\()]/g, '\\$&');
