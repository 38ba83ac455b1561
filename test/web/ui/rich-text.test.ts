import { describe, expect, test } from '@jest/globals';
import { isLinkAddress, linkAddress } from '#web/ui/link-address.ts';
import { isOwnPicture, isWrittenPicture } from '#web/ui/own-picture.ts';
import { BIO_MARKS, LETTER_MARKS } from '#web/ui/rich-text-marks.ts';
import { writtenPart } from '#web/ui/written-part.ts';

describe('the formats of the editor', () => {
  test('of messages exclude pictures and underlining, which looks like a link', () => {
    expect(LETTER_MARKS).not.toContain('image');
    expect(LETTER_MARKS).not.toContain('underline');
  });

  test('of bios are those of the specification', () => {
    expect([...BIO_MARKS].sort()).toEqual(
      ['bold', 'bulletList', 'image', 'italic', 'link', 'orderedList', 'underline'].sort(),
    );
  });

  test('leave out empty paragraphs at the end', () => {
    expect(writtenPart('<p>Hello</p><p></p><p><br class="x"></p>')).toBe('<p>Hello</p>');
    expect(writtenPart('<img src="/media/a.jpg"><p></p>')).toBe('<img src="/media/a.jpg">');
    expect(writtenPart('<p></p><p>Hello</p>')).toBe('<p></p><p>Hello</p>');
    expect(writtenPart('<p></p>')).toBe('');
  });
});

describe('a link in a text', () => {
  test.each([
    ['example.com', 'https://example.com/'],
    [' https://example.com/a?b=c#d ', 'https://example.com/a?b=c#d'],
    ['http://example.com', 'http://example.com/'],
  ])('to %s has the URL %s', (typed, address) => {
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
  ])('%j is not a link', (typed) => {
    expect(linkAddress(typed)).toBeUndefined();
  });

  test('that is stored without a protocol is not shown as a link', () => {
    expect(isLinkAddress('example.com')).toBe(false);
    expect(isLinkAddress('//example.com')).toBe(false);
  });
});

describe('a picture in a text', () => {
  const here = 'https://replypaid.example/ana';

  test.each(['/media/bios/1/a.jpg', 'https://replypaid.example/media/a.jpg'])(
    'with the URL %s is shown, because it is on our own host',
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
  ])('with the URL %s is not shown', (src) => {
    expect(isOwnPicture(src, here)).toBe(false);
  });

  test('that was just chosen is allowed only as a JPEG or PNG', () => {
    expect(isWrittenPicture('data:image/jpeg;base64,AAAA', here)).toBe(true);
    expect(isWrittenPicture('data:image/svg+xml;base64,AAAA', here)).toBe(false);
    expect(isWrittenPicture('https://elsewhere.example/a.jpg', here)).toBe(false);
  });
});
