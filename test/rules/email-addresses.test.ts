import { describe, expect, test } from '@jest/globals';
import { comparedAddress, emailAddress } from '#shared/rules/email/addresses.ts';

describe('an email address', () => {
  const long = (length: number) =>
    `a@${'x'.repeat(60)}.${'y'.repeat(60)}.${'z'.repeat(60)}.${'w'.repeat(length - 189)}.test`;
  const faultOf = (value: unknown) => emailAddress.safeParse(value).error?.issues[0]?.message;

  test.each([
    ['Ada.L@Example.com', undefined],
    [' ada@example.com ', undefined],
    [long(245), undefined],
    [`aaaaaaaaaa${long(245)}`, 'Please enter a valid email address'],
    ['ada', 'Please enter a valid email address'],
    ['ada@example', 'Please enter a valid email address'],
    ['', 'Please enter your email address'],
    ['  ', 'Please enter your email address'],
    [undefined, 'Please enter your email address'],
  ])('is validated: %j', (value, fault) => expect(faultOf(value)).toBe(fault));

  test.each([
    ['tom&jerry@example.com', 'tom&jerry@example.com'],
    ["o'neil+tag@example.co.uk", "o'neil+tag@example.co.uk"],
    ["!#$%&'*+-/=?^_`{|}~@example.com", "!#$%&'*+-/=?^_`{|}~@example.com"],
    ['first.last@sub.example.museum', 'first.last@sub.example.museum'],
    ['1@example.com', '1@example.com'],
    ['ada@müller.de', 'ada@xn--mller-kva.de'],
    ['ada@MÜLLER.DE', 'ada@xn--mller-kva.de'],
    ['ada@xn--mller-kva.de', 'ada@xn--mller-kva.de'],
    ['ada@例え.jp', 'ada@xn--r8jz45g.jp'],
    ['ada@почта.рф', 'ada@xn--80a1acny.xn--p1ai'],
    ['ada@उदाहरण.भारत', 'ada@xn--p1b6ci4b4b3a.xn--h2brj9c'],
    ['ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'ada@example.com'],
    ['ada@example。com', 'ada@example.com'],
    ['\u200eada@example.com\u202c', 'ada@example.com'],
    ['Ada@EXAMPLE.com', 'Ada@example.com'],
  ])('%j is sent to as %s', (typed, address) => {
    expect(emailAddress.parse(typed)).toBe(address);
    expect(emailAddress.parse(address)).toBe(address);
    expect(comparedAddress(typed)).toBe(address.toLowerCase());
  });

  test.each([
    '.ada@example.com',
    'ada.@example.com',
    'a..da@example.com',
    'a da@example.com',
    '@example.com',
    'ada@@example.com',
    'a@b@example.com',
    'ada@example.com.',
    'ada@-example.com',
    'ada@example-.com',
    'ada@.com',
    'ada@example..com',
    'ada@127.0.0.1',
    'ada@[127.0.0.1]',
    'ada@example.1',
    'ada@exa_mple.com',
    'ada@example.com/x',
    'ada@example.com:25',
    'ada@user:x@example.com',
    'ada@exa%6dple.com',
    '"a b"@example.com',
    'ädä@example.com',
    'ada@example.com\r\nBcc: x@example.com',
    'ada,ben@example.com',
    '<ada@example.com>',
    `${'a'.repeat(65)}@example.com`,
    `ada@${'a'.repeat(64)}.com`,
  ])('%j is none', (typed) => expect(faultOf(typed)).toBe('Please enter a valid email address'));

  test('keeps its case before the @, and is compared without it', () => {
    expect(emailAddress.parse(' Ada@Example.com ')).toBe('Ada@example.com');
    expect(comparedAddress(' Ada@Example.com ')).toBe('ada@example.com');
  });
});
