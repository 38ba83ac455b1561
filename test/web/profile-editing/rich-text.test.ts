import { describe, expect, test } from '@jest/globals';
import { isLinkAddress, linkAddress } from '../../../web/src/ui/link-address.ts';
import { isOwnPicture, isWrittenPicture } from '../../../web/src/ui/own-picture.ts';
import { BIO_MARKS, LETTER_MARKS, writtenPart } from '../../../web/src/ui/rich-text-marks.ts';

describe('the marks of the editor', () => {
  test('a message has no pictures and no underlines, which look like links', () => {
    expect(LETTER_MARKS).not.toContain('image');
    expect(LETTER_MARKS).not.toContain('underline');
  });

  test('a bio has what the specification lists', () => {
    expect([...BIO_MARKS].sort()).toEqual(
      ['bold', 'bulletList', 'image', 'italic', 'link', 'orderedList', 'underline'].sort(),
    );
  });

  test('empty paragraphs at the end are the caret’s, not the text’s', () => {
    expect(writtenPart('<p>Hello</p><p></p><p><br class="x"></p>')).toBe('<p>Hello</p>');
    expect(writtenPart('<img src="/media/a.jpg"><p></p>')).toBe('<img src="/media/a.jpg">');
    expect(writtenPart('<p></p><p>Hello</p>')).toBe('<p></p><p>Hello</p>');
    expect(writtenPart('<p></p>')).toBe('');
  });
});

describe('a link within a text', () => {
  test.each([
    ['example.com', 'https://example.com/'],
    [' https://example.com/a?b=c#d ', 'https://example.com/a?b=c#d'],
    ['http://example.com', 'http://example.com/'],
  ])('%s leads to %s', (typed, address) => {
    expect(linkAddress(typed)).toBe(address);
  });

  test.each([
    '',
    'hello',
    'javascript:alert(1)',
    'data:text/html,hi',
    'file:///etc/passwd',
    'ftp://example.com',
    'https://localhost',
    'ana@example.com',
    'mailto:ana@example.com',
    'https://.',
  ])('%j leads nowhere', (typed) => {
    expect(linkAddress(typed)).toBeUndefined();
  });

  test('an address without its protocol is none where one is read, not typed', () => {
    expect(isLinkAddress('example.com')).toBe(false);
    expect(isLinkAddress('//example.com')).toBe(false);
  });
});

describe('a picture within a text', () => {
  const here = 'https://replypaid.example/ana';

  test.each(['/media/bios/1/a.jpg', 'https://replypaid.example/media/a.jpg'])(
    '%s is our own',
    (src) => {
      expect(isOwnPicture(src, here)).toBe(true);
    },
  );

  test.each([
    'https://elsewhere.example/a.jpg',
    '//elsewhere.example/a.jpg',
    '/\\elsewhere.example/a.jpg',
    'http://replypaid.example/a.jpg',
    'data:image/jpeg;base64,AAAA',
    'blob:https://elsewhere.example/1',
    'javascript:alert(1)',
  ])('%s is not shown', (src) => {
    expect(isOwnPicture(src, here)).toBe(false);
  });

  test('one that was just chosen may be written, but only as a JPEG or PNG', () => {
    expect(isWrittenPicture('data:image/jpeg;base64,AAAA', here)).toBe(true);
    expect(isWrittenPicture('data:image/svg+xml;base64,AAAA', here)).toBe(false);
    expect(isWrittenPicture('https://elsewhere.example/a.jpg', here)).toBe(false);
  });
});
