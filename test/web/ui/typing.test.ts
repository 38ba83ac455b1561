import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { filterUsername } from '../../../shared/rules/accounts.ts';
import { caretAfter } from '../../../web/src/ui/filtered-input.ts';
import { filterDigits, filterMoney } from '../../../web/src/ui/money-text.ts';
import { formatPhone, phoneDigits } from '../../../web/src/ui/phone-number.ts';

test('a phone number takes its form while it is typed', () => {
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

test('a pasted number loses its country code, an eleventh digit and everything that is no digit', () => {
  expect(formatPhone('+1 555.555.0100')).toBe('(555) 555-0100');
  expect(phoneDigits('555 555 0100 9')).toBe('5555550100');
});

test('a phone number in its form stays as it is', () => {
  fc.assert(
    fc.property(fc.string(), (typed) => {
      expect(formatPhone(formatPhone(typed))).toBe(formatPhone(typed));
    }),
  );
});

test('a money box keeps digits and one dot, at most seven characters', () => {
  expect(filterMoney('$1,250.50')).toBe('1250.50');
  expect(filterMoney('1.2.3')).toBe('1.23');
  expect(filterMoney('123456789')).toBe('1234567');
  expect(filterMoney('-5')).toBe('5');
  expect(filterMoney('.')).toBe('.');
});

test('a count keeps digits alone', () => {
  expect(filterDigits('1e5 000 000', 5)).toBe('15000');
});

test('the caret stays behind the character it was behind', () => {
  expect(caretAfter('Ana', 'ana', 1, filterUsername)).toBe(1);
  expect(caretAfter('a na', 'ana', 2, filterUsername)).toBe(1);
  expect(caretAfter('(555) 9555-0100', '(555) 955-5010', 7, formatPhone)).toBe(7);
});

test('the caret at the end stays at the end', () => {
  expect(caretAfter('5555', '(555) 5', 4, formatPhone)).toBe(7);
});
