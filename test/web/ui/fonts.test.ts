import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { filesUnder } from '../../house/source-files.ts';

const WEB = join(import.meta.dirname, '../../../web');
const STYLES = join(WEB, 'src/styles');
const read = (path: string) => readFileSync(join(WEB, path), 'utf8');

const faces = [...read('src/styles/fonts.css').matchAll(/@font-face \{([^}]+)\}/g)].map(
  ([, body = '']) => body.replace(/\s+/g, ' '),
);
const descriptor = (face: string, property: string) =>
  new RegExp(`${property}: ([^;]+);`).exec(face)?.[1] ?? '';
const percent = (face: string, property: string) => Number.parseFloat(descriptor(face, property));

const fetched = faces.filter((face) => face.includes('url('));
const fromTheDevice = faces.filter((face) => face.includes('local('));
const fileOf = (face: string) => /url\("\.\/(fonts\/[^"]+)"\)/.exec(face)?.[1] ?? '';

describe('the text serif', () => {
  test('is at most 45 kB for Latin with its italic, and 15 kB more for extended Latin', () => {
    const bytesOf = (face: string) => statSync(join(STYLES, fileOf(face))).size;
    const sum = (some: readonly string[]) => some.reduce((all, face) => all + bytesOf(face), 0);
    const latin = fetched.filter((face) => face.includes('U+0000-00FF'));
    expect(latin).toHaveLength(2);
    expect(sum(latin)).toBeLessThanOrEqual(45_000);
    expect(sum(fetched)).toBeLessThanOrEqual(60_000);
  });

  test('is preloaded in one file', () => {
    const preloaded = [...read('index.html').matchAll(/href="([^"]+\.woff2)"/g)].map(
      ([, path]) => path,
    );
    expect(preloaded).toEqual(['./src/styles/fonts/newsreader-latin-normal.woff2']);
  });

  test('has italics only where a person wrote them, so that no screen fetches a second file', () => {
    const screens = filesUnder('web/src').filter(({ text }) =>
      /[" ]italic[" ](?!\|)|<(?:i|em|cite|dfn|var)>/.test(text),
    );
    const sheets = readdirSync(STYLES)
      .filter((name) => name.endsWith('.css') && name !== 'fonts.css')
      .filter((name) => /font(-style)?: italic/.test(read(`src/styles/${name}`)));
    expect([...screens.map(({ path }) => path), ...sheets]).toEqual([]);
  });

  test('declares the characters that its files were cut to', () => {
    const script = read('src/styles/fonts/cut.py').replace(/"\s*"/g, '');
    for (const face of fetched)
      expect(script).toContain(descriptor(face, 'unicode-range').replaceAll(' ', ''));
  });

  test('has the same line height in every font that stands in for it', () => {
    expect(fromTheDevice).toHaveLength(6);
    for (const face of fromTheDevice) {
      const size = percent(face, 'size-adjust') / 100;
      expect(percent(face, 'ascent-override') * size).toBeCloseTo(73.5, 1);
      expect(percent(face, 'descent-override') * size).toBeCloseTo(26.5, 1);
      expect(percent(face, 'line-gap-override')).toBe(0);
    }
  });
});
