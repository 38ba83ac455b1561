import { decoded, normalizePlainText } from '../conversations/messages.ts';
import { oneLine } from '../text.ts';

/*
 * The copy of a letter and its answer that becomes public: plain text, and the edits that hide or reword places in it. The letter is
 * never changed, and a version of the copy is always what the edits of that version make of it. docs/product/public-answers.md#the-copy
 */

export const PARTS = ['title', 'question', 'answer'] as const;
export type Part = (typeof PARTS)[number];

/** The texts of a letter and its answer, without markup. Paragraphs are separated by line breaks. */
export type Texts = { readonly [Name in Part]: string };

/** What a place in a text can point at. OTHER: a passage that one of the two marked. */
export const PLACE_KINDS = [
  'PARTICIPANT',
  'NAME',
  'PLACE',
  'EMPLOYER',
  'DATE',
  'NUMBER',
  'EMAIL',
  'PHONE',
  'LINK',
  'OTHER',
] as const;
export type PlaceKind = (typeof PLACE_KINDS)[number];

/** The change of a place in a text, from `start` up to `end` in UTF-16 units. Without `text` the place is hidden. */
export type Edit = {
  readonly part: Part;
  readonly start: number;
  readonly end: number;
  readonly kind: PlaceKind;
  /** The words in its place. */
  readonly text?: string | undefined;
};

/** What is shown in place of hidden words, as old letters print it: "Dear ——,". */
export const HIDDEN = '——';

/** The most characters of all three texts together. Two letters that are longer stay private. */
export const PUBLIC_TEXT_MAX = 30_000;
/** The most edits of a copy, and the most characters of the words in place of others. */
export const EDITS_MAX = 150;
export const REWORDED_MAX = 80;

const LINE_END = /<(?:br|\/(?:p|li|h[1-6]|blockquote))\b[^>]*>/gi;

/** The text of a message with a line for each paragraph; pictures, links and other markup are left out. */
function linesOf(html: string): string {
  const end = html.lastIndexOf('>') + 1;
  const tagged = html
    .slice(0, end)
    .replace(LINE_END, '\n')
    .replace(/<[^>]*>/g, '');
  return normalizePlainText(decoded(tagged + html.slice(end)))
    .split('\n')
    .filter((line) => line !== '')
    .join('\n');
}

/** The texts of a letter: its subject, the sender's message and the paid answer, which are HTML. */
export const textsOf = (subject: string, question: string, answer: string): Texts => ({
  title: oneLine(subject),
  question: linesOf(question),
  answer: linesOf(answer),
});

export const lengthOf = (texts: Texts): number =>
  PARTS.reduce((length, part) => length + texts[part].length, 0);

/** A piece of a shown text. Of a changed one, `before` is what the letter says. */
export type Piece = {
  readonly text: string;
  readonly kind?: PlaceKind;
  readonly change?: 'HIDDEN' | 'REWORDED';
  readonly before?: string;
};

/** The pieces of a part as the edits make it. */
export function piecesOf(texts: Texts, part: Part, edits: readonly Edit[]): Piece[] {
  const text = texts[part];
  const pieces: Piece[] = [];
  let from = 0;
  for (const edit of editsOf(part, edits)) {
    if (edit.start > from) pieces.push({ text: text.slice(from, edit.start) });
    pieces.push({
      text: edit.text ?? HIDDEN,
      kind: edit.kind,
      change: edit.text === undefined ? 'HIDDEN' : 'REWORDED',
      before: text.slice(edit.start, edit.end),
    });
    from = edit.end;
  }
  if (from < text.length) pieces.push({ text: text.slice(from) });
  return pieces;
}

/** A part as it is shown, as one text. */
export const shownText = (texts: Texts, part: Part, edits: readonly Edit[]): string =>
  piecesOf(texts, part, edits)
    .map(({ text }) => text)
    .join('');

/** The edits of a part in the order of the text. */
const editsOf = (part: Part, edits: readonly Edit[]): Edit[] =>
  edits.filter((edit) => edit.part === part).sort((one, other) => one.start - other.start);

/** Divides pieces into the paragraphs of their text. */
export function paragraphsOf(pieces: readonly Piece[]): Piece[][] {
  const paragraphs: Piece[][] = [[]];
  for (const piece of pieces) {
    // A changed place is within one paragraph (editsFault).
    const [first = '', ...others] = piece.change ? [piece.text] : piece.text.split('\n');
    if (first !== '') paragraphs.at(-1)?.push({ ...piece, text: first });
    for (const line of others) paragraphs.push(line === '' ? [] : [{ ...piece, text: line }]);
  }
  return paragraphs.filter((paragraph) => paragraph.length > 0);
}

/** Why edits do not fit the texts, in a sentence; undefined if they do. */
export function editsFault(texts: Texts, edits: readonly Edit[]): string | undefined {
  for (const part of PARTS) {
    let from = 0;
    for (const { start, end } of editsOf(part, edits)) {
      const words = texts[part].slice(start, end);
      if (start < from || end <= start || end > texts[part].length || /^\s*$/.test(words))
        return NOT_THERE;
      if (words.includes('\n')) return 'Please change one paragraph at a time.';
      if (isInsideCharacter(texts[part], start) || isInsideCharacter(texts[part], end))
        return NOT_THERE;
      from = end;
    }
    if (isAllHidden(shownText(texts, part, edits)))
      return `Please leave something of the ${part} to read.`;
  }
  return undefined;
}

const NOT_THERE = 'These changes don’t fit the letter. Open it again and repeat them.';

const isInsideCharacter = (text: string, at: number): boolean =>
  /^[\uDC00-\uDFFF]/.test(text.slice(at, at + 1));

const isAllHidden = (shown: string) => shown.replaceAll(HIDDEN, '').trim() === '';

/** Whether two copies are changed alike. */
export const areSameEdits = (some: readonly Edit[], others: readonly Edit[]): boolean =>
  textOfEdits(some) === textOfEdits(others);

const textOfEdits = (edits: readonly Edit[]) =>
  JSON.stringify(
    PARTS.flatMap((part) => editsOf(part, edits)).map(({ part, start, end, text = null }) => [
      part,
      start,
      end,
      text,
    ]),
  );
