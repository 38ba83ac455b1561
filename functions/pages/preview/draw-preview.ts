import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { PRODUCT_NAME } from '#shared/brand.ts';
import { type Cents, formatMoney } from '#shared/money.ts';
import { graphemes } from '#shared/rules/text/graphemes.ts';
import { truncateAtWord } from '#shared/rules/text.ts';
import { perforated } from '#web/server/stamp-paper.ts';
import { escaped } from '../../escaped-html.ts';
import { drawingFile } from './drawing-files.ts';
import type { Shown } from './preview-address.ts';

/* Draws the picture of a profile: paper, portrait, name, and the price as a stamp. 1200 × 630, as link previews want it. */

const COLORS = { paper: '#f7f2e8', ink: '#1f2a44', soft: '#5d5f6b', rule: '#d8cfbd' } as const;
const STAMP = { paper: '#ebdfc4', ink: '#b3271f', width: 104, height: 80 } as const;

type Drawing = { readonly fonts: Uint8Array[] };
let prepared: Promise<Drawing> | undefined;

/** Loads resvg and the fonts once in a process; a failed attempt is repeated by the next call. */
function prepare(): Promise<Drawing> {
  prepared ??= load().catch((fault) => {
    prepared = undefined;
    throw fault;
  });
  return prepared;
}

async function load(): Promise<Drawing> {
  const [code, regular, semiBold] = await Promise.all([
    drawingFile('resvg'),
    drawingFile('regular'),
    drawingFile('semiBold'),
  ]);
  await initWasm(Uint8Array.from(code).buffer);
  return { fonts: [regular, semiBold] };
}

/** Returns the picture as a PNG. `portrait`: a JPEG; without one, the initial of the name is drawn. */
export async function drawPreview(
  shown: Shown,
  portrait: Uint8Array | undefined,
): Promise<Uint8Array> {
  const { fonts } = await prepare();
  const picture = new Resvg(previewSvg(shown, portrait), {
    font: { fontBuffers: fonts, defaultFontFamily: 'Newsreader', loadSystemFonts: false },
  });
  try {
    return picture.render().asPng();
  } finally {
    picture.free();
  }
}

/** The picture as SVG. */
export function previewSvg(shown: Shown, portrait: Uint8Array | undefined): string {
  const { fullName, username, subCategoryName, paidResponsePrice } = shown;
  const price = shown.paidResponseCommitment > 0 ? paidResponsePrice : undefined;
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="1200" height="630" viewBox="0 0 1200 630" font-family="Newsreader">',
    `<rect width="1200" height="630" fill="${COLORS.paper}"/>`,
    `<rect x="28" y="28" width="1144" height="574" fill="none" stroke="${COLORS.rule}" stroke-width="2"/>`,
    portraitSvg(fullName, portrait),
    ...linesOf(fullName).map((line, nth) =>
      text({ x: 380, y: 216 + 74 * nth, size: 68, weight: 600 }, line),
    ),
    text(
      { x: 380, y: 216 + 74 * linesOf(fullName).length - 14, color: COLORS.soft },
      `@${username}`,
    ),
    subCategoryName ? text({ x: 80, y: 470, size: 38 }, subCategoryName) : '',
    text({ x: 80, y: 550, color: COLORS.soft }, PRODUCT_NAME),
    price === undefined ? '' : stampSvg(price),
    '</svg>',
  ].join('');
}

/** A name in at most two lines. */
function linesOf(name: string): string[] {
  const line = 22;
  if (name.length <= line) return [name];
  const words = name.split(' ');
  let first = words.shift() ?? '';
  while (words[0] !== undefined && `${first} ${words[0]}`.length <= line)
    first = `${first} ${words.shift()}`;
  const rest = words.join(' ');
  return [truncateAtWord(first, line), ...(rest ? [truncateAtWord(rest, line)] : [])];
}

type TextPlace = {
  readonly x: number;
  readonly y: number;
  readonly size?: number;
  readonly weight?: number;
  readonly color?: string;
  readonly anchor?: 'middle';
};

const text = (
  { x, y, size = 34, weight = 400, color = COLORS.ink, anchor }: TextPlace,
  words: string,
) =>
  `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${color}"${anchor ? ` text-anchor="${anchor}"` : ''}>${escaped(words)}</text>`;

function portraitSvg(fullName: string, portrait: Uint8Array | undefined): string {
  if (!portrait) {
    const initial = graphemes(fullName)[0]?.toUpperCase() ?? '';
    const letter = { x: 210, y: 282, size: 120, color: COLORS.paper, anchor: 'middle' } as const;
    return `<circle cx="210" cy="240" r="130" fill="${COLORS.ink}"/>${text(letter, initial)}`;
  }
  const address = `data:image/jpeg;base64,${Buffer.from(portrait).toString('base64')}`;
  return `<clipPath id="round"><circle cx="210" cy="240" r="130"/></clipPath><image x="80" y="110" width="260" height="260" preserveAspectRatio="xMidYMid slice" clip-path="url(#round)" xlink:href="${address}"/>`;
}

/** The stamp of web/src/ui/Stamp.tsx without its engraving. */
function stampSvg(price: Cents): string {
  const { width, height, paper, ink } = STAMP;
  const words = formatMoney(price).replace(/\.00$/, '');
  const size = Math.min(30, 150 / words.length);
  const frame = (inset: number, stroke: number) =>
    `<rect x="${inset}" y="${inset}" width="${width - 2 * inset}" height="${height - 2 * inset}" fill="none" stroke="${ink}" stroke-width="${stroke}"/>`;
  return [
    '<g transform="translate(846 386) rotate(-3) scale(2.4)">',
    `<path d="${perforated(width, height, 2.5)}" fill="${paper}"/>`,
    frame(7.5, 1),
    frame(10, 0.5),
    text({ x: width / 2, y: 46, size, weight: 600, color: ink, anchor: 'middle' }, words),
    text({ x: width / 2, y: 63.5, size: 8.2, color: ink, anchor: 'middle' }, 'PER ANSWER'),
    '</g>',
  ].join('');
}
