import { expect, test } from '@jest/globals';
import { verificationCode } from '#shared/rules/accounts/accounts.ts';
import {
  commitment,
  normalizeCommitmentText,
  normalizePriceText,
  responsePrice,
} from '#shared/rules/conversations/pricing.ts';
import { plainAmount, plainDigits } from '#shared/rules/text/digits.ts';
import { dollars, wholeNumber } from '#shared/wire.ts';
import { filterDigits, filterMoney } from '#web/ui/money-text.ts';
import { formatPhone } from '#web/ui/phone-number.ts';

const SCRIPTS = [
  ['full-width', '０１２３４５６７８９'],
  ['Arabic', '٠١٢٣٤٥٦٧٨٩'],
  ['Persian', '۰۱۲۳۴۵۶۷۸۹'],
  ['Devanagari', '०१२३४५६७८९'],
  ['Bengali', '০১২৩৪৫৬৭৮৯'],
  ['Thai', '๐๑๒๓๔๕๖๗๘๙'],
  ['Burmese', '၀၁၂၃၄၅၆၇၈၉'],
  ['Khmer', '០១២៣៤៥៦៧៨៩'],
  ['bold', '𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗'],
  ['monospace', '𝟶𝟷𝟸𝟹𝟺𝟻𝟼𝟽𝟾𝟿'],
] as const;
const inScript = (digits: string, text: string) =>
  text.replace(/\d/g, (digit) => [...digits][Number(digit)] ?? digit);

test.each(SCRIPTS)('%s digits are read everywhere that digits are', (_, digits) => {
  const typed = (text: string) => inScript(digits, text);
  expect(plainDigits(digits)).toBe('0123456789');
  expect(verificationCode('Please enter the code').parse(typed('904215'))).toBe('904215');
  expect(filterDigits(typed('904215'), 6)).toBe('904215');
  expect(filterMoney(typed('12.50'))).toBe('12.50');
  expect(formatPhone(typed('5555550100'))).toBe('(555) 555-0100');
  expect(responsePrice.parse(typed('12.50'))).toBe(1_250);
  expect(commitment.parse(typed('40'))).toBe(40);
  expect(dollars().parse(typed('8.5'))).toBe(850);
  expect(wholeNumber().parse(typed('300'))).toBe(300);
  expect(normalizePriceText(typed('12.5'))).toBe('12.50');
  expect(normalizeCommitmentText(typed('40'))).toBe('40');
});

test.each([
  ['１２．５０', '12.50'],
  ['１２。５０', '12.50'],
  ['١٢٫٥٠', '12.50'],
  ['١٬٢٥٠', '1,250'],
  ['＄１２', '$12'],
])('the amount %s is %s', (typed, plain) => expect(plainAmount(typed)).toBe(plain));

test('a phone number with a full-width plus and brackets is one', () => {
  expect(formatPhone('＋１（５５５）５５５－０１００')).toBe('(555) 555-0100');
  expect(formatPhone('＋44 ٧٩١١ ١٢٣٤٥٦')).toBe('+44 7911 123456');
});

test.each(['½', '²', '①', 'Ⅻ', '十'])('%s is no digit', (sign) =>
  expect(filterDigits(sign, 6)).toBe(''),
);
