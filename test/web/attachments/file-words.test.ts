import { describe, expect, test } from '@jest/globals';
import {
  countWords,
  fileTitles,
  nameWithoutEnding,
  sentName,
  sizeWords,
  timeLeftWords,
} from '#web/features/attachments/file-words.ts';

describe('the name of a file', () => {
  test('is sent in one line, composed, and without what turns its ending around', () => {
    expect(sentName('Pass\u202Efdp.exe\n')).toBe('Passfdp.exe');
    expect(sentName('Re\u0301sume\u0301.pdf')).toBe('Résumé.pdf');
    expect(sentName('  two   words .pdf ')).toBe('two words .pdf');
  });

  test('keeps its ending and whole graphemes when it is cut', () => {
    const long = sentName(`${'👩🏽‍🚀'.repeat(40)}.pdf`);
    expect(long.length).toBeLessThanOrEqual(100);
    expect(long).toMatch(/^(👩🏽‍🚀)+\.pdf$/u);
  });

  test('stands for a file without one', () => {
    expect(sentName('.pdf')).toBe('File.pdf');
    expect(sentName('\u200B')).toBe('File');
  });

  test('stays as people wrote it from right to left', () => {
    expect(sentName('חוזה שכירות.pdf')).toBe('חוזה שכירות.pdf');
    expect(nameWithoutEnding('עברית.pdf')).toBe('עברית');
  });
});

describe('the title of a file', () => {
  const picture = (name: string) => ({ kind: 'picture' as const, name });
  const pdf = (name: string) => ({ kind: 'pdf' as const, name });

  test('is a number for what a camera, a phone or a screenshot named', () => {
    const given = ['IMG_2041.jpg', 'PXL_20261130_101112.jpg', 'image.jpg', 'Screenshot 2026.png'];
    expect(fileTitles(given.map(picture))).toEqual([
      'Picture 1',
      'Picture 2',
      'Picture 3',
      'Picture 4',
    ]);
    expect(fileTitles([picture('1B4F3C2A-77AA-4B1E-9D0F-0A1B2C3D4E5F.heic')])).toEqual([
      'Picture 1',
    ]);
  });

  test('is the name without its ending for what a person named', () => {
    expect(
      fileTitles([picture('IMG_1.jpg'), pdf('Renewal, as filed.pdf'), picture('Your stripe.png')]),
    ).toEqual(['Picture 1', 'Renewal, as filed', 'Your stripe']);
    expect(fileTitles([picture('Imagine.jpg'), picture('Photograph of the door.jpg')])).toEqual([
      'Imagine',
      'Photograph of the door',
    ]);
  });

  test('tells files of one name apart', () => {
    const same = [pdf('Lease.pdf'), picture('Lease.jpg'), pdf('Lease (3).pdf'), pdf('Lease.pdf')];
    expect(fileTitles(same)).toEqual(['Lease', 'Lease (2)', 'Lease (3)', 'Lease (4)']);
  });
});

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [84_000, '84 KB'],
  [999_001, '1 MB'],
  [1_780_000, '1.8 MB'],
  [10_000_000, '10 MB'],
  [10_000_001, '10.1 MB'],
  [14_150_000, '14.2 MB'],
])('%i bytes are spoken of as %s', (bytes, words) => {
  expect(sizeWords(bytes)).toBe(words);
});

test.each([
  [undefined, undefined],
  [Number.POSITIVE_INFINITY, undefined],
  [2, 'a few seconds left'],
  [36.2, '40 seconds left'],
  [94, '95 seconds left'],
  [100, '2 minutes left'],
  [9_000, 'more than an hour left'],
])('%p seconds are spoken of as %p', (seconds, words) => {
  expect(timeLeftWords(seconds)).toBe(words);
});

test('files are counted by their kinds', () => {
  const files = (...kinds: string[]) => countWords(kinds.map((kind) => ({ kind })));
  expect(files('picture', 'pdf')).toBe('1 picture and 1 PDF');
  expect(files('picture', 'picture')).toBe('2 pictures');
  expect(files('pdf', 'pdf')).toBe('2 PDFs');
  expect(files()).toBe('');
});
