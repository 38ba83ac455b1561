import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  mountedRows,
  needsOthers,
  RowHeights,
  RowOffsets,
  rebased,
  rowsAround,
} from '../../../web/src/ui/virtual-rows.ts';

const keysOf = (count: number) => Array.from({ length: count }, (_, nth) => `row ${nth}`);

/** The offsets of rows with these heights. */
function offsetsOf(heights: readonly (number | undefined)[]): RowOffsets {
  const known = new RowHeights();
  const keys = keysOf(heights.length);
  for (const [nth, height] of heights.entries())
    if (height !== undefined) known.set(keys[nth] ?? '', height);
  return new RowOffsets(keys, known);
}

describe('RowOffsets', () => {
  test('sums the heights of the rows before, whichever were changed later', () => {
    const heights = fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 60 });
    const change = fc.tuple(fc.nat(), fc.integer({ min: 1, max: 500 }));
    fc.assert(
      fc.property(heights, fc.array(change), (given, changes) => {
        const now = [...given];
        const offsets = offsetsOf(given);
        for (const [at, height] of changes) {
          offsets.setHeight(at % now.length, height);
          now[at % now.length] = height;
        }
        for (let row = 0; row <= now.length; row += 1) {
          const top = now.slice(0, row).reduce((sum, height) => sum + height, 0);
          expect(offsets.offsetOf(row)).toBe(top);
          if (row < now.length) {
            expect(offsets.rowAt(top)).toBe(row);
            expect(offsets.rowAt(top + (now[row] ?? 0) - 1)).toBe(row);
          }
        }
      }),
    );
  });

  test('finds the first row above the list, and the last one below it', () => {
    const offsets = offsetsOf([10, 20, 30]);
    expect([offsets.rowAt(-1), offsets.rowAt(60), offsets.rowAt(1_000)]).toEqual([0, 2, 2]);
    expect(offsetsOf([]).rowAt(10)).toBe(0);
  });

  test('takes the average of the known heights for unknown ones', () => {
    const offsets = offsetsOf([50, undefined, 100, undefined]);
    expect([1, 2, 3, 4].map((row) => offsets.offsetOf(row))).toEqual([50, 125, 225, 300]);
    expect(offsets.isGuess).toBe(false);
    expect(offsetsOf([undefined]).isGuess).toBe(true);
  });
});

test('heights are forgotten when the width or the size of the text has changed', () => {
  const heights = new RowHeights();
  expect(heights.forgetUnless('390 16px')).toBe(false);
  heights.set('row 1', 80);
  expect(heights.forgetUnless('390 16px')).toBe(false);
  expect(heights.of('row 1')).toBe(80);
  expect(heights.forgetUnless('390 32px')).toBe(true);
  expect(heights.of('row 1')).toBeUndefined();
});

describe('the mounted rows', () => {
  const offsets = offsetsOf(Array.from({ length: 100 }, () => 100));
  const part = { top: 5_000, bottom: 5_800 };

  test('reach a screen above and a screen below what is shown', () => {
    expect(rowsAround(offsets, part)).toEqual({ from: 42, to: 67 });
    expect(rowsAround(offsets, { top: 0, bottom: 800 })).toEqual({ from: 0, to: 17 });
  });

  test('are changed when less than half a screen is left of them, or far too many are mounted', () => {
    const needs = (from: number, to: number) => needsOthers({ from, to }, offsets, part);
    expect(needs(42, 67)).toBe(false);
    expect([needs(47, 67), needs(42, 61), needs(42, 90)]).toEqual([true, true, true]);
    expect(needsOthers({ from: 0, to: 17 }, offsets, { top: 0, bottom: 800 })).toBe(false);
  });

  test('include the row with the focus and its neighbors, in order', () => {
    const range = { from: 42, to: 67 };
    const ranges = (kept?: number) =>
      mountedRows(range, kept, offsets).map(({ from, to, before }) => [from, to, before]);
    expect(ranges()).toEqual([[42, 67, 4_200]]);
    expect(ranges(10)).toEqual([
      [9, 12, 900],
      [42, 67, 3_000],
    ]);
    expect(ranges(99)).toEqual([
      [42, 67, 4_200],
      [98, 100, 3_100],
    ]);
    expect(ranges(41)).toEqual([[40, 67, 4_000]]);
    expect(ranges(50)).toEqual([[42, 67, 4_200]]);
  });

  test('stay the same rows when others come before them', () => {
    const before = keysOf(100);
    const now = ['newest', ...before];
    expect(rebased({ from: 40, to: 60 }, before, now)).toEqual({ from: 41, to: 61 });
    // One of them has moved to the top.
    const moved = ['row 59', ...before.filter((key) => key !== 'row 59')];
    expect(rebased({ from: 40, to: 60 }, before, moved)).toEqual({ from: 41, to: 61 });
  });

  test('reach the end of the list if they did before', () => {
    const before = keysOf(100);
    expect(rebased({ from: 80, to: 100 }, before, keysOf(120))).toEqual({ from: 80, to: 120 });
    expect(rebased({ from: 80, to: 100 }, before, keysOf(10))).toEqual({ from: 9, to: 10 });
    expect(rebased({ from: 80, to: 100 }, before, [])).toEqual({ from: 0, to: 0 });
  });
});
