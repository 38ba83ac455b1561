import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';

/*
 * Draws the pictures and the PDF that letters of the demo data have, into this folder. Run it with
 * `node --import tsx lib/local/seed/files/draw.ts`.
 */

const file = (name: string) => join(import.meta.dirname, name);

/** Two letters of a landlord, as a phone sees them on a table. */
const NOTICES = [
  {
    name: 'notice-march.jpg',
    turn: -3,
    lines: [
      'March 3',
      'Adjustment of your rent by the index',
      '',
      'The index of consumer prices has risen by 3.1 percent',
      'since your last adjustment. Under section 4 of the lease',
      'your rent rises to $2,062 a month from April 1.',
    ],
  },
  {
    name: 'notice-november.jpg',
    turn: 2,
    lines: [
      'November 19',
      'Market adjustment of your rent',
      '',
      'Rents of similar offices in the district have risen.',
      'Under section 11 of the lease your rent is adjusted',
      'to $2,240 a month from January 1.',
    ],
  },
];

function notice({ turn, lines }: (typeof NOTICES)[number]): string {
  const [date = '', title = '', ...text] = lines;
  const line = (words: string, index: number) =>
    `<text x="210" y="${470 + index * 52}">${words}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900" viewBox="0 0 1200 900">
    <defs>
      <linearGradient id="table" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#8a6242"/><stop offset="1" stop-color="#5f3f2a"/></linearGradient>
      <linearGradient id="light" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#fffdf6"/><stop offset="1" stop-color="#e9e2d2"/></linearGradient>
      <filter id="shadow" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="14"/></filter>
    </defs>
    <rect width="1200" height="900" fill="url(#table)"/>
    <g stroke="#4a3020" stroke-width="3" opacity=".35"><path d="M0 140c400 30 800-30 1200 10M0 420c300-24 900 40 1200 0M0 700c500 34 700-20 1200 14" fill="none"/></g>
    <g transform="rotate(${turn} 600 450)">
      <rect x="150" y="120" width="900" height="900" fill="#1c120b" opacity=".5" filter="url(#shadow)"/>
      <rect x="140" y="100" width="900" height="900" fill="url(#light)"/>
      <g fill="#16233b" font-family="DejaVu Serif, serif" font-size="27">
        <text x="210" y="190" font-size="34" letter-spacing="3">HOLM &amp; DAUGHTERS</text>
        <text x="210" y="228" font-size="22" fill="#5a6273">Management of offices</text>
        <rect x="210" y="252" width="760" height="3"/>
        <text x="970" y="320" text-anchor="end" font-size="26">${date}</text>
        <text x="210" y="396" font-size="36" font-weight="bold">${title}</text>
        ${text.map(line).join('')}
      </g>
      <path d="M660 800c30-60 70-70 60-20s-50 60-10 30 60-60 70-20 10 20 60-10" fill="none" stroke="#2a4f9a" stroke-width="5" stroke-linecap="round"/>
    </g>
  </svg>`;
}

/** Eight loaves of a country bread, seen from above. */
function loaves(): string {
  const loaf = (index: number) => {
    const [x, y] = [190 + (index % 4) * 275, 260 + Math.floor(index / 4) * 340];
    const turn = (index * 37) % 50;
    return `<g transform="translate(${x} ${y}) rotate(${turn - 25})">
      <ellipse cx="10" cy="16" rx="118" ry="142" fill="#2b1a0e" opacity=".35"/>
      <ellipse rx="116" ry="140" fill="#9a5a25"/><ellipse rx="98" ry="122" fill="#b9743a"/>
      <ellipse rx="74" ry="96" fill="#cf9458" opacity=".7"/>
      <path d="M-52 -70c34 18 70 18 104 0M-66 0c44 20 88 20 132 0M-52 70c34 18 70 18 104 0" fill="none" stroke="#f1dfc0" stroke-width="11" stroke-linecap="round"/>
    </g>`;
  };
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="860" viewBox="0 0 1200 860">
    <rect width="1200" height="860" fill="#e7decb"/>
    <g stroke="#cfc2a6" stroke-width="2">${Array.from({ length: 30 }, (_, n) => `<path d="M${n * 42} 0v860M0 ${n * 42}h1200"/>`).join('')}</g>
    ${Array.from({ length: 8 }, (_, index) => loaf(index)).join('')}
  </svg>`;
}

const photo = (svg: string, name: string) =>
  sharp(Buffer.from(svg)).jpeg({ quality: 78, mozjpeg: true }).toFile(file(name));

/** The two sections of the lease, one on each page. */
function lease(): void {
  const document = new PDFDocument({
    size: 'A4',
    margin: 72,
    info: { Title: 'Lease, sections 4 and 11' },
  });
  document.pipe(createWriteStream(file('lease.pdf')));
  const section = (title: string, ...paragraphs: readonly string[]) => {
    document.font('Times-Bold').fontSize(15).text(title).moveDown();
    document.font('Times-Roman').fontSize(12);
    for (const paragraph of paragraphs) document.text(paragraph, { lineGap: 3 }).moveDown();
  };
  section(
    'Section 4. Adjustment by the index',
    '(1) The rent follows the index of consumer prices. It is adjusted once in twelve months, by the percentage by which the index has risen since the last adjustment.',
    '(2) The landlord announces the adjustment in writing, at least four weeks before it takes effect.',
  );
  document.addPage();
  section(
    'Section 11. Market adjustment',
    '(1) If rents of similar premises in the district rise, the landlord may adjust the rent at reasonable discretion.',
    '(2) The tenant may end the lease within six weeks after the announcement.',
  );
  document.end();
}

for (const each of NOTICES) await photo(notice(each), each.name);
await photo(loaves(), 'loaves.jpg');
lease();
