import { graphemes } from '#shared/rules/text/graphemes.ts';
import { type DrawnGrapheme, drawn, type Fonts } from './fonts.ts';

/* The text of a record as its PDF shows it. The hashes of the record cover the original text. */

const INVISIBLE = /^\p{Default_Ignorable_Code_Point}+$/u;
const PICTURE = /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator})/u;

/**
 * The graphemes of a text with the font of each. Invisible characters that stand alone are left out, among them those that reverse
 * a text. Graphemes that no font has are named by their code points: "[U+0E01 U+0E02]", "[emoji U+1FAE9]".
 */
export function legible(fonts: Fonts, text: string): readonly DrawnGrapheme[] {
  const result: DrawnGrapheme[] = [];
  let unknown: string[] = [];
  const nameUnknown = () => {
    if (unknown.length > 0)
      for (const character of nameOf(unknown)) result.push({ text: character, font: 'latin' });
    unknown = [];
  };
  for (const grapheme of graphemes(text)) {
    if (INVISIBLE.test(grapheme)) continue;
    const known = drawn(fonts, grapheme, result.at(-1)?.font);
    if (known) {
      nameUnknown();
      result.push(known);
    } else unknown.push(grapheme);
  }
  nameUnknown();
  return result;
}

function nameOf(unknown: readonly string[]): string {
  const codes = [...unknown.join('')].map((character) => {
    const code = character.codePointAt(0) ?? 0;
    return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  });
  const kind = unknown.every((grapheme) => PICTURE.test(grapheme)) ? 'emoji ' : '';
  return `[${kind}${codes.join(' ')}]`;
}
