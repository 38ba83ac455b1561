import { readFileSync } from 'node:fs';
import { create, type Font } from 'fontkit';
import { type FontName, fontFile } from './font-files.ts';

/* The fonts of a record's PDF, and which of them shows a letter. */

/** The fonts in the order in which they are asked for a letter. The largest are last, so that most records never read them. */
const ORDER: readonly FontName[] = [
  'latin',
  'serif',
  'arabic',
  'hebrew',
  'devanagari',
  'emoji',
  'chinese',
  'korean',
];
const EMOJI_FIRST: readonly FontName[] = ['emoji', ...ORDER];

/** The fonts of one PDF. Each is read at its first use. */
export type Fonts = (name: FontName) => Font;

/**
 * Opens the fonts for one PDF. They are not kept for the next one, because fontkit remembers for each glyph the first letter that
 * it was used for: a PDF would depend on those before it.
 */
export function openFonts(): Fonts {
  const opened = new Map<FontName, Font>();
  return (name) => {
    const known = opened.get(name);
    if (known) return known;
    const font = create(readFileSync(fontFile(name))) as Font;
    opened.set(name, font);
    return font;
  };
}

/** A grapheme as it is drawn: without the invisible characters that its font does not know. */
export type DrawnGrapheme = { readonly text: string; readonly font: FontName };

const IGNORABLE = /^\p{Default_Ignorable_Code_Point}$/u;
const AS_EMOJI = /^\p{Emoji_Presentation}|\uFE0F/u;
const WITHOUT_LETTER = /^[\p{P}\p{S}\p{Z}]+$/u;
/** The fonts that also show the punctuation between their letters, whose shape and place depend on them. */
const WITH_OWN_PUNCTUATION: readonly (FontName | undefined)[] = ['arabic', 'hebrew', 'devanagari'];

/** How a grapheme is drawn after a letter in the font `before`. The result is undefined if no font has it. */
export function drawn(
  fonts: Fonts,
  grapheme: string,
  before: FontName | undefined,
): DrawnGrapheme | undefined {
  const characters = [...grapheme];
  const seen = characters.filter((character) => !IGNORABLE.test(character));
  const order = AS_EMOJI.test(grapheme) ? EMOJI_FIRST : ORDER;
  const stays = WITHOUT_LETTER.test(grapheme) && WITH_OWN_PUNCTUATION.includes(before);
  const font = (stays && before ? [before, ...order] : order).find((name) =>
    seen.every((character) => hasGlyph(fonts(name), character)),
  );
  if (seen.length === 0 || !font) return undefined;
  const text = characters
    .filter((character) => !IGNORABLE.test(character) || hasGlyph(fonts(font), character))
    .join('');
  return { text, font };
}

const hasGlyph = (font: Font, character: string): boolean =>
  font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
