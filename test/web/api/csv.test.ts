import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cellOf, csvOf } from '#web/api/csv.ts';

test('every row of a CSV file ends its line', () => {
  expect(
    csvOf([
      ['a', 'b'],
      ['a "b", c', '=d'],
    ]),
  ).toBe('a,b\r\n"a ""b"", c",\'=d\r\n');
  expect(csvOf([])).toBe('');
});

describe('a CSV cell', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@sum', "'@sum"],
    ['\t=1', "'\t=1"],
    ['a,b', '"a,b"'],
    ['say "yes"', '"say ""yes"""'],
    ['two\r\nlines', '"two\r\nlines"'],
    ['=a,"b"', '"\'=a,""b"""'],
    ['plain', 'plain'],
  ])('of the value %j is %j', (text, cell) => expect(cellOf(text)).toBe(cell));

  test('never starts like a formula, and is parsed back to the same value', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const cell = cellOf(text);
        const quoted = /[",\r\n]/.test(text);
        const read = quoted ? cell.slice(1, -1).replaceAll('""', '"') : cell;
        expect(read).not.toMatch(/^[=+\-@\t\r]/);
        expect([text, `'${text}`]).toContain(read);
      }),
    );
  });
});
