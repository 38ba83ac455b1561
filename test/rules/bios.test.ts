import { describe, expect, test } from '@jest/globals';
import { BIO_SENT_MAX, BIO_TEXT_MAX, bioFault, bioLength } from '#shared/rules/profiles/bios.ts';
import { dataUrlBody, dataUrlBytes } from '#shared/rules/profiles/pictures.ts';

const PICTURE = `<img src="data:image/png;base64,${'A'.repeat(100_000)}">`;

describe('the length of a bio', () => {
  test('counts its text without tags, pictures and invisible characters', () => {
    expect(bioLength('<p>Hello <strong>you</strong></p>')).toBe('Hello you'.length);
    expect(bioLength(`<p>Hello</p>${PICTURE}`)).toBe(5);
    expect(bioLength('<p>a\u200bb &amp; c</p>')).toBe('ab & c'.length);
    expect(bioLength('a data:image/png;base64,QUJD')).toBe(1);
    expect(bioLength('')).toBe(0);
  });

  test('is limited, and so is the size of its pictures', () => {
    expect(bioFault('a'.repeat(BIO_TEXT_MAX))).toBeUndefined();
    expect(bioFault('a'.repeat(BIO_TEXT_MAX + 1))).toMatch(/2,000 characters/);
    expect(bioFault(PICTURE.repeat(4))).toBeUndefined();
    expect(bioFault('a'.repeat(BIO_SENT_MAX + 1))).toMatch(/too large together/);
  });

  test.each(['<', 'data:', '<img src="data:image/png;base64,', '&', '<p ', 'data:a/a;base64,a '])(
    'of nothing but %s is calculated in linear time',
    (piece) => {
      const begun = performance.now();
      bioFault(piece.repeat(Math.floor(BIO_SENT_MAX / piece.length)));
      bioFault(piece.repeat(Math.floor(19_000 / piece.length)));
      expect(performance.now() - begun).toBeLessThan(5_000);
    },
  );
});

describe('a data URL', () => {
  test('gives the number of its bytes without being decoded', () => {
    expect(dataUrlBytes('data:image/png;base64,QUJD')).toBe(3);
    expect(dataUrlBody('data:image/png;base64,QUJD')).toBe('QUJD');
    for (const other of [
      '',
      'QUJD',
      'https://example.com/a.png',
      'data:image/png,abc',
      'xdata:a;base64,QQ',
    ])
      expect([dataUrlBytes(other), dataUrlBody(other)]).toEqual([undefined, '']);
  });
});
