import { describe, expect, test } from '@jest/globals';
import { fileRefusal, formatOf, turnedFrom } from '#web/features/attachments/chosen-file.ts';

const file = (name: string, type: string, size = 1_000) => ({ name, type, size });

describe('a chosen file', () => {
  test('may be a picture or a PDF, also where the system does not know its type', () => {
    expect(formatOf(file('a.jpg', 'image/jpeg'))).toBe('photo');
    expect(formatOf(file('a.png', 'image/png'))).toBe('png');
    expect(formatOf(file('a.pdf', 'application/pdf'))).toBe('pdf');
    expect(formatOf(file('A.PDF', ''))).toBe('pdf');
    expect(formatOf(file('IMG_0001.HEIC', ''))).toBe('photo');
    expect(formatOf(file('logo.svg', 'image/svg+xml'))).toBeUndefined();
    expect(formatOf(file('notes', ''))).toBeUndefined();
  });

  test('is called by its format if that becomes a JPEG', () => {
    expect(turnedFrom(file('a.heic', 'image/heic'))).toBe('HEIC');
    expect(turnedFrom(file('A.HEIC', ''))).toBe('HEIC');
    expect(turnedFrom(file('a.jpg', 'image/jpeg'))).toBeUndefined();
  });

  test.each([
    ['Form.docx', 'application/msword', 'A Word file. Save it as a PDF first.'],
    ['Sums.xlsx', '', 'A spreadsheet. Save it as a PDF first.'],
    ['Talk.pptx', '', 'A presentation. Save it as a PDF first.'],
    ['clip.MOV', 'video/quicktime', 'A video. Pictures and PDFs can be added.'],
    ['memo.m4a', 'audio/mp4', 'A recording. Pictures and PDFs can be added.'],
    ['all.zip', '', 'A packed folder. Add its files one by one.'],
    ['what', '', 'Not a picture or PDF. Save it as a PDF first.'],
  ])('is refused with what to do: %s', (name, type, sentence) => {
    expect(fileRefusal(file(name, type))).toBe(sentence);
  });

  test('is refused if it is empty or too large, a picture only by what it becomes', () => {
    expect(fileRefusal(file('a.pdf', 'application/pdf', 0))).toBe('This file is empty.');
    expect(fileRefusal(file('a.pdf', 'application/pdf', 14_150_000))).toBe(
      '14.2 MB. The limit is 10 MB.',
    );
    expect(fileRefusal(file('a.pdf', 'application/pdf', 10_000_000))).toBeUndefined();
    expect(fileRefusal(file('a.jpg', 'image/jpeg', 14_150_000))).toBeUndefined();
    expect(fileRefusal(file('a.jpg', 'image/jpeg', 60_000_000))).toBe(
      '60 MB. Choose a picture under 50 MB.',
    );
  });
});
