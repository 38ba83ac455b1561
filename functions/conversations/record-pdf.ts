import PDFDocument from 'pdfkit';
import type { ConversationRecord } from '#shared/rules/conversations/record.ts';
import type { RecordEntry } from '#shared/rules/conversations/record-chain.ts';
import { truncate } from '#shared/rules/text.ts';
import { type Fonts, openFonts } from './record-pdf/fonts.ts';
import { type Line, linesOf, type Style } from './record-pdf/lines.ts';

/*
 * A record as a PDF for a bank. Stripe accepts evidence as PDF, JPEG and PNG files of at most 5 MB
 * (https://docs.stripe.com/file-upload) and refuses more pages than the card network takes: Mastercard takes 19, of which the texts
 * of the evidence need some. https://docs.stripe.com/changelog/endive/2026-09-30/page-limit-validation-dispute-evidence
 *
 * The same record gives the same bytes.
 */

/** The most pages of a record. */
export const PAGES_MAX = 15;
/** How many characters of each text are shown: all of them, or as many as the pages have room for. */
const TEXT_LENGTHS = [Number.POSITIVE_INFINITY, 4_000, 600];

/** A US letter page, in points. */
const PAGE = { width: 612, height: 792, margin: 54 };
const FOOTER_HEIGHT = 24;
const COLUMN_WIDTH = PAGE.width - 2 * PAGE.margin;
const COLUMN_HEIGHT = PAGE.height - 2 * PAGE.margin - FOOTER_HEIGHT;
/** Where the baseline of a line is, as a part of its height. */
const BASELINE = 0.75;
/** Texts of people stand beside a rule, so that none can look like an entry. */
const TEXT_INDENT = 14;

type ParagraphStyle = Style & {
  readonly lineHeight: number;
  /** The space above its first line. */
  readonly before: number;
  readonly indent: number;
};

const STYLES = {
  title: { size: 16, semiBold: true, lineHeight: 22, before: 0, indent: 0 },
  heading: { size: 12, semiBold: true, lineHeight: 16, before: 10, indent: 0 },
  detail: { size: 10.5, lineHeight: 14, before: 0, indent: TEXT_INDENT },
  text: { size: 12, lineHeight: 16, before: 0, indent: 2 * TEXT_INDENT },
  note: { size: 8.5, lineHeight: 12, before: 0, indent: 0 },
  hash: { size: 8.5, lineHeight: 12, before: 0, indent: TEXT_INDENT },
} as const satisfies Record<string, ParagraphStyle>;

type StyleName = keyof typeof STYLES;
type Paragraph = { readonly style: StyleName; readonly text: string };
/** A line on its page, and the distance of its top from the top of the page. */
type PlacedLine = {
  readonly line: Line;
  readonly style: StyleName;
  readonly page: number;
  readonly top: number;
};

/** The PDF of a record. What the pages have no room for is left out, which the PDF says; the hashes cover all of it. */
export function recordPdf(record: ConversationRecord): Promise<Uint8Array> {
  const fonts = openFonts();
  return drawnPdf(fonts, record, placedLines(fonts, record));
}

/** The lines of a record with as much of each text as fits; if nothing does, those that fit. */
function placedLines(fonts: Fonts, record: ConversationRecord): readonly PlacedLine[] {
  let lines: readonly PlacedLine[] = [];
  for (const length of TEXT_LENGTHS) {
    lines = placed(fonts, paragraphsOf(record, length));
    if (pagesOf(lines) <= PAGES_MAX) return lines;
  }
  const kept = lines.filter(({ page }) => page < PAGES_MAX);
  const last = kept.at(-1);
  const [line] = linesOf(fonts, 'The rest doesn’t fit into this file.', STYLES.note, COLUMN_WIDTH);
  return last && line ? [...kept.slice(0, -1), { ...last, line, style: 'note' }] : kept;
}

const pagesOf = (lines: readonly PlacedLine[]): number => (lines.at(-1)?.page ?? 0) + 1;

function* paragraphsOf(
  { conversationId, entries }: ConversationRecord,
  length: number,
): Generator<Paragraph> {
  yield { style: 'title', text: `Record of the conversation ${conversationId}` };
  yield {
    style: 'note',
    text: 'All times are in UTC. Each entry contains the SHA-256 hash of the entries before it.',
  };
  for (const entry of entries) yield* entryParagraphs(entry, length);
}

function* entryParagraphs(
  { number, at, what, by, text, hash, ...more }: RecordEntry,
  length: number,
): Generator<Paragraph> {
  const author = by ? ` by the ${by.toLowerCase()}` : '';
  yield { style: 'heading', text: `${number}. ${at}  ${what}${author}` };
  for (const [name, value] of Object.entries(more))
    yield { style: 'detail', text: `${name}: ${inWords(value)}`.replace(/\s+/g, ' ') };
  if (text !== undefined) yield* textParagraphs(text, length);
  yield { style: 'hash', text: `hash: ${hash}` };
}

function* textParagraphs(text: string, length: number): Generator<Paragraph> {
  const kept = truncate(text, length);
  for (const paragraph of kept.split('\n')) yield { style: 'text', text: paragraph };
  const left = text.length - kept.length;
  if (left > 0)
    yield {
      style: 'hash',
      text: `The remaining ${left} characters of this text don’t fit into this file. Its hash covers them.`,
    };
}

const inWords = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? Object.values(value).map(inWords).join(', ')
    : String(value);

/** Places paragraphs from the top of the first page on. Ends with the first line that stands on one page too many. */
function placed(fonts: Fonts, paragraphs: Iterable<Paragraph>): readonly PlacedLine[] {
  const lines: PlacedLine[] = [];
  let page = 0;
  let used = 0;
  for (const { style, text } of paragraphs) {
    const { lineHeight, before, indent } = STYLES[style];
    used += used === 0 ? 0 : before;
    for (const line of linesOf(fonts, text, STYLES[style], COLUMN_WIDTH - indent)) {
      if (used + lineHeight > COLUMN_HEIGHT) [page, used] = [page + 1, 0];
      lines.push({ line, style, page, top: PAGE.margin + used });
      if (page === PAGES_MAX) return lines;
      used += lineHeight;
    }
  }
  return lines;
}

async function drawnPdf(
  fonts: Fonts,
  { conversationId, entries }: ConversationRecord,
  lines: readonly PlacedLine[],
): Promise<Uint8Array> {
  const title = `Record of the conversation ${conversationId}`;
  // The date is part of the file's identifier, which must not differ between two tries.
  const date = new Date(entries.at(-1)?.at ?? 0);
  const document = new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    autoFirstPage: false,
    font: '',
    lang: 'en',
    info: { Title: title, CreationDate: date },
  });
  const bytes = bytesOf(document);
  const pages = pagesOf(lines);
  for (let page = 0; page < pages; page += 1) {
    document.addPage();
    for (const placedLine of lines)
      if (placedLine.page === page) drawLine(document, fonts, placedLine);
    drawFooter(document, fonts, `${title} · page ${page + 1} of ${pages}`);
  }
  document.end();
  return bytes;
}

function drawLine(
  document: PDFKit.PDFDocument,
  fonts: Fonts,
  { line, style, top }: PlacedLine,
): void {
  const { lineHeight, indent, size } = STYLES[style];
  const left = PAGE.margin + indent;
  const baseline = top + lineHeight * BASELINE;
  if (style === 'text') {
    const rule = left - TEXT_INDENT / 2;
    document.lineWidth(0.75).strokeColor('#8a8a8a');
    document
      .moveTo(rule, top)
      .lineTo(rule, top + lineHeight)
      .stroke();
  }
  document.save();
  if (line.isStacked) document.rect(0, top, PAGE.width, lineHeight).clip();
  let x = line.isRightToLeft ? PAGE.width - PAGE.margin - line.width : left;
  for (const { text, font, width } of line.runs) {
    document.font(fonts(font) as unknown as PDFKit.Mixins.PDFFontSource).fontSize(size);
    document.text(text, x, baseline, { lineBreak: false, baseline: 'alphabetic', features: [] });
    x += width;
  }
  document.restore();
}

function drawFooter(document: PDFKit.PDFDocument, fonts: Fonts, text: string): void {
  const top = PAGE.height - PAGE.margin - STYLES.note.lineHeight;
  for (const line of linesOf(fonts, text, STYLES.note, COLUMN_WIDTH))
    drawLine(document, fonts, { line, style: 'note', page: 0, top });
}

function bytesOf(document: PDFKit.PDFDocument): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  return new Promise((resolve, reject) => {
    document.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.on('error', reject);
  });
}
