import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * The font files of a record's PDF. A deployed function has them in a folder beside its code (lib/font-files.ts), because they are
 * too large to be loaded with it; elsewhere they are read from their packages.
 */

const FONT_FILES = {
  latin: '@expo-google-fonts/newsreader/400Regular/Newsreader_400Regular.ttf',
  latinSemiBold: '@expo-google-fonts/newsreader/600SemiBold/Newsreader_600SemiBold.ttf',
  // Cyrillic, Greek, and Latin letters that Newsreader does not have.
  serif: '@expo-google-fonts/noto-serif/400Regular/NotoSerif_400Regular.ttf',
  // In these two each letter has glyphs of its own. Noto's share glyphs, so that a text copied from the PDF would have other letters.
  arabic: '@expo-google-fonts/amiri/400Regular/Amiri_400Regular.ttf',
  devanagari:
    '@expo-google-fonts/tiro-devanagari-hindi/400Regular/TiroDevanagariHindi_400Regular.ttf',
  hebrew: '@expo-google-fonts/noto-serif-hebrew/400Regular/NotoSerifHebrew_400Regular.ttf',
  emoji: '@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf',
  // All ideographs in their simplified Chinese forms, and the Japanese syllables.
  chinese: '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
  korean: '@expo-google-fonts/noto-sans-kr/400Regular/NotoSansKR_400Regular.ttf',
} as const;

export type FontName = keyof typeof FONT_FILES;

const BESIDE = new URL('fonts/', import.meta.url);

/** The path of a font's file. */
export function fontFile(name: FontName): string {
  const file = FONT_FILES[name];
  return existsSync(BESIDE)
    ? fileURLToPath(new URL(basename(file), BESIDE))
    : createRequire(import.meta.url).resolve(file);
}
