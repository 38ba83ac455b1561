import bidiFactory from 'bidi-js';
import type { Font } from 'fontkit';
import LineBreaker from 'linebreak';
import { graphemes } from '#shared/rules/text/graphemes.ts';
import type { FontName } from './font-files.ts';
import type { Fonts } from './fonts.ts';
import { legible } from './legible.ts';

/* Breaks a paragraph into lines whose runs stand in the order in which they are drawn, from left to right. */

/** The size of a text in points, and whether its Latin letters are semi-bold. */
export type Style = { readonly size: number; readonly semiBold?: boolean };

/** A part of a line in one font. `text` is in the order in which the font reads it. */
type Run = { readonly text: string; readonly font: FontName; readonly width: number };

export type Line = {
  readonly runs: readonly Run[];
  readonly width: number;
  /** Whether the paragraph is read from right to left. */
  readonly isRightToLeft: boolean;
  /** Whether a letter has so many marks that they reach into other lines. */
  readonly isStacked: boolean;
};

/** A part of a paragraph in one font and direction. An odd level is read from right to left. */
type Stretch = {
  readonly start: number;
  readonly end: number;
  readonly font: FontName;
  readonly level: number;
};

type Paragraph = {
  readonly fonts: Fonts;
  readonly text: string;
  readonly stretches: readonly Stretch[];
  readonly level: number;
  readonly size: number;
};

const bidi = bidiFactory();

/** The lines of a paragraph, of at most `width` points each. The empty paragraph has one line. */
export function linesOf(fonts: Fonts, text: string, style: Style, width: number): readonly Line[] {
  const paragraph = paragraphOf(fonts, text, style);
  return rangesOf(paragraph, width).map(([start, end]) => lineOf(paragraph, start, end));
}

function paragraphOf(fonts: Fonts, original: string, { size, semiBold = false }: Style): Paragraph {
  const drawn = legible(fonts, original);
  const text = drawn.map((grapheme) => grapheme.text).join('');
  const { levels, paragraphs } = bidi.getEmbeddingLevels(text);
  const stretches: Stretch[] = [];
  let start = 0;
  for (const grapheme of drawn) {
    const font = semiBold && grapheme.font === 'latin' ? 'latinSemiBold' : grapheme.font;
    const level = levels[start] ?? 0;
    const end = start + grapheme.text.length;
    const last = stretches.at(-1);
    const isSame = last?.font === font && last.level === level;
    if (isSame) stretches.pop();
    stretches.push({ start: isSame ? last.start : start, end, font, level });
    start = end;
  }
  return { fonts, text, stretches, level: paragraphs[0]?.level ?? 0, size };
}

/** The start and end of each line, without the spaces at its end. */
function rangesOf(paragraph: Paragraph, width: number): (readonly [number, number])[] {
  const ranges: (readonly [number, number])[] = [];
  let [start, end, used] = [0, 0, 0];
  const finish = () => {
    ranges.push([start, start + paragraph.text.slice(start, end).trimEnd().length]);
    [start, used] = [end, 0];
  };
  for (const [from, to] of wordsOf(paragraph.text)) {
    const seen = from + paragraph.text.slice(from, to).trimEnd().length;
    if (used > 0 && used + widthOf(paragraph, from, seen) > width) finish();
    if (widthOf(paragraph, from, seen) <= width) {
      [end, used] = [to, used + widthOf(paragraph, from, to)];
      continue;
    }
    // A word that is longer than a line is broken between graphemes.
    for (const grapheme of graphemes(paragraph.text.slice(from, to))) {
      const more = widthOf(paragraph, end, end + grapheme.length);
      if (used > 0 && used + more > width) finish();
      [end, used] = [end + grapheme.length, used + more];
    }
  }
  finish();
  return ranges;
}

function* wordsOf(text: string): Generator<readonly [number, number]> {
  const breaker = new LineBreaker(text);
  let from = 0;
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) {
    if (next.position > from) yield [from, next.position];
    from = next.position;
  }
}

/** The stretches between two places. */
function within({ stretches }: Paragraph, start: number, end: number): Stretch[] {
  const found: Stretch[] = [];
  for (let nth = stretchAt(stretches, start); nth < stretches.length; nth += 1) {
    const stretch = stretches[nth];
    if (!stretch || stretch.start >= end) break;
    found.push({
      ...stretch,
      start: Math.max(start, stretch.start),
      end: Math.min(end, stretch.end),
    });
  }
  return found;
}

/** The number of the stretch that contains a place, by binary search: a text can have a stretch for each of its letters. */
function stretchAt(stretches: readonly Stretch[], place: number): number {
  let [low, high] = [0, stretches.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((stretches[middle]?.end ?? 0) > place) high = middle;
    else low = middle + 1;
  }
  return low;
}

const widthOf = (paragraph: Paragraph, start: number, end: number): number =>
  within(paragraph, start, end).reduce((sum, { font, ...stretch }) => {
    const text = paragraph.text.slice(stretch.start, stretch.end);
    return sum + textWidth(paragraph, text, font);
  }, 0);

/** The widths of the texts that a font of this PDF has laid out: a word is measured with and without the space after it, and may come again. */
const widths = new WeakMap<Font, Map<string, number>>();

function textWidth({ fonts, size }: Paragraph, text: string, name: FontName): number {
  const font = fonts(name);
  const known = widths.get(font) ?? new Map<string, number>();
  widths.set(font, known);
  const width = known.get(text) ?? font.layout(text).advanceWidth;
  known.set(text, width);
  return (width * size) / font.unitsPerEm;
}

const STACK = /\p{M}{5}/u;

function lineOf(paragraph: Paragraph, start: number, end: number): Line {
  const runs = inVisualOrder(within(paragraph, start, end)).map(({ font, level, ...stretch }) => {
    const written = paragraph.text.slice(stretch.start, stretch.end);
    const text = inReadingOrder(written, paragraph.fonts(font), level);
    return { text, font, width: textWidth(paragraph, text, font) };
  });
  return {
    runs,
    width: runs.reduce((sum, run) => sum + run.width, 0),
    isRightToLeft: isRightToLeft(paragraph.level),
    isStacked: STACK.test(paragraph.text.slice(start, end)),
  };
}

const isRightToLeft = (level: number): boolean => level % 2 === 1;

/** Reverses the stretches of each level, the highest first: rule L2 of UAX #9. */
function inVisualOrder(stretches: readonly Stretch[]): readonly Stretch[] {
  const ordered = [...stretches];
  const highest = Math.max(0, ...stretches.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1)
    for (let first = 0; first < ordered.length; first += 1) {
      let after = first;
      while ((ordered[after]?.level ?? -1) >= level) after += 1;
      if (after === first) continue;
      ordered.splice(first, after - first, ...ordered.slice(first, after).reverse());
      first = after;
    }
  return ordered;
}

/**
 * The text of a stretch as its font takes it. A font chooses the direction by the first letter that has a script: brackets are read
 * from left to right, Arabic digits from right to left. Where that is not the direction of the stretch, the text is turned.
 */
function inReadingOrder(text: string, font: Font, level: number): string {
  const letters = graphemes(text);
  const shown = isRightToLeft(level)
    ? letters.map((letter) => bidi.getMirroredCharacter(letter) ?? letter)
    : letters;
  const isReadSo = (font.layout(text).direction === 'rtl') === isRightToLeft(level);
  return (isReadSo ? shown : shown.reverse()).join('');
}
