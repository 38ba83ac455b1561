import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { filterUsername } from '#shared/rules/accounts/accounts.ts';
import { caretAfter } from '#web/ui/filtered-input.ts';
import { filterDigits, filterMoney } from '#web/ui/money-text.ts';
import { formatPhone } from '#web/ui/phone-number.ts';

test('a phone number is formatted while it is typed', () => {
  expect(['', '5', '555', '5550', '555010', '5550100', '5555550100'].map(formatPhone)).toEqual([
    '',
    '(5',
    '(555',
    '(555) 0',
    '(555) 010',
    '(555) 010-0',
    '(555) 555-0100',
  ]);
});

test.each([
  '+1 555.555.0100',
  '+1 (555) 555-0100',
  '1-555-555-0100',
  '001 555 555 0100',
  '011 1 555 555 0100',
  '\u202a+1 (555) 555\u20110100\u202c',
  '555 555 0100 ',
])('the pasted phone number %j becomes (555) 555-0100', (pasted) => {
  expect(formatPhone(pasted)).toBe('(555) 555-0100');
});

test.each([
  ['+44 7911 123456', '+44 7911 123456'],
  ['447911123456', '447911123456'],
  ['(447) 911-12345', '44791112345'],
  ['0044 7911 123456', '0044 7911 123456'],
  ['+1 555 555 01000', '+1 555 555 01000'],
  ['155555501000', '155555501000'],
])('the phone number %j with too many digits becomes %j', (typed, kept) => {
  expect(formatPhone(typed)).toBe(kept);
});

test('a phone number with a country code is formatted on each keystroke', () => {
  const grown = (typed: string) => [...typed].reduce((box, key) => formatPhone(box + key), '');
  expect(grown('+15555550100')).toBe('(555) 555-0100');
  expect(grown('15555550100')).toBe('(555) 555-0100');
  expect(grown('+447911123456')).toBe('+447911123456');
  expect(grown('447911123456')).toBe('447911123456');
});

test('a formatted phone number stays unchanged', () => {
  fc.assert(
    fc.property(fc.string(), (typed) => {
      expect(formatPhone(formatPhone(typed))).toBe(formatPhone(typed));
    }),
  );
});

test('a money input keeps digits and one dot, at most seven characters', () => {
  expect(filterMoney('1.2.3')).toBe('1.23');
  expect(filterMoney('123456789')).toBe('1234567');
  expect(filterMoney('-5')).toBe('5');
  expect(filterMoney('.')).toBe('.');
});

test.each([
  ['12,', '12.'],
  ['12,50', '12.50'],
  ['12.5,', '12.5'],
  ['$1,250', '1250'],
  ['$1,250.50', '1250.50'],
])('a money input reads %s as %s: a comma is the dot, except between thousands', (typed, text) => {
  expect(filterMoney(typed)).toBe(text);
});

test('a count input keeps digits only', () => {
  expect(filterDigits('1e5 000 000', 5)).toBe('15000');
});

test('formatting keeps the caret after the same character', () => {
  expect(caretAfter('Ana', 'ana', 1, filterUsername)).toBe(1);
  expect(caretAfter('a na', 'ana', 2, filterUsername)).toBe(1);
  expect(caretAfter('(555) 9555-0100', '(555) 955-5010', 7, formatPhone)).toBe(7);
});

test('formatting keeps a caret at the end of the input there', () => {
  expect(caretAfter('5555', '(555) 5', 4, formatPhone)).toBe(7);
});
