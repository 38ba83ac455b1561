import { describe, expect, test } from '@jest/globals';
import { comparedAddress, emailAddress } from '../../shared/rules/email/addresses.ts';

describe('an e-mail address', () => {
  const long = (length: number) =>
    `a@${'x'.repeat(60)}.${'y'.repeat(60)}.${'z'.repeat(60)}.${'w'.repeat(length - 189)}.test`;
  const faultOf = (value: unknown) => emailAddress.safeParse(value).error?.issues[0]?.message;

  test.each([
    ['Ada.L@Example.com', undefined],
    [' ada@example.com ', undefined],
    [long(245), undefined],
    [`aaaaaaaaaa${long(245)}`, 'Please enter a valid e-mail address'],
    ['ada', 'Please enter a valid e-mail address'],
    ['ada@example', 'Please enter a valid e-mail address'],
    ['', 'Please enter your e-mail address'],
    ['  ', 'Please enter your e-mail address'],
    [undefined, 'Please enter your e-mail address'],
  ])('is validated: %j', (value, fault) => expect(faultOf(value)).toBe(fault));

  test('keeps its case, and is compared without it', () => {
    expect(emailAddress.parse(' Ada@Example.com ')).toBe('Ada@Example.com');
    expect(comparedAddress(' Ada@Example.com ')).toBe('ada@example.com');
  });
});
